#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/reader_zone.h"
#include "bot/text/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The room that the command is about, or "" for all rooms. */
static const char *get_room(const struct bot_call *call)
{
	return call->message->private ? "" : call->message->room;
}

/*
 * Reads an hour of the day, as in "18", "18:00" and "18h". Returns the text after it, or NULL if
 * the text does not begin with an hour from 0 to 24.
 */
static const char *read_hour(const char *text, int *hour)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return NULL;
	long number = strtol(text, &end, 10);
	if (end - text > 2 || number > 24)
		return NULL;
	if (strncmp(end, ":00", 3) == 0)
		end += 3;
	else if (*end == 'h' || *end == 'H')
		end++;
	*hour = (int)number;
	return end;
}

/* Reads hours such as "18-23" and "22:00-6:00". Returns false for other words. */
static bool read_hours(const char *word, struct bot_notify_hours *hours)
{
	int from, to;
	const char *rest = read_hour(word, &from);

	if (!rest || *rest != '-')
		return false;
	rest = read_hour(rest + 1, &to);
	if (!rest || *rest || from == to)
		return false;
	hours->from = from % 24;
	hours->to = to % 24;
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
	if (count == 2 && bot_words_mean(call->words.word[1], "off")) {
		turn_off(call);
		return;
	}
	bool on = bot_words_mean(call->words.word[1], "on");
	/* "on", "18-23", or "on 18-23" */
	if (count == 2 ? on || read_hours(call->words.word[1], &hours)
		       : on && read_hours(call->words.word[2], &hours))
		turn_on(call, &hours);
	else
		ask(call);
}
