#include "bot/commands/competition_term.h"

#include "bot/challenge/term_question.h"
#include "bot/challenge/terms.h"

/* Returns what is wrong with a term that was read into `match`, or BOT_MSG_COUNT. */
static enum bot_msg find_fault(const struct bot_match *match)
{
	if (match->player[EG_BLACK][0] || match->casual)
		return BOT_MSG_TERM_UNKNOWN;
	if (match->bank > 0)
		return BOT_MSG_TERM_RESERVE_HERE;
	return bot_match_has_handicap(match) ? BOT_MSG_TERM_HANDICAP_HERE : BOT_MSG_COUNT;
}

bool bot_competition_term_read(const struct bot_call *call, size_t *i, struct bot_match *match)
{
	size_t first = *i;

	enum bot_msg wrong = bot_challenge_read_term(call, i, match);
	if (wrong == BOT_MSG_COUNT)
		wrong = find_fault(match);
	if (wrong != BOT_MSG_COUNT)
		bot_challenge_ask_for_term(call, wrong, first);
	return wrong == BOT_MSG_COUNT;
}
