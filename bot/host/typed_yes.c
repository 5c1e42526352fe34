#include "bot/host/typed_yes.h"

#include "bot/call/answer.h"
#include "bot/call/reaction_keys.h"
#include "bot/commands/challenge_answer.h"
#include "bot/host/commands.h"
#include "bot/match/selection.h"
#include "bot/night/check_in.h"
#include "bot/text/phrase.h"

#include <string.h>

/* Makes the call `night join`, in private for the night of this room. */
static void check_in(struct bot_call *call, const char *room)
{
	struct bot_words *words = &call->words;

	memmove(words->data, room, strlen(room) + 1);
	words->word[0] = "night";
	words->word[1] = "join";
	words->word[2] = "in";
	words->word[3] = words->data;
	words->count = call->message->private ? 4 : 2;
	call->command = bot_command_find("night");
}

static void note_challenge(const struct bot_call *call, const struct bot_match *match, void *self)
{
	bool *waits = self;

	*waits = *waits || bot_challenge_may_decline(call, match);
}

/* Makes the call `accept` if a challenge waits for the sender. */
static void read_challenge(struct bot_call *call)
{
	bool waits = false;

	bot_match_visit_own(call, BOT_CHALLENGE, note_challenge, &waits);
	if (!waits)
		return;
	call->command = bot_command_find("accept");
	call->words.word[0] = "accept";
	call->words.count = 1;
}

void bot_typed_yes_read(struct bot_call *call)
{
	struct bot_words *words = &call->words;
	bool yes = bot_answer_is_yes(words);
	char room[BOT_ID_SIZE];

	if (words->question || words->id != 0 ||
		(!yes && bot_phrase_find(words) != BOT_PHRASE_HERE))
		return;
	bot_check_in_find(call, room);
	if (room[0])
		check_in(call, room);
	else if (yes && !bot_words_mean(words->word[0], "ok"))
		read_challenge(call);
	if (!call->command && !call->message->private && words->count == 1 &&
		strcmp(words->word[0], BOT_REACTION_YES) == 0)
		words->word[0] = "join"; /* the reader of phrases finds out what for */
}
