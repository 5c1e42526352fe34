/*
 * The live streams: each shows a player's table, or the board, the club night or the season of a
 * room, and gets a line with the whole state after each change. All followers of what a room shows
 * get the same line, so the bot makes it once; the same holds for all devices of a player.
 */
#ifndef ADAPTERS_WEB_LIVE_H
#define ADAPTERS_WEB_LIVE_H

#include "adapters/http/stream.h"
#include "adapters/web/state.h"

#define WEB_DEVICES_MOST 8 /* the most streams of the table of one player */

struct web_live;

/*
 * `tables_most` is the most streams of tables, and `boards_most` the most streams of boards, nights
 * and seasons together.
 */
struct web_live *web_live_create(unsigned boards_most, unsigned tables_most);
/* All streams must have ended. `live` may be NULL. */
void web_live_destroy(struct web_live *live);

/*
 * Opens a stream of the state of a user or a room. `player` is the player of a table, and otherwise
 * empty; `token` is the token of a link to the state. The first line follows with the next update.
 * If a player has too many streams, ends the oldest one. If there are too many streams of this
 * kind, ends another one, or returns NULL if that would be no fairer (places.h).
 */
struct http_stream *web_live_open(struct web_live *live, enum web_state_kind kind,
	const char *subject, const struct bot_web_player *player, const char *token);

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
