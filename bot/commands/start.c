#include "bot/commands/start.h"

#include "bot/call/question.h"
#include "bot/commands/challenge.h"
#include "bot/commands/challenge_answer.h"
#include "bot/commands/practice.h"
#include "bot/commands/view.h"
#include "bot/match/selection.h"

#include <inttypes.h>
#include <stdio.h>

/* What waits for the sender: in a room only what waits there. */
struct waiting {
	bool played;                /* the sender plays in a match */
	struct bot_match challenge; /* a challenge to the sender; its id is 0 if there is none */
};

static enum bot_error note_waiting(
	const struct bot_call *call, const struct bot_match *match, void *self)
{
	struct waiting *waiting = self;

	waiting->played = waiting->played || bot_match_is_played(call, match);
	if (bot_challenge_may_decline(call, match))
		waiting->challenge = *match;
	return BOT_OK;
}

static enum bot_error find_waiting(const struct bot_call *call, struct waiting *waiting)
{
	*waiting = (struct waiting){0};
	return bot_match_visit_own(call, -1, note_waiting, waiting);
}

static enum bot_error say_challenged(const struct bot_call *call, const struct bot_match *match)
{
	char name[BOT_LABEL_SIZE], number[32];
	struct bot_page page;

	enum bot_error error = bot_name_label(call->host->store, bot_match_challenger(match), name);
	if (error)
		return error;
	snprintf(number, sizeof(number), "#%" PRId64, match->id);
	error = bot_write_reply(call, BOT_MSG_CHALLENGED,
		(struct bot_args){.id = match->id, .challenger = name}, &page);
	return error ? error : bot_ask_page(call, &page, BOT_ASKS_ACCEPT, number);
}

enum bot_error bot_start_tell_challenged(struct bot_call *call, bool *told)
{
	struct waiting waiting;

	enum bot_error error = find_waiting(call, &waiting);
	*told = waiting.challenge.id != 0;
	return error || !*told ? error : say_challenged(call, &waiting.challenge);
}

/* In a room, `play @bob` is a challenge. Without more words, the bot says how to challenge. */
static enum bot_error start_in_room(struct bot_call *call)
{
	return call->words.count > 1 ? bot_run_challenge(call)
				     : bot_reply(call, BOT_MSG_WELCOME, (struct bot_args){0});
}

/*
 * In private, shows what waits for the sender: their hand or a challenge. If nothing waits, answers
 * a greeting with what they can do here, and begins a practice match otherwise.
 */
enum bot_error bot_run_start(struct bot_call *call)
{
	struct waiting waiting;
	struct bot_page page;

	if (!call->message->private)
		return start_in_room(call);
	enum bot_error error = find_waiting(call, &waiting);
	if (error)
		return error;
	if (waiting.played)
		return bot_run_hand(call);
	if (waiting.challenge.id != 0)
		return say_challenged(call, &waiting.challenge);
	if (!bot_words_mean(call->words.word[0], "hello"))
		return bot_run_practice(call);
	bot_page_init(&page, call->lang);
	bot_page_say(
		&page, BOT_MSG_WELCOME_PRIVATE, &(struct bot_args){.prefix = call->host->prefix});
	return bot_reply_page(call, &page);
}
