#include "bot/commands/season_terms.h"

#include "bot/base/duration.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/commands/competition_term.h"
#include "bot/call/days.h"
#include "bot/competition/season_kind.h"
#include "bot/text/words.h"

bool bot_season_read_length(const struct bot_call *call, size_t *i, int64_t *length)
{
	int days;

	if (*i + 1 < call->words.count && (bot_words_mean(call->words.word[*i], "for") ||
						  bot_words_mean(call->words.word[*i], "of")))
		++*i;
	if (!bot_days_read(call, i, (int)(BOT_SEASON_WEEKS_MOST * BOT_WEEK / BOT_DAY), &days))
		return false;
	*length = days * BOT_DAY >= BOT_WEEK ? days * BOT_DAY : 0;
	return true;
}

/* Reads the terms that follow into `match`, which has those of the room. */
static bool read(const struct bot_call *call, size_t i, struct bot_match *match)
{
	for (match->casual = false; i < call->words.count; i++)
		if (!bot_competition_term_read(call, &i, match))
			return false;
	if (match->clock >= BOT_SEASON_CLOCK_LEAST && match->clock <= BOT_SEASON_CLOCK_MOST)
		return true;
	bot_reply(call, BOT_MSG_SEASON_CLOCK, (struct bot_args){0});
	return false;
}

bool bot_season_read_terms(
	const struct bot_call *call, size_t i, struct bot_competition *competition)
{
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES};

	bot_room_terms_get(call->host, call->message->room, &match);
	match.clock = BOT_SEASON_CLOCK;
	bool is_read = read(call, i, &match);
	competition->rules = match.rules;
	competition->rules.first = EG_NOBODY;
	competition->clock = match.clock;
	return is_read;
}
