#include "bot/call/quiet_hours.h"

#include "bot/base/memory.h"
#include "bot/call/reader_zone.h"

#include <stdlib.h>
#include <string.h>

#define KEY "quiet"

enum bot_error bot_quiet_hours_get(
	struct bot_host *host, const char *user, struct bot_day_hours *hours)
{
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, KEY, value);
	if (error)
		return error;
	return bot_day_hours_parse(value, hours) ? BOT_OK : BOT_NOT_FOUND;
}

enum bot_error bot_quiet_hours_set(
	struct bot_host *host, const char *user, const struct bot_day_hours *hours)
{
	char value[BOT_DAY_HOURS_SIZE];

	if (hours)
		bot_day_hours_write(hours, value);
	return bot_store_set_setting(host->store, BOT_OF_USER, user, KEY, hours ? value : NULL);
}

/* `now` is within the hours if they end before they begin again. */
int64_t bot_quiet_hours_end_in_zone(
	const struct bot_day_hours *hours, const char *zone, int64_t now)
{
	int64_t begin = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->from, now);
	int64_t end = bot_zone_next(zone, BOT_ZONE_ANY_DAY, hours->to, now);

	return end < begin ? end : 0;
}

enum bot_error bot_quiet_hours_end(struct bot_host *host, const char *user, int64_t *end)
{
	char zone[BOT_ZONE_SIZE];
	enum bot_zone_source source;
	struct bot_day_hours hours;

	*end = 0;
	enum bot_error error = bot_quiet_hours_get(host, user, &hours);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_reader_zone(host, user, zone, &source);
	if (!error)
		*end = bot_quiet_hours_end_in_zone(&hours, zone, host->port->now(host->port->self));
	return error;
}

/* Writes the ids in `all`, with spaces between them, of those who may ring now. */
static enum bot_error choose_mentions(struct bot_host *host, const char *all, char *chosen)
{
	enum bot_error error = BOT_OK;
	struct bot_text text;
	char user[BOT_ID_SIZE];

	bot_text_init(&text, chosen, strlen(all) + 1);
	for (const char *id = all; !error && *id; id += strspn(id, " ")) {
		size_t length = strcspn(id, " ");
		struct bot_text one;
		int64_t end;

		bot_text_init(&one, user, sizeof(user));
		bot_text_add_bytes(&one, id, length);
		id += length;
		error = bot_quiet_hours_end(host, user, &end);
		if (error || end > 0)
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, user);
	}
	return error;
}

static enum bot_error hush_room(struct bot_host *host, struct bot_letter *letter, char **mentions)
{
	*mentions = bot_malloc(strlen(letter->mentions) + 1);
	enum bot_error error = choose_mentions(host, letter->mentions, *mentions);
	if (strcmp(*mentions, letter->mentions) == 0)
		return error;
	letter->mentions = **mentions ? *mentions : NULL;
	letter->ring = **mentions ? BOT_RING : BOT_QUIET;
	return error;
}

enum bot_error bot_quiet_hours_hush(
	struct bot_host *host, struct bot_letter *letter, char **mentions)
{
	enum bot_error error = BOT_OK;
	int64_t end = 0;

	if (letter->ring == BOT_RING_NOW) {
		letter->ring = BOT_RING;
		return BOT_OK;
	}
	if (letter->ring != BOT_RING)
		return BOT_OK;
	if (letter->private)
		error = bot_quiet_hours_end(host, letter->to, &end);
	else if (letter->mentions)
		error = hush_room(host, letter, mentions);
	if (end > 0)
		letter->ring = BOT_QUIET;
	return error;
}
