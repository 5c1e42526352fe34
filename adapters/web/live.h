/*
 * The live streams: each shows a player's table, or the board of a room, and gets a line with the
 * whole state after each change. All followers of a board get the same line, so the bot makes it
 * once; the same holds for all devices of a player.
 */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include "adapters/http/stream.h"
#include "bot/host/access.h"

/* The most streams of boards, of tables, and of the table of one player. */
#define WEB_BOARDS_MOST  1500
#define WEB_TABLES_MOST  500
#define WEB_DEVICES_MOST 8

struct web_live;

struct web_live *web_live_create(void);
/* All streams must have ended. `live` may be NULL. */
void web_live_destroy(struct web_live *live);

/*
 * Opens a stream for a link. `token` is the link's token. The first line follows with the next
 * update. If a player has too many streams, ends the oldest one. Returns NULL if there are too many
 * streams.
 */
struct http_stream *web_live_open(
	struct web_live *live, const struct bot_link *link, const char *token);

/* Returns whether a stream shows this user's table, as far as the bot knows. */
bool web_live_shows_table(const struct web_live *live, const char *user);

/* Shows a user's table again with the next update, even if no match has changed. */
void web_live_refresh(struct web_live *live, const char *user);

/*
 * Sends each stream what has changed since the last update, and a heartbeat if it is time for one.
 * Ends the streams whose link has ended. `now` is a monotonic time in milliseconds.
 */
void web_live_update(struct web_live *live, const struct bot_host_access *access, int64_t now);

/*
 * Returns how many milliseconds there are until web_live_update has something to do, or -1 if it
 * has nothing to do.
 */
int64_t web_live_timeout(
	const struct web_live *live, const struct bot_host_access *access, int64_t now);

/* Returns how many streams are open. */
unsigned web_live_count(const struct web_live *live);

#endif
