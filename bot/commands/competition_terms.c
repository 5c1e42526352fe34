#include "bot/commands/competition_terms.h"

#include "bot/challenge/room_terms.h"
#include "bot/challenge/term_question.h"
#include "bot/challenge/terms.h"
#include "bot/text/words.h"

/* Returns what is wrong with a term that was read into `match`, or BOT_MSG_COUNT. */
static enum bot_msg find_fault(const struct bot_match *match)
{
	if (match->player[EG_BLACK][0] || match->casual)
		return BOT_MSG_TERM_UNKNOWN;
	if (match->bank > 0)
		return BOT_MSG_TERM_RESERVE_HERE;
	return bot_match_has_handicap(match) ? BOT_MSG_TERM_HANDICAP_HERE : BOT_MSG_COUNT;
}

/*
 * Reads the term that begins at the word *i into `match`. *i becomes the last word of the term. If
 * competitions have no such term, asks the sender for another one, and returns false.
 */
static bool read_term(const struct bot_call *call, size_t *i, struct bot_match *match)
{
	size_t first = *i;

	enum bot_msg wrong = bot_challenge_read_term(call, i, match);
	if (wrong == BOT_MSG_COUNT)
		wrong = find_fault(match);
	if (wrong != BOT_MSG_COUNT)
		bot_challenge_ask_for_term(call, wrong, first);
	return wrong == BOT_MSG_COUNT;
}

/*
 * Reads "third place", or only "third", which the word *i begins; or "pools", which says nothing.
 * *i becomes the index of the last word.
 */
static bool read_tableau(const struct bot_words *words, size_t *i, bool *third_place)
{
	if (bot_words_mean(words->word[*i], "pools"))
		return true;
	if (!bot_words_mean(words->word[*i], "third"))
		return false;
	if (*i + 1 < words->count && bot_words_mean(words->word[*i + 1], "place"))
		++*i;
	*third_place = true;
	return true;
}

bool bot_competition_terms_read(const struct bot_call *call, const struct bot_kind *kind, size_t i,
	struct bot_competition *competition)
{
	bool has_tableau = kind->add_rounds != NULL;
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES};

	bot_room_terms_get(call->host, call->message->room, &match);
	match.clock = kind->clock;
	match.casual = false;
	for (; i < call->words.count; i++) {
		if (has_tableau && read_tableau(&call->words, &i, &competition->third_place))
			continue;
		if (!read_term(call, &i, &match))
			return false;
	}
	if (match.clock < kind->clock_least || match.clock > kind->clock_most) {
		bot_reply(call, kind->wrong_clock, (struct bot_args){0});
		return false;
	}
	competition->rules = match.rules;
	competition->rules.first = EG_NOBODY;
	competition->clock = match.clock;
	return true;
}
