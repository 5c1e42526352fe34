/*
 * The fair queue: the order in which the sender serves the lanes. It shares the bot's requests out
 * among the parties first, and then among the lanes of each party. So strangers with many rooms get
 * no more than strangers with one.
 *
 * The party of a lane is whoever is responsible for its requests. For a private room this is its
 * user, otherwise the user who invited the bot to the room, or the creator of the room. All users
 * of another site (client/id.h) are one party. Users of the bot's own homeserver are one party
 * each, because its administrators answer for its accounts.
 *
 * Within a priority,
 * - the parties of the bot's own homeserver together get every second request,
 * - the party that was served longest ago comes first, and
 * - of the lanes of this party, the one that was served longest ago comes first.
 *
 * So neither a lane with many rows nor a party with many lanes holds up the others. A party that
 * asks rarely comes before those that ask all the time.
 *
 * Time is cut into slots: each sent row ends a slot. In each slot one priority comes first. Of
 * twelve slots, seven put matches between two people first, two put practice against the bot
 * first, two put rows that belong to no match first, and one puts rows that can wait first.
 * These are edits, and the ends of rounds for the player who waits. Edits come rarely because the
 * players see the board in their private rooms. Besides, an edit that waits longer shows several
 * changes at once.
 */
#ifndef ADAPTERS_MATRIX_SEND_FAIR_QUEUE_H
#define ADAPTERS_MATRIX_SEND_FAIR_QUEUE_H

#include "adapters/matrix/send/limits.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/store.h"

#include <stdbool.h>
#include <stdint.h>

struct mx_account;
struct mx_party;
struct mx_sender;

/* The priority of a row, the highest first. */
enum mx_priority {
	MX_PRIORITY_MATCH,    /* the row belongs to a match between two people */
	MX_PRIORITY_PRACTICE, /* the row belongs to a match against the bot */
	MX_PRIORITY_OTHER,    /* the row belongs to no match */
	/* the only row in its lane: an edit, or the new hand of a player who waits */
	MX_PRIORITY_LATER,
	MX_PRIORITIES,
};

/* When a lane or a party was served. The queue counts from 1 how often it serves. */
struct mx_service {
	uint64_t last;
	uint64_t before; /* the service before the last one */
};

/* A lane as the queue sees it, with the priority of its first row. */
struct mx_queue_entry {
	enum mx_priority priority;
	bool private;   /* whether `to` is a user; else it is a room */
	const char *to; /* the id of the user or room, at most BOT_ID_SIZE - 1 bytes */
	struct mx_party *party;
	struct mx_service *service; /* of the lane */
};

/* The queue's state. All zero at the beginning. */
struct mx_fair_queue {
	uint64_t services; /* how often the queue has served */
	struct mx_priority_service {
		uint64_t last;
		uint64_t level; /* when the last served party of another site was served before */
		bool home;      /* the last service was for a party of the own homeserver */
		bool home_before;
		/*
		 * how often in a row a lane has kept its place because a rate limit refused its
		 * row
		 */
		unsigned again;
	} priorities[MX_PRIORITIES];
	unsigned slots; /* how many slots have ended */
};

/*
 * Returns which service to note as the last one of a new party. With it, the party comes after
 * those that have waited longest, but before most others: it has asked for nothing yet.
 */
uint64_t mx_fair_queue_first_service(const struct mx_fair_queue *queue, enum mx_priority priority);

/* Returns whether the sender must serve lane `a` before lane `b`, which is another lane. */
bool mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b);

/* Notes that the sender has started a request for the lane's first row. */
void mx_fair_queue_serve(struct mx_fair_queue *queue, const struct mx_queue_entry *entry);

/*
 * Notes that a rate limit refused the request for the lane's first row. The lane then keeps its
 * place, three times: if most requests meet a rate limit, these requests must not always be those
 * of the same lanes. A lane that is refused four times in a row loses its place, so that it does
 * not hold up the others if the limit is on its room only.
 */
void mx_fair_queue_refuse(struct mx_fair_queue *queue, const struct mx_queue_entry *entry);

/*
 * Begins the next slot, after a row was sent. The caller must not end a slot because of a rate
 * limit: if every second request met a rate limit, these requests would always have the same
 * priorities, and the bot might never send their rows.
 */
void mx_fair_queue_end_slot(struct mx_fair_queue *queue);

/* See above. Timeline gaps (receive/gap_list.h) are shared out among the same parties. */
struct mx_party {
	struct mx_party *next;
	char name[BOT_ID_SIZE]; /* another site, or the id of a user or room of the own homeserver
				 */
	bool home;              /* the party belongs to the bot's own homeserver */
	unsigned lanes;         /* how many lanes and timeline gaps have this party */
	/* how many requests for the party's lanes are in flight */
	unsigned in_flight[MX_BUDGETS];
	unsigned pages;      /* how many requests for pages of timeline gaps are in flight */
	uint64_t page_asked; /* when the bot last asked for such a page, counted by gap_list.h */
	/* in which budgets requests of this party wait, because too many are in flight */
	bool waits[MX_BUDGETS];
	/* for each priority, when the fair queue last served the party, and when before that */
	struct mx_service services[MX_PRIORITIES];
};

/*
 * All parties with lanes, and some without, whose services the bot still remembers. All zero at
 * first.
 */
struct mx_parties {
	struct mx_party *first;
	void *tree;               /* the same parties, for tfind */
	unsigned count, prune_at; /* at this count the bot forgets those without lanes */
};

/*
 * Finds or makes the party of a lane whose first row is `row`. The caller gives the party back with
 * mx_party_leave. Reads the store, but ignores its errors: then the party is the one of the room
 * id's server.
 */
struct mx_party *mx_party_enter(struct mx_sender *sender, const struct bot_outbox_row *row);

/* Notes that a lane of the party ends. `party` may be NULL. */
void mx_party_leave(struct mx_party *party);

/* Frees all parties. No lane may have one any more. */
void mx_parties_finish(struct mx_parties *parties);

/*
 * Writes the name of the party that is responsible for a room, and sets *home to whether it belongs
 * to the bot's own homeserver. `via` is a server that knows the room, or NULL.
 */
void mx_party_name(const struct mx_account *account, const char *room, const char *via,
	char name[BOT_ID_SIZE], bool *home);

#endif
