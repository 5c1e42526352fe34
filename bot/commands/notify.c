#include "bot/commands/notify.h"

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

static enum bot_error say_on(const struct bot_call *call, const struct bot_notify_hours *hours)
{
	char words[64 + BOT_ZONE_SIZE], zone[BOT_ZONE_SIZE];
	enum bot_zone_source source;

	enum bot_error error = bot_reader_zone(call->host, call->message->sender, zone, &source);
	if (error)
		return error;
	write_hours(call->lang, hours, zone, words, sizeof(words));
	return bot_reply(call,
		call->message->private ? BOT_MSG_NOTIFY_ON_EVERYWHERE : BOT_MSG_NOTIFY_ON,
		(struct bot_args){.words = words});
}

/* Asks whether the bot should mention the sender when somebody makes a challenge. */
static enum bot_error ask(const struct bot_call *call)
{
	return bot_ask_for_option(call, BOT_MSG_NOTIFY_WHICH, 1, "on off");
}

/* Says when the bot mentions the sender. If it never does, asks whether it should. */
static enum bot_error show(const struct bot_call *call)
{
	struct bot_notify_hours hours;

	enum bot_error error = bot_notify_list_get(
		call->host->store, get_room(call), call->message->sender, &hours);
	if (error == BOT_NOT_FOUND)
		return ask(call);
	return error ? error : say_on(call, &hours);
}

static enum bot_error turn_on(const struct bot_call *call, const struct bot_notify_hours *hours)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_hours old;
	size_t count = 0;

	enum bot_error error = bot_notify_list_get(store, get_room(call), user, &old);
	if (error == BOT_NOT_FOUND)
		error = bot_notify_list_count(store, user, &count);
	if (error)
		return error;
	if (count >= BOT_NOTIFY_ROOMS_MOST)
		return bot_reply(call, BOT_MSG_NOTIFY_FULL,
			(struct bot_args){.count = BOT_NOTIFY_ROOMS_MOST});
	error = bot_notify_list_add(store, get_room(call), user, hours);
	return error ? error : say_on(call, hours);
}

static enum bot_error turn_off(const struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	const char *user = call->message->sender;
	struct bot_notify_hours hours;

	if (call->message->private) {
		enum bot_error error = bot_notify_list_remove_user(store, user);
		return error ? error
			     : bot_reply(call, BOT_MSG_NOTIFY_OFF_EVERYWHERE, (struct bot_args){0});
	}
	enum bot_error error = bot_notify_list_remove(store, call->message->room, user);
	if (error)
		return error;
	error = bot_notify_list_get(store, "", user, &hours);
	if (error && error != BOT_NOT_FOUND)
		return error;
	return bot_reply(call, error ? BOT_MSG_NOTIFY_OFF : BOT_MSG_NOTIFY_STILL_EVERYWHERE,
		(struct bot_args){0});
}

enum bot_error bot_run_notify(struct bot_call *call)
{
	struct bot_notify_hours hours = {0, 0};
	size_t count = call->words.count;

	if (count == 1)
		return show(call);
	if (count == 2 && bot_words_mean(call->words.word[1], "off"))
		return turn_off(call);
	bool on = bot_words_mean(call->words.word[1], "on");
	/* "on", "18-23", or "on 18-23" */
	if (count == 2 ? on || read_hours(call->words.word[1], &hours)
		       : on && read_hours(call->words.word[2], &hours))
		return turn_on(call, &hours);
	return ask(call);
}
