#include "bot/store/events.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/recent_rows.h"
#include "bot/store/sql/rows.h"

#include <stdlib.h>
#include <string.h>

/*
 * A stream is one encryption key of a room. A sender uses each number once with a key, so a second
 * message with the same number is a copy. For each stream the store keeps the highest number that
 * the bot has read, and a window. The window says for each of the last WINDOW numbers whether the
 * bot has read it. IPsec recognizes copies in the same way (RFC 4303, section 3.4.3). Clients
 * change the key every week or every hundred messages, so 1,000 streams of a sender last for years.
 */
#define WINDOW      1024
#define DIGITS      (WINDOW / 4)
#define STREAMS     1000   /* streams kept for one sender */
#define STREAMS_ALL 200000 /* streams kept for all senders: about eighty megabytes */

struct window {
	int64_t top; /* the highest number that the bot has read, or -1 if it has read none */
	char seen[DIGITS + 1]; /* the window as hexadecimal digits. Bit i, counted from the end of
				  the last digit, is set if the bot has read the number top - i */
};

bool bot_store_handled(struct bot_store *store, const char *event)
{
	if (!event)
		bot_fail(BOT_INVALID);
	bool again = bot_store_is_handled(store, event);
	if (!again)
		bot_recent_add(store, BOT_RECENT_EVENTS, event,
			BOT_QUERY(store, BOT_SQL_HANDLED_ADD, bot_id(event)));
	return again;
}

bool bot_store_is_handled(struct bot_store *store, const char *event)
{
	int64_t number;

	return bot_recent_find(store, BOT_RECENT_EVENTS, event, &number);
}

static int digit(char c)
{
	return (c >= 'a' ? c - 'a' + 10 : c - '0') & 15;
}

static bool is_seen(const struct window *window, int64_t back)
{
	return digit(window->seen[DIGITS - 1 - back / 4]) >> back % 4 & 1;
}

static void mark(struct window *window, int64_t back)
{
	char *c = &window->seen[DIGITS - 1 - back / 4];

	*c = "0123456789abcdef"[digit(*c) | 1 << back % 4];
}

static void move_up(struct window *window, int64_t top)
{
	struct window old = *window;

	window->top = top;
	memset(window->seen, '0', DIGITS);
	for (int64_t back = 0; back < WINDOW && old.top >= 0; back++)
		if (is_seen(&old, back) && top - old.top + back < WINDOW)
			mark(window, top - old.top + back);
}

static void load_window(
	struct bot_store *store, const char *sender, const char *stream, struct window *window)
{
	*window = (struct window){.top = -1};
	memset(window->seen, '0', DIGITS);
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_STREAM_GET, sender, stream);
	if (bot_query_row(query)) {
		window->top = bot_query_get_int(query, 0, UINT32_MAX);
		const char *seen = bot_query_get_text(query);
		size_t size = seen ? strlen(seen) : 0;
		if (size == DIGITS && strspn(seen, "0123456789abcdef") == size)
			memcpy(window->seen, seen, size);
		else if (!query->error)
			query->error = BOT_STORE_CORRUPT;
	}
	bot_query_end(query);
}

static void save_window(struct bot_store *store, const char *sender, const char *stream,
	const struct window *window, bool is_new)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_STREAM_SET, bot_id(sender), bot_id(stream),
		window->top, window->seen));
	if (!is_new)
		return;
	bot_query_write(BOT_QUERY(store, BOT_SQL_STREAM_PRUNE, sender, STREAMS));
	bot_query_write(BOT_QUERY(store, BOT_SQL_STREAM_PRUNE_ALL, STREAMS_ALL));
}

bool bot_store_numbered(
	struct bot_store *store, const char *sender, const char *stream, uint32_t number)
{
	struct window window;
	load_window(store, sender, stream, &window);
	bool is_new = window.top < 0;

	if (number <= window.top &&
		(window.top - number >= WINDOW || is_seen(&window, window.top - number)))
		return true;
	if (number > window.top)
		move_up(&window, number);
	mark(&window, window.top - number);
	save_window(store, sender, stream, &window, is_new);
	return false;
}

static const char *const bot_gap_place_names[] = {
	[BOT_GAP_BEFORE] = "before",
	[BOT_GAP_INSIDE] = "inside",
	[BOT_GAP_OUTSIDE] = "outside",
};

BOT_ROW_FUNCTIONS(gap, TIMELINE_GAPS)

void bot_gap_save(struct bot_store *store, const struct bot_gap *gap)
{
	bot_query_write(bind_gap(BOT_QUERY(store, BOT_SQL_GAP_SET), gap));
}

bool bot_gap_get(struct bot_store *store, const char *room, struct bot_gap *gap)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_GAP_GET, room);

	*gap = (struct bot_gap){0};
	if (bot_query_one(query))
		get_gap(query, gap);
	if (query->error)
		bot_gap_finish(gap);
	return bot_query_end(query);
}

void bot_gap_finish(struct bot_gap *gap)
{
	free(gap->from);
	free(gap->to);
	*gap = (struct bot_gap){0}; /* the attempt may end what a caller has finished */
}

void bot_gap_remove(struct bot_store *store, const char *room)
{
	bot_query_change_text(store, BOT_SQL_GAP_UNSET, room);
}

void bot_gap_remove_all(struct bot_store *store)
{
	bot_query_write(BOT_QUERY(store, BOT_SQL_GAPS_UNSET));
}

void bot_gap_rooms(struct bot_store *store, void (*take)(void *self, const char *room), void *self)
{
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_GAP_ROOMS);
	while (bot_query_row(query)) {
		char room[BOT_ID_SIZE];

		bot_query_get_id(query, room);
		if (!query->error)
			take(self, room);
	}
	bot_query_end(query);
}
