#include "bot/commands/night_terms.h"

#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/commands/competition_term.h"
#include "bot/competition/night_kind.h"
#include "bot/text/words.h"

/*
 * Reads "third place", or only "third", which the word *i begins. *i becomes the index of the last
 * word.
 */
static bool read_third_place(const struct bot_words *words, size_t *i)
{
	if (!bot_words_mean(words->word[*i], "third"))
		return false;
	if (*i + 1 < words->count && bot_words_mean(words->word[*i + 1], "place"))
		++*i;
	return true;
}

/* Reads the terms that follow into `match`, which has those of the room. */
static bool read(const struct bot_call *call, size_t i, struct bot_match *match, bool *third_place)
{
	for (match->casual = false; i < call->words.count; i++) {
		if (bot_words_mean(call->words.word[i], "pools")) /* each night has pools */
			continue;
		if (read_third_place(&call->words, &i)) {
			*third_place = true;
			continue;
		}
		if (!bot_competition_term_read(call, &i, match))
			return false;
	}
	if (match->clock > 0 && match->clock <= BOT_NIGHT_CLOCK_MOST)
		return true;
	bot_reply(call, BOT_MSG_NIGHT_CLOCK, (struct bot_args){0});
	return false;
}

bool bot_night_read_terms(const struct bot_call *call, size_t i, struct bot_night_terms *terms)
{
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES};

	*terms = (struct bot_night_terms){0};
	bot_room_terms_get(call->host, call->message->room, &match);
	match.clock = BOT_NIGHT_CLOCK;
	bool is_read = read(call, i, &match, &terms->third_place);
	terms->rules = match.rules;
	terms->rules.first = EG_NOBODY;
	terms->clock = match.clock;
	return is_read;
}
