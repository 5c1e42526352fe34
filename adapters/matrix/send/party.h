/*
 * Parties. The party of a lane is whoever is responsible for its requests. The sender shares the
 * bot's requests out among the parties first, and then among the lanes of each party. So strangers
 * with many rooms get no more than strangers with one.
 *
 * For a private room the party is its user, otherwise the user who invited the bot to the room, or
 * the creator of the room. All users of one site (client/id.h) are one party. Users of the bot's
 * own homeserver are one party each, because its administrators answer for its accounts.
 */
#ifndef ADAPTERS_MATRIX_SEND_PARTY_H
#define ADAPTERS_MATRIX_SEND_PARTY_H

#include "adapters/matrix/send/limits.h"
#include "bot/store/outbox_rows.h"

#include <stdbool.h>
#include <stdint.h>

struct mx_account;
struct mx_sender;

struct mx_party {
	struct mx_party *next;
	char name[BOT_ID_SIZE]; /* a site, or the id of a user or room of the own homeserver */
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
