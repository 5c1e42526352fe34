/*
 * Timeline gaps. If the homeserver leaves events out of a room's timeline ("limited"), the room has
 * a gap from the end of the last batch to the end of this batch. The adapter reads the gap page by
 * page with /messages, oldest events first, each page in a transaction of its own. While the gap is
 * open, each new batch moves the gap's end, and the adapter reads the room's new messages with the
 * gap. So it handles all messages in order. It takes the room's state from the batches, since that
 * state is newer than the state in the gap.
 *
 * The adapter handles all other rooms as usual meanwhile. Strangers decide how long a gap is and
 * whether the homeserver can read it (the homeserver may have to ask the strangers' servers). So
 * the adapter gives a gap up if a page fails too often or if there are too many pages. It tells the
 * room if a match is played there.
 */
#ifndef MX_TIMELINE_GAP_H
#define MX_TIMELINE_GAP_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_receiver;
struct mx_gap;

/*
 * The rooms with a gap. The gaps themselves are in the store. Every room with a gap in the store is
 * in this list; a room whose gap has ended may stay in it for a while.
 */
struct mx_gaps {
	struct mx_gap *first;
};

/* Reads from the store which rooms have a gap. If the store fails, sets account->fatal. */
void mx_gaps_start(struct mx_receiver *receiver);

/* Frees the list. No request for a page may be under way. */
void mx_gaps_finish(struct mx_gaps *gaps);

/*
 * Opens the gaps that a batch shows, and moves the end of open gaps to the end of the batch. Call
 * it in the batch's transaction, before the batch is handled.
 */
BOT_MUST_USE enum bot_error mx_gaps_note(struct mx_receiver *receiver, const json_t *batch);

/* Whether a room has an open gap: its messages are then read with the gap. */
bool mx_gap_is_open(const struct mx_receiver *receiver, const char *room);

/*
 * Whether a gap may still hold an unread message that was sent in time, so that the match's clock
 * must wait. True for at most ten minutes: a flood in the room must not stop the clock for ever.
 */
bool mx_gap_holds_clock(const struct mx_receiver *receiver, const char *room);

/* Asks for the next pages, gives gaps up, and forgets rooms whose gap ended long ago. */
void mx_gaps_turn(struct mx_receiver *receiver);

/* Shortens *timeout, milliseconds from now, to the time when the next page is due. */
void mx_gaps_bound(const struct mx_receiver *receiver, int64_t *timeout);

#endif
