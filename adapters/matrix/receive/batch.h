/*
 * Handles the events of a batch: gives messages to the host, and updates what the bot knows of each
 * room.
 */
#ifndef MX_BATCH_H
#define MX_BATCH_H

#include "adapters/matrix/room/room_state.h"
#include "bot/base/error.h"
#include "bot/store/events.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;

/* A room whose events are being handled. */
struct mx_place {
	struct mx_receiver *receiver;
	const char *id;
	struct mx_room room;
	char private_with[BOT_ID_SIZE]; /* the user whose private room this is; empty: nobody's */
	bool inside;                    /* the bot is in the room at the time of the event */
	bool reads_messages;            /* the bot is in the room, and does not leave it later */
	unsigned joins_ahead;           /* how often the bot joins in the events not yet handled */
	bool in_gap;            /* the events are from a gap: newer state is already known */
	bool join_handled;      /* the bot's next join was already handled with its batch */
	bool after_first_batch; /* this is not the very first batch: messages are handled */
	bool counts_messages;   /* the bot gets its messages in this way only: count them here */
	unsigned scrolled;      /* messages that scrolled the boards and are not stored yet */
	json_int_t people;      /* users joined or invited after the batch; -1: not known */
	json_t *names;          /* display names by user id */
};

/* Where a batch comes from. */
enum mx_origin {
	MX_FIRST_SYNC, /* the first answer to /sync ever: its messages are too old to be handled */
	MX_SYNCED,
	MX_PUSHED, /* a transaction, in the form of an answer to /sync */
	MX_OPENED, /* an encrypted event whose key arrived late, in the same form */
};

/*
 * Handles a batch in the caller's transaction. If a room has a gap (timeline_gap.h), the bot
 * handles the room's state at once, since it is the newest state. It reads the room's messages
 * later, with the gap. Returns an error of the store or of the host; the caller then rolls back.
 */
BOT_MUST_USE enum bot_error mx_batch_handle(
	struct mx_receiver *receiver, const json_t *batch, enum mx_origin origin);

/*
 * Handles a page of a gap in the caller's transaction. Sets gap->place to where the bot is at the
 * end of the page; the caller saves the gap.
 */
BOT_MUST_USE enum bot_error mx_batch_page(
	struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page);

/*
 * Finishes a gap that was read to its end or given up, in the caller's transaction: from now on
 * the bot is in the room, or out of it, as gap->joined says. The caller removes the gap.
 */
BOT_MUST_USE enum bot_error mx_batch_gap_ended(
	struct mx_receiver *receiver, const struct bot_gap *gap);

#endif
