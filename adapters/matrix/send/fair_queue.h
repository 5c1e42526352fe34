/*
 * The fair queue: the order in which the sender serves the lanes. Within a priority, each lane is
 * served once before any lane is served again, so that a lane with many rows does not hold up the
 * others.
 *
 * The queue works in rounds: each sent row ends a round. In each round one priority comes first. Of
 * twelve rounds, seven put matches between two people first, two put practice against the bot
 * first, two put rows that belong to no match first, and one puts rows that can wait first.
 * These are edits, and the ends of rounds for the player who waits. Edits come rarely because the
 * players see the board in their private rooms. Besides, an edit that waits longer shows several
 * changes at once.
 */
#ifndef MX_FAIR_QUEUE_H
#define MX_FAIR_QUEUE_H

#include "bot/store/store.h"

#include <stdbool.h>

/* The priority of a row, the highest first. */
enum mx_priority {
	MX_PRIORITY_MATCH,    /* the row belongs to a match between two people */
	MX_PRIORITY_PRACTICE, /* the row belongs to a match against the bot */
	MX_PRIORITY_OTHER,    /* the row belongs to no match */
	/* the only row in its lane: an edit, or a message that tells a waiting player the end of a
	   round */
	MX_PRIORITY_LATER,
	MX_PRIORITIES,
};

/* A lane, and the priority of its first row. */
struct mx_lane_head {
	enum mx_priority priority;
	bool private;   /* whether `to` is a user; else it is a room */
	const char *to; /* the id of the user or room, at most BOT_ID_SIZE - 1 bytes */
};

/* The queue's state. All zero at the beginning. */
struct mx_fair_queue {
	struct mx_served_lane {
		bool private;
		char to[BOT_ID_SIZE];
	} last[MX_PRIORITIES],         /* for each priority, the lane that was served last */
		before[MX_PRIORITIES]; /* for each priority, the lane that was served before `last`
					*/
	/* for each priority, whether a lane keeps its turn because a rate limit refused its row */
	bool again[MX_PRIORITIES];
	unsigned rounds; /* counts the rounds that have ended */
};

/* Returns whether the sender must serve lane `a` before lane `b`, which is another lane. */
bool mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_lane_head *a,
	const struct mx_lane_head *b);

/* Notes that the sender has started a request for the lane's first row. */
void mx_fair_queue_serve(struct mx_fair_queue *queue, const struct mx_lane_head *head);

/*
 * Notes that a rate limit refused the request for the lane's first row. The lane then keeps its
 * turn, once: if every second request meets a rate limit, these requests must not always be those
 * of the same lanes. A lane that is refused twice in a row loses its turn, so that it does not hold
 * up the others if the limit is on its room only.
 */
void mx_fair_queue_refuse(struct mx_fair_queue *queue, const struct mx_lane_head *head);

/*
 * Begins the next round, after a row was sent. The caller must not end a round because of a rate
 * limit: if every second request met a rate limit, these requests would always have the same
 * priorities, and the bot might never send their rows.
 */
void mx_fair_queue_end_round(struct mx_fair_queue *queue);

#endif
