/*
 * Follows the account's rooms with /sync: asks for one batch of events after another, and handles
 * each. One transaction stores the effects of a batch and the sync token of the next batch. A
 * batch that holds only echoes of the bot's own messages does not advance the stored token. If the
 * homeserver leaves events out of a room's timeline, timeline_gap.h reads them. An application
 * service asks only for what transactions do not have: transaction.h.
 */
#ifndef MX_SYNC_H
#define MX_SYNC_H

#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_receiver;

struct mx_sync {
	enum { MX_IDLE, MX_ASKED, MX_TAKEN } state;
	json_t *batch;    /* with MX_TAKEN: the answer, not yet handled; else NULL */
	unsigned session; /* the session in which the bot asked for the batch */
	bool first;    /* the next batch is the first of this process, or since /sync last failed */
	unsigned less; /* how many answers in a row were too big */
	char *since;   /* the sync token of the last handled batch; NULL: there was none */
	int64_t arrived;   /* when the batch arrived, by mx_clock_steady_ns */
	unsigned commands; /* commands of the batch that were handled */
	int64_t asked;     /* steady time when the last batch was asked for */
};

/* Forgets the stored token and gaps (see mx_forget_position), in the caller's transaction. */
BOT_MUST_USE enum bot_error mx_sync_forget(struct bot_store *store);

/* Reads the token that the last run stored. If the store fails, sets account->fatal. */
void mx_sync_start(struct mx_receiver *receiver);

/* Frees what *sync holds, not the struct. */
void mx_sync_finish(struct mx_sync *sync);

/*
 * Updates the metrics after a batch or a transaction was handled. `arrived`: when it arrived, by
 * mx_clock_steady_ns.
 */
void mx_sync_measure(const struct mx_receiver *receiver, int64_t arrived);

/* Handles the batch that arrived, if there is one and the store can be used. */
void mx_sync_turn(struct mx_receiver *receiver);

/* Asks for the next batch, if no request is under way and a request is due. */
void mx_sync_ask(struct mx_receiver *receiver);

#endif
