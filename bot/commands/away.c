#include "bot/commands/away.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time_zone.h"
#include "bot/commands/return_time.h"
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
		bot_must(bot_competition_rooms_of(call->host->store, message->sender,
			BOT_KIND_SEASON, (char(*)[BOT_ID_SIZE])room, 1, &count));
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

static int64_t read_until(const struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	return bot_return_time_read(call, zone);
}

static void say_until(const struct bot_call *call, int64_t rest, int left)
{
	struct bot_instant until = {
		.time = now(call) + rest, .now = now(call), .span = BOT_WEEK, .passing = true};
	char text[BOT_INSTANT_SIZE], zone[BOT_ZONE_SIZE];

	find_zone(call, zone);
	bot_zone_apply(zone, &until);
	bot_instant_write(call->lang, &until, text);
	bot_reply(call, BOT_MSG_DAYS_OFF, (struct bot_args){.until = text, .count = left});
}

/* Says until when the sender is away, or that they are not. */
static void show(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;

	bot_must(bot_days_off_rest(host->store, user, now(call), &rest));
	int left = bot_days_off_left(host, user);
	if (rest > 0)
		say_until(call, rest, left);
	else
		bot_reply(call, BOT_MSG_DAYS_OFF_NONE, (struct bot_args){.count = left});
}

static void end(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;
	int64_t rest;

	bot_must(bot_days_off_rest(host->store, user, now(call), &rest));
	if (rest == 0) {
		show(call);
		return;
	}
	bot_days_off_end(host, user);
	bot_reply(call, BOT_MSG_DAYS_OFF_OVER, (struct bot_args){0});
}

static void begin(const struct bot_call *call, int64_t until)
{
	struct bot_host *host = call->host;
	int left;

	if (bot_days_off_begin(host, call->message->sender, until, &left))
		say_until(call, until - now(call), left);
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

static void remove_words(struct bot_words *words, size_t at, size_t count)
{
	words->count -= count;
	memmove(words->word + at, words->word + at + count,
		(words->count - at) * sizeof(words->word[0]));
}

/*
 * Removes the words of "for 3 days" and "from today to friday" that say nothing. Returns whether
 * the words name another beginning than now.
 */
static bool begins_later(struct bot_words *words)
{
	if (words->count > 2 && bot_words_mean(words->word[1], "for"))
		remove_words(words, 1, 1);
	if (words->count < 3 || !bot_words_has_sense(words->word[1], BOT_SENSE_FROM))
		return false;
	if (!bot_words_mean(words->word[2], "today") && !bot_words_mean(words->word[2], "now"))
		return true;
	remove_words(words, 1, 2);
	return false;
}

bool bot_days_off_read_return(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int64_t rest;

	if (words->count != 1 || words->id != 0 ||
		!bot_words_has_sense(words->word[0], BOT_SENSE_BACK))
		return false;
	bot_must(bot_days_off_rest(call->host->store, call->message->sender, now(call), &rest));
	return rest > 0;
}

void bot_run_away(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	if (begins_later(words)) {
		bot_reply(call, BOT_MSG_DAYS_OFF_FROM, (struct bot_args){0});
		return;
	}
	if (words->count == 1) {
		show(call);
		return;
	}
	if (words->count == 2 && ends(words->word[1])) {
		end(call);
		return;
	}
	int64_t until = read_until(call);
	if (until <= now(call) || until - now(call) > BOT_DAYS_OFF_YEAR * BOT_DAY)
		bot_reply(call, BOT_MSG_DAYS_OFF_WHICH, (struct bot_args){0});
	else
		begin(call, until);
}
