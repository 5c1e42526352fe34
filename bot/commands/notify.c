#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/quiet_hours.h"
#include "bot/call/reader_zone.h"
#include "bot/text/words.h"

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
static bool read_hours(const struct bot_words *words, size_t first, struct bot_notify_hours *hours)
{
	struct bot_day_hours day;

	if (words->count == first + 1 && strcmp(words->word[first], "0-24") == 0)
		return true; /* `hours` are all hours already */
	if (!bot_day_hours_read(words, first, &day) || day.from % 60 != 0 || day.to % 60 != 0)
		return false;
	*hours = (struct bot_notify_hours){.from = day.from / 60, .to = day.to / 60};
	return true;
}

/* Writes the hours in words, with their zone, or an empty text if they are all hours. */
static void write_hours(const struct bot_lang *lang, const struct bot_notify_hours *hours,
	const char *zone, char *words, size_t size)
{
	char from[8], to[8];
	struct bot_text text;

	words[0] = '\0';
	if (hours->from == hours->to)
		return;
	bot_text_init(&text, from, sizeof(from));
	bot_text_add_number(&text, hours->from);
	bot_text_init(&text, to, sizeof(to));
	bot_text_add_number(&text, hours->to == 0 ? 24 : hours->to);
	bot_page_string(lang, BOT_MSG_NOTIFY_HOURS,
		&(struct bot_args){.first = from, .until = to, .name = zone}, words, size);
}

static void say_on(const struct bot_call *call, const struct bot_notify_hours *hours)
{
	char words[64 + BOT_ZONE_SIZE], zone[BOT_ZONE_SIZE];

	bot_reader_zone(call->host, call->message->sender, zone);
	write_hours(call->lang, hours, zone, words, sizeof(words));
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
	struct bot_notify_hours hours;

	if (!bot_found(bot_notify_list_get(
		    call->host->store, get_room(call), call->message->sender, &hours)))
		ask(call);
	else
		say_on(call, &hours);
}

static void turn_on(const struct bot_call *call, const struct bot_notify_hours *hours)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_hours old;
	size_t count = 0;

	if (!bot_found(bot_notify_list_get(store, get_room(call), user, &old)))
		bot_must(bot_notify_list_count(store, user, &count));
	if (count >= BOT_NOTIFY_ROOMS_MOST) {
		bot_reply(call, BOT_MSG_NOTIFY_FULL,
			(struct bot_args){.count = BOT_NOTIFY_ROOMS_MOST});
		return;
	}
	bot_must(bot_notify_list_add(store, get_room(call), user, hours));
	say_on(call, hours);
}

static void turn_off(const struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_hours hours;

	if (call->message->private) {
		bot_must(bot_notify_list_remove_user(store, user));
		bot_reply(call, BOT_MSG_NOTIFY_OFF_EVERYWHERE, (struct bot_args){0});
		return;
	}
	bot_must(bot_notify_list_remove(store, call->message->room, user));
	bool everywhere = bot_found(bot_notify_list_get(store, "", user, &hours));
	bot_reply(call, everywhere ? BOT_MSG_NOTIFY_STILL_EVERYWHERE : BOT_MSG_NOTIFY_OFF,
		(struct bot_args){0});
}

void bot_run_notify(struct bot_call *call)
{
	struct bot_notify_hours hours = {0, 0};
	size_t count = call->words.count;

	if (count == 1) {
		show(call);
		return;
	}
	if (turns_off(&call->words)) {
		turn_off(call);
		return;
	}
	bool on = bot_words_mean(call->words.word[1], "on");
	/* "on", "18-23", or "on 18-23" */
	if ((on && count == 2) || read_hours(&call->words, on ? 2 : 1, &hours))
		turn_on(call, &hours);
	else
		ask(call);
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
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_QUIET_IN_UTC,
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
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_SETTING_QUIET, &(struct bot_args){.name = text});
}
