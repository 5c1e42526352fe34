#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/commands/absence_time.h"
#include "bot/play/days_off.h"
#include "bot/text/instant.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

static int64_t now(const struct bot_call *call)
{
	return call->host->port->now(call->host->port->self);
}

/* In private there is no zone, so the one of a season in which the user takes part is used. */
static void find_room(const struct bot_call *call, char room[BOT_ID_SIZE])
{
	const struct bot_message *message = call->message;
	size_t count = 0;

	if (message->private)
		count = bot_competition_rooms_of(call->host->store, message->sender,
			BOT_KIND_SEASON, (char(*)[BOT_ID_SIZE])room, 1);
	if (count == 0)
		memcpy(room, message->room, strlen(message->room) + 1);
}

/* Finds the zone of the answer: in private the sender's, if the bot knows it, else the room's. */
static void find_zone(const struct bot_call *call, char zone[BOT_ZONE_SIZE])
{
	char room[BOT_ID_SIZE];

	if (call->message->private &&
		bot_zone_is_known(bot_reader_zone(call->host, call->message->sender, zone)))
		return;
	find_room(call, room);
	bot_zone_of_room(call->host, room, zone);
}

static void write_time(const struct bot_call *call, int64_t time, char text[BOT_INSTANT_SIZE])
{
	struct bot_instant instant = {
		.time = time, .now = now(call), .span = BOT_WEEK, .passing = true};
	char zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	bot_zone_apply(zone, &instant);
	bot_instant_write(call->lang, &instant, text);
}

/* Returns the sender's days off, without announced ones that are over. */
static struct bot_days_off find_own(const struct bot_call *call)
{
	struct bot_days_off off = bot_days_off_find(call->host, call->message->sender);

	if (off.planned_until <= now(call))
		off.planned = 0;
	return off;
}

/* Says when the sender is away, now or later, or that they are not. */
static void show(const struct bot_call *call)
{
	const char *user = call->message->sender;
	char from[BOT_INSTANT_SIZE], until[BOT_INSTANT_SIZE];
	struct bot_days_off off = find_own(call);
	struct bot_args args = {.date = from,
		.until = until,
		.count = bot_days_off_left(call->host, user),
		.prefix = bot_call_prefix(call)};
	bool is_away = off.until > now(call);
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	write_time(call, off.until, until);
	if (is_away || off.planned == 0)
		bot_page_say(&page, is_away ? BOT_MSG_DAYS_OFF : BOT_MSG_DAYS_OFF_NONE, &args);
	if (is_away && off.planned > 0)
		bot_page_line(&page);
	write_time(call, off.planned, from);
	write_time(call, off.planned_until, until);
	if (off.planned > 0)
		bot_page_say(&page, BOT_MSG_DAYS_OFF_PLANNED, &args);
	bot_reply_page(call, &page);
}

static void end(const struct bot_call *call)
{
	struct bot_days_off off = find_own(call);
	bool is_away = off.until > now(call);

	if (!is_away && off.planned == 0) {
		show(call);
		return;
	}
	bot_days_off_end(call->host, call->message->sender);
	bot_reply(call, is_away ? BOT_MSG_DAYS_OFF_OVER : BOT_MSG_DAYS_OFF_UNPLANNED,
		(struct bot_args){0});
}

static void begin(const struct bot_call *call, int64_t from, int64_t until)
{
	struct bot_host *host = call->host;
	int left;

	if (bot_days_off_begin(host, call->message->sender, from, until, &left))
		show(call);
	else
		bot_reply(call, BOT_MSG_DAYS_OFF_MANY, (struct bot_args){.count = left});
}

/* Whether the word says that somebody is there again. */
static bool ends(const char *word)
{
	static const char *const meanings[] = {"never", "off", "stop", "retreat"}; /* "back" */

	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (bot_words_mean(word, meanings[i]))
			return true;
	return strcasecmp(word, "end") == 0;
}

bool bot_days_off_read_return(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;

	if (words->count != 1 || words->id != 0 ||
		!bot_words_has_sense(words->word[0], BOT_SENSE_BACK))
		return false;
	return bot_days_off_rest(call->host->store, call->message->sender, now(call)) > 0;
}

void bot_run_away(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	char zone[BOT_ZONE_SIZE];
	int64_t from, until;

	if (words->count == 1) {
		show(call);
		return;
	}
	if (words->count == 2 && ends(words->word[1])) {
		end(call);
		return;
	}
	find_zone(call, zone);
	if (!bot_absence_time_read(call, zone, now(call), &from, &until) || until <= from ||
		until - from > BOT_DAYS_OFF_YEAR * BOT_DAY || from - now(call) > BOT_DAYS_OFF_AHEAD)
		bot_reply(call, BOT_MSG_DAYS_OFF_WHICH, (struct bot_args){0});
	else
		begin(call, from, until);
}
