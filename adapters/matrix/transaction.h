/*
 * Transactions of an application service. What people write is handled as it comes, in the same
 * database transaction as the id, and the homeserver hears that it is done after the commit. A
 * transaction that comes again changes nothing.
 *
 * It tells events and no more: not the state of a room that the bot comes into, nor who is there,
 * nor the keys for what is encrypted. Where that matters the events are left to one /sync, in whose
 * answer they stand in their order and with all that belongs to them. One is asked for
 *
 *  - when a transaction says that the bot is invited, joins or leaves, or that a room's state
 *    changes; all that is said in that room comes with the answer;
 *  - at the start, when the homeserver may have been away, and now and then: Synapse forgets what
 *    it was about to push when it is killed, and what it kept it pushes only when something new
 *    happens in a room of the bot's;
 *  - before a turn's time ends: what was written in time counts.
 *
 * Events come twice by that, but are handled once: by the ids of messages, and as the state of a
 * room is taken from /sync alone.
 */
#ifndef MX_TRANSACTION_H
#define MX_TRANSACTION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx;

/* What is left to /sync. */
struct mx_left {
	json_t *rooms; /* whose events are, from the next request on */
	json_t *asked; /* those of the request under way */
	bool wanted;   /* it is to be asked for another reason */
	int64_t due;   /* steady time of the host's next timer; -1: there is none */
};

bool mx_left_init(struct mx_left *left);
void mx_left_finish(struct mx_left *left);

/* Handles a transaction, in one of the store's. False: it can't be now; it is to come again. */
bool mx_transaction_handle(struct mx *mx, const char *id, const json_t *body);

/* Whether /sync is to be asked now; always where the bot is no application service. */
bool mx_left_is_due(const struct mx *mx);

/* It was asked; that failed; its answer is handled. */
void mx_left_asked(struct mx *mx);
void mx_left_failed(struct mx *mx);
void mx_left_handled(struct mx *mx);

/* Whether the host's timers have to wait until /sync has been asked once more. */
bool mx_left_holds_timers(const struct mx *mx);

/* Shortens *timeout to when /sync is to be asked. */
void mx_left_bound(const struct mx *mx, int64_t *timeout);

#endif
