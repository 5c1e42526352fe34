#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/quiet_hours.h"
#include "bot/call/reader_zone.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Whether "off" or "never" is all that follows the command. */
static bool turns_off(const struct bot_words *words)
{
	return words->count == 2 &&
	       (bot_words_mean(words->word[1], "off") || bot_words_mean(words->word[1], "never"));
}

/* The room that the command is about, or "" for all rooms. */
static const char *get_room(const struct bot_call *call)
{
	return call->message->private ? "" : call->message->room;
}

/* Reads whole hours such as "18-23" and "22:00-6:00". Returns false for other words. */
static bool read_hours(
	const struct bot_words *words, size_t first, struct bot_notify_limits *limits)
{
	struct bot_day_hours day = {0};
	const bool all = words->count == first + 1 && strcmp(words->word[first], "0-24") == 0;

	if (!all &&
		(!bot_day_hours_read(words, first, &day) || day.from % 60 != 0 || day.to % 60 != 0))
		return false;
	limits->from = day.from / 60;
	limits->to = day.to / 60;
	return true;
}

#define LEAST_RATING 100 /* a number below it is an hour */

/* Whether the word has a number of a rating. Numbers of hours have one or two digits. */
static bool is_of_ratings(const char *word)
{
	size_t digits = 0;

	for (; *word && digits < 3; word++)
		digits = isdigit((unsigned char)*word) ? digits + 1 : 0;
	return digits == 3;
}

static bool parse_ratings(char *text, struct bot_notify_limits *limits)
{
	char *dash = strchr(text, '-');
	int64_t lowest, highest;

	if (!dash)
		return false;
	*dash = '\0';
	if (!bot_words_number(text, BOT_NOTIFY_RATING_MOST, &lowest) ||
		!bot_words_number(dash + 1, BOT_NOTIFY_RATING_MOST, &highest) ||
		lowest < LEAST_RATING || lowest >= highest)
		return false;
	limits->lowest = (int)lowest;
	limits->highest = (int)highest;
	return true;
}

/*
 * Reads ratings such as "1400-1700" and "1400 to 1700", if there are any, and removes them from the
 * words. Returns false if they are no range of ratings.
 */
static bool take_ratings(struct bot_words *words, size_t first, struct bot_notify_limits *limits)
{
	char joined[16];
	struct bot_text text = bot_text_in(joined, sizeof(joined));
	size_t kept = first;

	for (size_t i = first; i < words->count; i++) {
		const char *word = words->word[i];
		bool is_dash = strcmp(word, "-") == 0 && i + 1 < words->count &&
			       is_of_ratings(words->word[i + 1]);

		if (is_of_ratings(word)) {
			bot_text_add(&text, text.used > 0 ? "-" : "");
			bot_text_add(&text, word);
		} else if (!is_dash && !bot_words_mean(word, "rating"))
			words->word[kept++] = word;
	}
	words->count = kept;
	return text.used == 0 || (!text.cut && parse_ratings(joined, limits));
}

/* Whether no more than words that stand beside times, such as "to", are left. */
static bool has_only_fillers(const struct bot_words *words, size_t first)
{
	while (first < words->count && bot_day_hours_is_filler(words->word[first]))
		first++;
	return first == words->count;
}

/*
 * Reads the hours, the ratings or both. What the words do not name stays as it is in *limits.
 * Returns BOT_MSG_COUNT, or the message that says what is wrong.
 */
static enum bot_msg read_limits(
	const struct bot_words *words, size_t first, struct bot_notify_limits *limits)
{
	struct bot_words hours =
		*words; /* the text of its words is in `words`, which lives longer */

	if (!take_ratings(&hours, first, limits))
		return BOT_MSG_NOTIFY_RATINGS_WHICH;
	if (hours.count < words->count && has_only_fillers(&hours, first))
		return BOT_MSG_COUNT;
	return read_hours(&hours, first, limits) ? BOT_MSG_COUNT : BOT_MSG_NOTIFY_WHICH;
}

/*
 * Writes the hours in words, with their zone, and the ratings. Writes an empty text if they are all
 * hours and all ratings.
 */
static void write_limits(const struct bot_lang *lang, const struct bot_notify_limits *limits,
	const char *zone, char *words, size_t size)
{
	char from[8], to[8];
	struct bot_args args = {.first = from, .until = to, .name = zone};

	words[0] = '\0';
	if (limits->from != limits->to) {
		snprintf(from, sizeof(from), "%d", limits->from);
		snprintf(to, sizeof(to), "%d", limits->to == 0 ? 24 : limits->to);
		bot_page_string(lang, BOT_MSG_NOTIFY_HOURS, &args, words, size);
	}
	if (limits->highest > 0) {
		snprintf(from, sizeof(from), "%d", limits->lowest);
		snprintf(to, sizeof(to), "%d", limits->highest);
		bot_page_string(lang, BOT_MSG_NOTIFY_RATINGS, &args, words + strlen(words),
			size - strlen(words));
	}
}

static void say_on(const struct bot_call *call, const struct bot_notify_limits *limits)
{
	char words[256 + BOT_ZONE_SIZE], zone[BOT_ZONE_SIZE];

	bot_reader_zone(call->host, call->message->sender, zone);
	write_limits(call->lang, limits, zone, words, sizeof(words));
	bot_reply(call, call->message->private ? BOT_MSG_NOTIFY_ON_EVERYWHERE : BOT_MSG_NOTIFY_ON,
		(struct bot_args){.words = words});
}

/* Asks whether the bot should mention the sender when somebody makes a challenge. */
static void ask(const struct bot_call *call)
{
	bot_ask_for_option(call, BOT_MSG_NOTIFY_WHICH, 1, "on off");
}

