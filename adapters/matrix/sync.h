/*
 * Following the account's rooms: one batch of events after another is asked for, completed where
 * the homeserver left a gap, and handled in one transaction together with the token that asks for
 * the next; of the bot's own messages the store need not know, and its token may be an older one.
 * An application service asks only for what transactions do not tell: transaction.h.
 */
#ifndef MX_SYNC_H
#define MX_SYNC_H

#include "adapters/matrix/pause.h"
#include "adapters/matrix/fill.h"

#include <jansson.h>

struct mx;

struct mx_sync {
	enum { MX_IDLE, MX_ASKED, MX_FILLING, MX_FILLED } state;
	json_t *batch;       /* the answer at hand, from MX_FILLING on */
	struct mx_fill fill; /* what its gaps held */
	bool first;          /* it is, in this process or since /sync failed last */
	char *since;         /* the token of the last batch handled; NULL: none ever was */
	unsigned handled;    /* batches since the process began */
	int64_t arrived;     /* when the batch did, by mx_clock_fine */
	unsigned commands;   /* commands in it, of those that were handled */
	int64_t asked;       /* steady time when the last batch was asked for */
	int64_t followed;    /* and when the last that was handled was */
	struct mx_pause pause;
};

/* Reads where the last run ended. */
void mx_sync_start(struct mx *mx);
void mx_sync_finish(struct mx_sync *sync);

/* Notes, for those who watch from outside, that a batch which arrived then is handled. */
void mx_sync_measure(const struct mx *mx, int64_t arrived);

/* Does what can be done now with the batch at hand. */
void mx_sync_turn(struct mx *mx);

/* Asks for the next batch, if it can be asked for now. */
void mx_sync_ask(struct mx *mx);

#endif
