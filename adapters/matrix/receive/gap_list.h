/*
 * The rooms that have a timeline gap. A batch opens gaps and moves their ends; the functions here
 * then read all gaps side by side. timeline_gap.h explains gaps and reads one of them.
 *
 * Another server can make each request for a page take long. So the bot shares these requests out
 * as it shares out those for outbox rows (send/limits.h): there are places for rooms of the bot's
 * own homeserver and for rooms with a match, the parties take turns, and a request that takes long
 * is cut short if another room waits.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_GAP_LIST_H
#define ADAPTERS_MATRIX_RECEIVE_GAP_LIST_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_gap;
struct mx_receiver;

/*
 * The rooms with a gap. The gaps themselves are in the store. Every room with a gap in the store is
 * in this list. A room whose gap has ended may stay in the list for a while.
 */
struct mx_gaps {
	struct mx_gap *first;
	uint64_t pages_asked; /* counts the requests for pages */
};

/* Reads from the store which rooms have a gap. */
BOT_MUST_USE enum bot_error mx_gaps_load(struct mx_receiver *receiver);

/* Frees the list. No request for a page may be under way. */
void mx_gaps_finish(struct mx_gaps *gaps);

/*
 * Opens the gaps that a batch shows, and moves the end of open gaps to the end of the batch. The
 * caller calls this in the transaction of the batch's first part, before mx_batch_handle. A room in
 * `progress` (progress.h; may be NULL) had no gap when an earlier process saw the batch.
 */
BOT_MUST_USE enum bot_error mx_gaps_note(
	struct mx_receiver *receiver, const json_t *batch, const json_t *progress);

/*
 * Returns whether a room has an open gap. Then the bot reads the room's new messages with the gap.
 */
bool mx_gaps_has_open(const struct mx_receiver *receiver, const char *room);

/*
 * Returns whether the clock of a match in the room must wait, because the room's gap may contain a
 * move that the player sent in time. Returns true for at most ten minutes, so that a flood of
 * messages in the room can't stop the clock for ever.
 */
bool mx_gaps_hold_clock(const struct mx_receiver *receiver, const char *room);

/*
 * Asks for the next pages, unless the bot is amid a batch, gives up gaps that the bot can't read,
 * and forgets rooms whose gap ended long ago.
 */
void mx_gaps_continue(struct mx_receiver *receiver);

#endif
