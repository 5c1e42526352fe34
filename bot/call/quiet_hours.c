#include "bot/call/quiet_hours.h"

#include "bot/base/attempt.h"
#include "bot/call/reader_zone.h"

#include <string.h>

#define KEY "quiet"

bool bot_quiet_hours_get(struct bot_host *host, const char *user, struct bot_day_hours *hours)
{
	char value[BOT_SETTING_SIZE];
	struct bot_words words;

	return bot_store_setting(host->store, BOT_OF_USER, user, KEY, value) &&
	       bot_words_split(&words, value) && bot_day_hours_read(&words, 0, hours);
}

void bot_quiet_hours_set(struct bot_host *host, const char *user, const struct bot_day_hours *hours)
{
	char value[BOT_DAY_HOURS_SIZE];

	if (hours)
		bot_day_hours_write(hours, value);
	bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, hours ? value : NULL);
}

/* `now` is within the hours if they end before they begin again. */
int64_t bot_quiet_hours_end_in_zone(
	const struct bot_day_hours *hours, const char *zone, int64_t now)
{
	int64_t begin = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->from, now);
	int64_t end = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->to, now);

	return end < begin ? end : 0;
}

int64_t bot_quiet_hours_end(struct bot_host *host, const char *user)
{
	char zone[BOT_ZONE_SIZE];
	struct bot_day_hours hours;

	if (!bot_quiet_hours_get(host, user, &hours))
		return 0;
	bot_reader_zone(host, user, zone);
	return bot_quiet_hours_end_in_zone(&hours, zone, host->port->now(host->port->self));
}

/* Writes the ids in `all`, with spaces between them, of those who may ring now. */
static void choose_mentions(struct bot_host *host, const char *all, char *chosen)
{
	char user[BOT_ID_SIZE];
	struct bot_text text = bot_text_in(chosen, strlen(all) + 1);

	for (const char *id = all; *id; id += strspn(id, " ")) {
		size_t length = strcspn(id, " ");
		struct bot_text one = bot_text_in(user, sizeof(user));

		bot_text_add_bytes(&one, id, length);
		id += length;
		if (bot_quiet_hours_end(host, user) > 0)
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, user);
	}
}

static void hush_room(struct bot_host *host, struct bot_letter *letter)
{
	char *mentions = bot_scratch(strlen(letter->mentions) + 1);

	choose_mentions(host, letter->mentions, mentions);
	if (strcmp(mentions, letter->mentions) == 0)
		return;
	letter->mentions = *mentions ? mentions : NULL;
	letter->ring = *mentions ? BOT_RING : BOT_QUIET;
}

void bot_quiet_hours_hush(struct bot_host *host, struct bot_letter *letter)
{
	if (letter->ring == BOT_RING_NOW)
		letter->ring = BOT_RING;
	else if (letter->ring == BOT_RING && letter->private)
		letter->ring = bot_quiet_hours_end(host, letter->to) > 0 ? BOT_QUIET : BOT_RING;
	else if (letter->ring == BOT_RING && letter->mentions)
		hush_room(host, letter);
}
