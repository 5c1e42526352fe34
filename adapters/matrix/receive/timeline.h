/*
 * The timeline of a room: the events of one room that a batch or a page of a gap has, in their
 * order. All functions work in the caller's transaction.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_TIMELINE_H
#define ADAPTERS_MATRIX_RECEIVE_TIMELINE_H

#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/error.h"
#include "bot/store/events.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;

/* A room while the bot handles events of its timeline and state. */
struct mx_timeline {
	struct mx_receiver *receiver;
	const char *id; /* the room's id */
	struct mx_room room;
	bool unsaved; /* state events have changed the room since it was stored */
	/* the user whose private room this is, or empty if it is nobody's private room */
	char private_with[BOT_ID_SIZE];
	bool was_inside;     /* the store knew, before these events, that the bot is in the room */
	bool inside;         /* the bot is in the room at the time of the event */
	bool reads_messages; /* the bot handles the messages at the current place in the timeline */
	bool stays; /* the homeserver says that the bot is in the room after all these events */
	unsigned joins_ahead; /* how often the bot joins in the events not yet handled */
	bool in_state;        /* the event is from the state before the timeline */
	bool in_gap; /* the events are from a gap, so they are older than the room's stored state */
	/* a batch has already shown the join that comes next, and the bot has handled it */
	bool join_handled;
	bool after_first_batch; /* false in the very first batch, whose messages the bot ignores */
	bool live; /* an event whose key is missing waits for it (mx_encrypted_events_read) */
	/*
	 * The bot counts the messages. If the homeserver pushes events, the bot counts only the
	 * messages of transactions.
	 */
	bool counts_messages;
	/*
	 * how many messages have moved the boards up the screen, and are not yet counted in the
	 * store
	 */
	unsigned scrolled;
	/* how many users are joined or invited after the batch, or -1 if not known */
	json_int_t people;
	const json_t *names; /* display names by user id, borrowed; NULL if there are none */
};

/* Where a batch comes from. */
enum mx_batch_source {
	/* the first answer to /sync ever, whose messages are too old to handle */
	MX_FROM_FIRST_SYNC,
	MX_FROM_SYNC,
	/* a transaction of an application service, in the form of an answer to /sync */
	MX_FROM_TRANSACTION,
};

/* A room's part of a batch, borrowed. */
struct mx_room_part {
	const json_t *body; /* the part, or a piece of it (batch.c) */
	/* mx_timeline_names of the part before it was cut into pieces, or NULL if it is whole */
	const json_t *names;
	enum mx_batch_source source;
	bool joined;  /* the part is in the section "join", and not in "leave" */
	bool has_gap; /* the room has an open gap: the bot handles only the state now */
};

/*
 * Returns the display names in a room's part of a batch: a new object with a name for each user id,
 * or NULL if there are none. Needs an attempt (bot/base/attempt.h).
 */
json_t *mx_timeline_names(const json_t *body);

/*
 * Handles a room's part of a batch. Returns an error of the store or of the host; the caller then
 * rolls back.
 */
BOT_MUST_USE enum bot_error mx_timeline_handle(
	struct mx_receiver *receiver, const char *id, const struct mx_room_part *part);

/* Handles an event whose key arrived late, in a room that the bot is in. */
BOT_MUST_USE enum bot_error mx_timeline_handle_late(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event);

/*
 * Handles a page of a gap. Updates gap->place, which says whether the bot is in the room at the end
 * of the page. The caller saves the gap.
 */
BOT_MUST_USE enum bot_error mx_timeline_handle_page(
	struct mx_receiver *receiver, struct bot_gap *gap, const json_t *page);

/*
 * Finishes a gap that the bot has read to its end or given up. Afterwards the bot counts as a
 * member of the room if gap->joined is true, else as outside. The caller removes the gap.
 */
BOT_MUST_USE enum bot_error mx_timeline_finish_gap(
	struct mx_receiver *receiver, const struct bot_gap *gap);

#endif
