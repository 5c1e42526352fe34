/*
 * The order of events in different rooms. A batch has one timeline for each room. Usually the order
 * between the rooms does not matter, because nobody can answer what the bot has not sent yet. But
 * after an older copy of the store has come back, a batch brings a conversation that has happened
 * already: somebody accepts a challenge in a room, and then plays in their private room. So the bot
 * handles such a batch in pieces of timelines, in the order of the events' times.
 *
 * Other servers may give their events any time. A wrong time changes only when the events of its
 * room are handled: the events of one room always keep their order.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_TIMELINE_MERGE_H
#define ADAPTERS_MATRIX_RECEIVE_TIMELINE_MERGE_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What the caller does with the joined rooms of a batch. `self` is the first argument. */
struct mx_merge {
	void *self;
	/* Returns whether the room was visited before, with the first *events of its timeline. */
	bool (*find_done)(void *self, const char *id, size_t *events);
	/* Returns how many events at least the first piece of the room must have. */
	size_t (*first_piece)(void *self, const char *id, const json_t *body);
	/* Returns whether the visits must end here. */
	bool (*is_over)(void *self);
	/*
	 * Handles a piece of a room: the room's part of the batch with some events of its
	 * timeline, up to `end`. The first piece has the state. Borrows all.
	 */
	enum bot_error (*visit)(void *self, const char *id, const json_t *piece, size_t end);
};

/* Visits the joined rooms of a batch in pieces, until a visit fails. Returns the visit's error. */
BOT_MUST_USE enum bot_error mx_timeline_merge(const json_t *batch, const struct mx_merge *merge);

#endif
