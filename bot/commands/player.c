#include "bot/commands/player.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/text/words.h"

#include <math.h>
#include <string.h>

void bot_player_rating(struct bot_args *args, const struct bot_rating *rating)
{
	args->rating = lround(rating->glicko.rating);
	args->deviation = lround(2 * rating->glicko.deviation);
	args->won = rating->won;
	args->count = rating->played;
}

size_t bot_player_words(const struct bot_call *call, const char *option)
{
	const struct bot_words *words = &call->words;
	size_t count = words->count - 1;
	char user[BOT_ID_SIZE];

	if (count == 0 || !bot_words_mean(words->word[count], option))
		return count;
	/* Thomas More is a name. */
	if (count > 1 && bot_people_find(call, 1, count, user) == BOT_MSG_COUNT)
		return count;
	return count - 1;
}

/*
 * Reads the id or the display name of a person: the `count` words after the command's name. Returns
 * BOT_MSG_COUNT, or a message about the fault.
 */
static enum bot_msg read_person(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE])
{
	enum bot_user_word kind = bot_call_read_user(call, call->words.word[1], user);

	if (count == 1 && bot_people_is_everybody(call, call->words.word[1]))
		return BOT_MSG_EVERYBODY;
	if (kind == BOT_BAD_USER)
		return BOT_MSG_BAD_USER;
	if (kind == BOT_USER)
		return count == 1 ? BOT_MSG_COUNT : BOT_MSG_STATS_WHO;
	enum bot_msg wrong = bot_people_find(call, 1, count, user);
	return wrong == BOT_MSG_TERM_UNKNOWN ? BOT_MSG_STATS_WHO : wrong;
}

void bot_player_find(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE])
{
	if (count == 0) {
		memcpy(user, call->message->sender, strlen(call->message->sender) + 1);
		return;
	}
	enum bot_msg wrong = read_person(call, count, user);
	if (wrong == BOT_MSG_COUNT)
		return;
	user[0] = '\0';
	bot_people_ask(call, wrong, 1, count);
}
