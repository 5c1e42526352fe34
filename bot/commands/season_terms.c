#include "bot/commands/season_terms.h"

#include "bot/base/duration.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/term_question.h"
#include "bot/challenge/terms.h"
#include "bot/commands/days.h"
#include "bot/season/direction.h"
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
static enum bot_error read(
	const struct bot_call *call, size_t i, struct bot_match *match, bool *is_read)
{
	for (match->casual = false; i < call->words.count; i++) {
		size_t first = i;
		enum bot_msg wrong = bot_challenge_read_term(call, &i, match);

		if (wrong == BOT_MSG_COUNT && (match->player[EG_BLACK][0] || match->casual))
			wrong = BOT_MSG_TERM_UNKNOWN;
		if (wrong == BOT_MSG_COUNT && match->bank > 0)
			wrong = BOT_MSG_TERM_RESERVE_HERE;
		if (wrong == BOT_MSG_COUNT && bot_match_has_handicap(match))
			wrong = BOT_MSG_TERM_HANDICAP_HERE;
		if (wrong != BOT_MSG_COUNT)
			return bot_challenge_ask_for_term(call, wrong, first);
	}
	*is_read = match->clock >= BOT_SEASON_CLOCK_LEAST && match->clock <= BOT_SEASON_CLOCK_MOST;
	return *is_read ? BOT_OK : bot_reply(call, BOT_MSG_SEASON_CLOCK, (struct bot_args){0});
}

enum bot_error bot_season_read_terms(
	const struct bot_call *call, size_t i, struct bot_competition *competition, bool *is_read)
{
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES};

	*is_read = false;
	enum bot_error error = bot_room_terms_get(call->host, call->message->room, &match);
	match.clock = BOT_SEASON_CLOCK;
	if (!error)
		error = read(call, i, &match, is_read);
	competition->rules = match.rules;
	competition->rules.first = EG_NOBODY;
	competition->clock = match.clock;
	return error;
}
