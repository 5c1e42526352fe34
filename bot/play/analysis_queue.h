/*
 * The queue of the analyses that people have asked for. An analysis takes up to half a minute of
 * computing, so the host makes one analysis after another, in pieces of a few milliseconds between
 * its other work. A short match comes before the long ones that wait, and people of the bot's own
 * server come before strangers; but only so many later analyses come before an earlier one. The
 * store keeps the queue and the requests. After a restart the host begins the analyses again, and
 * nobody has to ask again.
 */
#ifndef BOT_PLAY_ANALYSIS_QUEUE_H
#define BOT_PLAY_ANALYSIS_QUEUE_H

#include "bot/call/call.h"

/* What the process knows of the queue. bot_analysis_queue_destroy accepts NULL. */
struct bot_analysis_queue;
struct bot_analysis_queue *bot_analysis_queue_create(void);
void bot_analysis_queue_destroy(struct bot_analysis_queue *queue);

/* How many analyses of one user wait at most, so that the queue has room for other people. */
#define BOT_ANALYSES_ASKED_MOST 2

enum bot_analysis_place {
	BOT_ANALYSIS_QUEUED,
	BOT_ANALYSIS_FULL,   /* too many analyses wait, in all or for people of this origin */
	BOT_ANALYSIS_ENOUGH, /* too many analyses wait for this user */
};

/* Adds the analysis of a match that has ended to the queue, unless too many analyses wait. */
enum bot_analysis_place bot_analysis_queue_add(const struct bot_call *call, int64_t match);

/* The analyses that wait in the store, in the order in which people asked for them. */
struct bot_analyses {
	struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST];
	size_t count;
};

/*
 * Returns the match whose analysis comes first. A match with fewer rounds comes first, and people
 * of the bot's own server come before strangers; but only so many analyses come before one that was
 * asked for earlier. There is at least one.
 */
int64_t bot_analysis_queue_first(const struct bot_port *port, const struct bot_analyses *waiting);

/* Returns whether the queue has room for one more analysis, and for one of the sender's origin. */
bool bot_analysis_queue_has_room(const struct bot_call *call);

/* Returns false if no analysis waits, and true if one may wait. Does not read the store. */
bool bot_analysis_queue_waits(const struct bot_host *host);

/*
 * Does the next piece of the work on the analysis that comes first. After the analysis, each
 * piece answers somebody who waits for it, and the last piece stores it.
 */
void bot_analysis_queue_work(struct bot_host *host);

/*
 * Sends an analysis as the store keeps it, in words and, if the room wants pictures, as a picture.
 * The words become the message of the request, or a new message if the request has none. Returns
 * false, and sends nothing, if the text is not readable.
 */
bool bot_analysis_send(struct bot_host *host, const struct bot_match *match, const char *text,
	const struct bot_analysis_request *request);

/*
 * Initialises *page, and writes to it the words that bot_analysis_send would send. If the text is
 * not readable, returns false and leaves *page untouched.
 */
bool bot_analysis_write(struct bot_host *host, const struct bot_match *match, const char *text,
	const struct bot_analysis_request *request, struct bot_page *page);

#endif
