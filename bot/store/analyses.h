/*
 * Analyses of matches that have ended, and who waits for an analysis. An analysis waits in a queue
 * until the host has finished it. The store keeps the queue, so a restart loses no request. The
 * store deletes an analysis together with its match. It keeps a match whose analysis waits.
 */
#ifndef BOT_STORE_ANALYSES_H
#define BOT_STORE_ANALYSES_H

#include "bot/store/database.h"

#define BOT_ANALYSIS_TEXT_MAX ((size_t)1 << 16) /* the most bytes of a finished analysis */

/*
 * Gets the analysis of a match. If the analysis waits in the queue, *text is NULL. The caller frees
 * *text. Returns false if nobody has asked for an analysis of this match.
 */
bool bot_store_analysis_get(struct bot_store *store, int64_t match, char **text);

/* Adds an analysis to the end of the queue. If the match had an analysis, replaces it. */
void bot_store_analysis_queue(struct bot_store *store, int64_t match);

/* An analysis in the queue. */
struct bot_waiting_analysis {
	int64_t match;
	int64_t number;          /* later analyses have higher numbers */
	int64_t rounds;          /* how many rounds the match had */
	char asker[BOT_ID_SIZE]; /* one of those who asked, or empty if the store knows none */
};

#define BOT_ANALYSES_WAITING_MOST 16 /* the most analyses in the queue */

/* Lists the analyses in the queue, in the order in which people asked for them. */
size_t bot_store_analyses_waiting(
	struct bot_store *store, struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST]);

/*
 * Stores a finished analysis, which leaves the queue. Returns false if the text is empty or longer
 * than BOT_ANALYSIS_TEXT_MAX, or if nobody has asked for an analysis of this match.
 */
bool bot_store_analysis_finish(struct bot_store *store, int64_t match, const char *text);

/* Deletes the analysis of a match, and the requests for it. Does nothing if there is none. */
void bot_store_analysis_forget(struct bot_store *store, int64_t match);

#include "bot/store/analysis_requests.inc"

/* The players of a match and its room may ask for its analysis. */
#define BOT_ANALYSIS_REQUESTS 3

/* Adds a request. Replaces an earlier request for the same place. */
void bot_store_analysis_ask(
	struct bot_store *store, int64_t match, const struct bot_analysis_request *request);

/* Counts the matches for whose analyses a user waits, wherever the user asked. */
size_t bot_store_analyses_asked(struct bot_store *store, const char *asker);

/*
 * Lists the requests for the analysis of a match. Writes at most `size` requests, and sets *count
 * to their number. Returns false, and sets *count to 0, if a request is damaged.
 */
bool bot_store_analysis_requests(struct bot_store *store, int64_t match,
	struct bot_analysis_request *list, size_t size, size_t *count);

/* Deletes the request for the analysis of a match in this place. */
void bot_store_analysis_request_end(
	struct bot_store *store, int64_t match, const struct bot_analysis_request *request);

#endif
