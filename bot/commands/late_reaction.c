#include "bot/commands/late_reaction.h"

#include "bot/call/once.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/text/plain.h"

#include <string.h>

static void tell_of_challenge(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_CHALLENGE_LATE, (struct bot_args){.id = call->words.id});
}

static void tell_of_rematch(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_NO_REMATCH, (struct bot_args){0});
}

static void tell_of_question(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_QUESTION_LATE, (struct bot_args){0});
}

/*
 * Whether the sender tries to accept a challenge that is over. The store does not tell who might
 * have accepted a challenge that became a match, so everybody counts but its players. Only a check
 * mark counts: bystanders who put a thumb below a challenge want nothing.
 */
static bool accepts_late(const struct bot_call *call, const struct bot_match *match)
{
	const char *challenged = bot_match_challenged(match);
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	if (match->status == BOT_CHALLENGE || seat == match->challenger)
		return false;
	if (match->status == BOT_ENDED && match->ended == 0)
		return !challenged[0] || seat != EG_NOBODY;
	return seat == EG_NOBODY;
}

/* Whether the sender asks for a rematch that is not possible, though the bot has offered it. */
static bool repeats_late(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ENDED && match->ending != BOT_STOPPED &&
	       bot_match_seat(match, call->message->sender) != EG_NOBODY;
}

static bool has_key(const struct bot_call *call, const char *key)
{
	char plain[32];

	bot_plain_write(call->message->text, plain, sizeof(plain));
	return strcmp(plain, key) == 0;
}

bot_late_reaction bot_late_reaction_to_match(
	const struct bot_call *call, const struct bot_match *match, enum bot_post_role role)
{
	if (role == BOT_POST_CHALLENGE && has_key(call, BOT_REACTION_YES))
		return accepts_late(call, match) ? tell_of_challenge : NULL;
	if (role == BOT_POST_END && has_key(call, BOT_REACTION_AGAIN))
		return repeats_late(call, match) ? tell_of_rematch : NULL;
	return NULL;
}

bot_late_reaction bot_late_reaction_to_question(
	const struct bot_call *call, const struct bot_post *question)
{
	return has_key(call, BOT_REACTION_YES) && bot_question_was_asked(call, question)
		       ? tell_of_question
		       : NULL;
}