/* Says when the bot mentions the sender. If it never does, asks whether it should. */
static void show(const struct bot_call *call)
{
	struct bot_notify_limits limits;

	if (!bot_notify_list_get(call->host->store, get_room(call), call->message->sender, &limits))
		ask(call);
	else
		say_on(call, &limits);
}

static void turn_on(const struct bot_call *call, const struct bot_notify_limits *limits)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_limits old;
	size_t count = 0;

	if (!bot_notify_list_get(store, get_room(call), user, &old))
		count = bot_notify_list_count(store, user);
	if (count >= BOT_NOTIFY_ROOMS_MOST) {
		bot_reply(call, BOT_MSG_NOTIFY_FULL,
			(struct bot_args){.count = BOT_NOTIFY_ROOMS_MOST});
		return;
	}
	bot_notify_list_add(store, get_room(call), user, limits);
	say_on(call, limits);
}

static void turn_off(const struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_limits limits;

	if (call->message->private) {
		bot_notify_list_remove_user(store, user);
		bot_reply(call, BOT_MSG_NOTIFY_OFF_EVERYWHERE, (struct bot_args){0});
		return;
	}
	bot_notify_list_remove(store, call->message->room, user);
	bool everywhere = bot_notify_list_get(store, "", user, &limits);
	bot_reply(call, everywhere ? BOT_MSG_NOTIFY_STILL_EVERYWHERE : BOT_MSG_NOTIFY_OFF,
		(struct bot_args){0});
}

/*
 * "on" is for all hours and ratings. Hours or ratings change only these; "on 18-23" is for all
 * ratings. A sentence without hours, as "tell me when someone wants to play", changes neither.
 */
void bot_run_notify(struct bot_call *call)
{
	struct bot_notify_limits limits = {0};
	size_t count = call->words.count;

	if (count == 1) {
		show(call);
		return;
	}
	if (turns_off(&call->words)) {
		turn_off(call);
		return;
	}
	const bool on = bot_words_mean(call->words.word[1], "on");
	if (!on || bot_words_are_read(&call->words))
		bot_notify_list_get(
			call->host->store, get_room(call), call->message->sender, &limits);
	enum bot_msg wrong =
		on && count == 2 ? BOT_MSG_COUNT : read_limits(&call->words, on ? 2 : 1, &limits);
	if (wrong == BOT_MSG_COUNT)
		turn_on(call, &limits);
	else if (wrong == BOT_MSG_NOTIFY_WHICH)
		ask(call);
	else
		bot_reply(call, wrong, (struct bot_args){0});
}

/* Quiet hours */

/* Answers with the hours and the sender's zone. If the zone is unknown, says how to choose one. */
static void say_quiet(
	const struct bot_call *call, enum bot_msg msg, const struct bot_day_hours *hours)
{
	char from[BOT_DAY_HOURS_SIZE], to[BOT_DAY_HOURS_SIZE], zone[BOT_ZONE_SIZE];
	struct bot_args args = {.first = from, .until = to, .name = zone};
	BOT_PAGE(page);

	bot_day_hours_write_minute(hours->from, from);
	bot_day_hours_write_minute(hours->to, to);
	enum bot_zone_source source = bot_reader_zone(call->host, call->message->sender, zone);
	bot_write_reply(call, msg, args, &page);
	if (!bot_zone_is_known(source)) {
		bot_page_say_after(&page, BOT_MSG_QUIET_IN_UTC,
			&(struct bot_args){.prefix = bot_call_prefix(call)});
	}
	bot_reply_page(call, &page);
}

static void show_quiet(const struct bot_call *call)
{
	const struct bot_day_hours example = {22 * 60, 8 * 60};
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(call->host, call->message->sender, &hours))
		say_quiet(call, BOT_MSG_QUIET_NONE, &example);
	else
		say_quiet(call, BOT_MSG_QUIET_HOURS, &hours);
}

static bool says_morning(const struct bot_words *words)
{
	bool any = false;

	for (size_t i = 1; i < words->count; i++)
		any = any || strstr(words->word[i], "am");
	return any;
}

/* Returns when the hours begin: who says "between 11 and 7" speaks of the night. */
static int move_to_evening(const struct bot_day_hours *hours)
{
	enum { TEN = 10 * 60, NOON = 12 * 60 };

	return hours->from >= TEN && hours->from < NOON && hours->to < hours->from
		       ? hours->from + NOON
		       : hours->from;
}

void bot_run_quiet(struct bot_call *call)
{
	const char *user = call->message->sender;
	struct bot_day_hours hours;

	if (call->words.count == 1) {
		show_quiet(call);
		return;
	}
	if (turns_off(&call->words)) {
		bot_quiet_hours_set(call->host, user, NULL);
		bot_reply(call, BOT_MSG_QUIET_OFF, (struct bot_args){0});
		return;
	}
	if (!bot_day_hours_read(&call->words, 1, &hours)) {
		bot_reply(call, BOT_MSG_QUIET_WHICH, (struct bot_args){0});
		return;
	}
	if (bot_words_are_read(&call->words) && !says_morning(&call->words))
		hours.from = move_to_evening(&hours);
	bot_quiet_hours_set(call->host, user, &hours);
	say_quiet(call, BOT_MSG_QUIET_HOURS, &hours);
}

void bot_quiet_hours_add_setting(const struct bot_call *call, struct bot_page *page)
{
	char text[BOT_DAY_HOURS_SIZE];
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(call->host, call->message->sender, &hours))
		bot_page_string(page->lang, BOT_MSG_SETTING_QUIET_OFF, NULL, text, sizeof(text));
	else
		bot_day_hours_write(&hours, text);
	bot_page_say_below(page, BOT_MSG_SETTING_QUIET, &(struct bot_args){.name = text});
}
