#include "bot/commands/season_terms.h"

#include "bot/challenge/room_terms.h"
#include "bot/challenge/term_question.h"
#include "bot/challenge/terms.h"
#include "bot/season/direction.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

#define DAY    (INT64_C(24) * 3600000)
#define DIGITS "0123456789"

/* Finds the length of a unit of time, in milliseconds. Returns 0 if the text is no unit. */
static int64_t find_unit(const char *text)
{
	if (strcasecmp(text, "w") == 0 || bot_words_mean(text, "week"))
		return BOT_SEASON_WEEK;
	return strcasecmp(text, "d") == 0 || bot_words_mean(text, "day") ? DAY : 0;
}

bool bot_season_read_length(const struct bot_call *call, size_t *i, int64_t *length)
{
	const struct bot_words *words = &call->words;
	const char *word = *i < words->count ? words->word[*i] : "";
	char number[4] = "";
	size_t digits = strspn(word, DIGITS);
	bool apart = digits > 0 && word[digits] == '\0' && *i + 1 < words->count;
	int64_t unit = find_unit(apart ? words->word[*i + 1] : word + digits), count;

	if (digits == 0 || unit == 0)
		return false;
	*i += apart ? 2 : 1;
	*length = 0;
	if (digits >= sizeof(number))
		return true;
	memcpy(number, word, digits);
	if (bot_words_number(number, BOT_SEASON_WEEKS_MOST * BOT_SEASON_WEEK / unit, &count) &&
		count * unit >= BOT_SEASON_WEEK)
		*length = count * unit;
	return true;
}

/* Reads the terms that follow into `match`, which has those of the room. */
static enum bot_error read(
	const struct bot_call *call, size_t i, struct bot_match *match, bool *is_read)
{
	for (; i < call->words.count; i++) {
		size_t first = i;
		enum bot_msg wrong = bot_challenge_read_term(call, &i, match);

		if (wrong == BOT_MSG_COUNT && match->player[EG_BLACK][0])
			wrong = BOT_MSG_TERM_UNKNOWN;
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
