/*
 * The live streams (live.h) by what they show, and the places for them: who gets a stream when all
 * places are taken.
 */
#ifndef ADAPTERS_WEB_PLACES_H
#define ADAPTERS_WEB_PLACES_H

#include "adapters/http/stream.h"
#include "adapters/web/state.h"

#define WEB_TOKEN 64 /* bytes of a token, which is shorter, and a NUL */

/* The kinds of views that share their places. */
enum web_group { WEB_BOARDS, WEB_TABLES, WEB_GROUPS };

/* What a user's table shows, or the board, the club night or the season of a room. */
struct web_view {
	struct web_view *next; /* the next older one */
	enum web_state_kind kind;
	char subject[BOT_ID_SIZE];    /* the user or the room */
	struct bot_web_player player; /* of a table; otherwise empty */
	struct web_follower *first;   /* the newest one */
	unsigned open;                /* how many followers have not ended */
	bool fresh;                   /* the stream of a follower has had no line yet */
	bool changed;                 /* all followers need a new line */
	struct http_line *line;       /* only during an update: the new line, or NULL */
};

struct web_follower {
	struct web_follower *next;
	struct web_live *live;
	struct web_view *view;
	struct http_stream *stream;
	char token[WEB_TOKEN];
	bool fresh; /* the stream has had no line yet */
	bool ended;
};

struct web_live {
	struct web_view *first;
	unsigned open[WEB_GROUPS]; /* how many streams of each group have not ended */
	unsigned most[WEB_GROUPS];
	struct http_line *heartbeat, *farewell;
	int64_t next_beat, next_renewal, next_try;
	uint64_t links_ended; /* bot_host_web_links_ended when the links were checked last */
	bool unrendered;      /* a view has changed, or a follower is fresh */
};

enum web_group web_places_group(enum web_state_kind kind);

/* Ends a stream. Its place is free at once. */
void web_places_end(struct web_follower *follower);

/* Ends the oldest stream of a view. */
void web_places_end_oldest(struct web_view *view);

/*
 * Makes sure that there is room for one more stream of a view. If all places are taken, ends
 * - the oldest stream of the view with the most streams, so that nobody who opens many streams of
 *   one board or table keeps the followers of others out;
 * - or else for somebody who has a match, the oldest table of somebody who has none;
 * - or else the oldest table of the site with the most tables.
 * Nobody without a match takes the place of somebody who has one. Returns false if none of these
 * has clearly more than the new one. `open` is how many streams the view has, and `player` the
 * player of a table.
 */
bool web_places_make_room(struct web_live *live, enum web_group group, unsigned open,
	const struct bot_web_player *player);

#endif
