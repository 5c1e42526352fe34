#include "bot/commands/weekly_night.h"

#include "bot/call/time_zone.h"
#include "bot/commands/night_terms.h"
#include "bot/night/weekly.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

static bool read_weekday(const char *word, uint8_t *weekday)
{
	static const char *const names[] = {
		"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
	const char *english = bot_words_in_english(word);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);

		if (strncasecmp(english, names[i], length) == 0 &&
			(!english[length] || strcasecmp(english + length, "s") == 0)) {
			*weekday = (uint8_t)i;
			return true;
		}
	}
	return false;
}

/*
 * Reads "friday 20:00" or "friday at 20:00", in any language: one word may stand between the two.
 * *i becomes the next word.
 */
static bool read_when(const struct bot_words *words, size_t *i, struct bot_repeated_night *weekly)
{
	int minute;

	if (*i >= words->count || !read_weekday(words->word[*i], &weekly->weekday))
		return false;
	for (size_t j = *i + 1; j < words->count && j <= *i + 2; j++) {
		if (!bot_zone_read_minute(words->word[j], &minute))
			continue;
		weekly->minute = (uint16_t)minute;
		*i = j + 1;
		return true;
	}
	return false;
}

/* Says what is missing, and in which time zone the time is. */
static enum bot_error reply_which(const struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE];

	enum bot_error error = bot_zone_of_room(call->host, call->message->room, zone);
	return error ? error
		     : bot_reply(call, BOT_MSG_NIGHT_EVERY_WHICH, (struct bot_args){.name = zone});
}

enum bot_error bot_night_repeat(const struct bot_call *call)
{
	struct bot_repeated_night weekly = {0};
	struct bot_night_terms terms;
	bool read = false;
	size_t i = 2;

	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	if (!read_when(&call->words, &i, &weekly))
		return reply_which(call);
	enum bot_error error = bot_night_read_terms(call, i, &terms, &read);
	if (error || !read)
		return error;
	weekly.rules = terms.rules;
	weekly.clock = terms.clock;
	weekly.third_place = terms.third_place;
	return bot_weekly_begin(call, &weekly);
}
