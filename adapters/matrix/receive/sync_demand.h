/*
 * Decides when to ask /sync. If the homeserver pushes events (to an application service), the bot
 * asks only for what transactions do not have: see appservice/transaction.h. Otherwise the bot
 * asks for one batch after another.
 */
#ifndef MX_SYNC_DEMAND_H
#define MX_SYNC_DEMAND_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* All zero: the homeserver pushes nothing, so /sync is always due. */
struct mx_demand {
	bool pushed;      /* the homeserver pushes events */
	json_t *rooms;    /* set of rooms whose events the next answer must bring */
	json_t *asked;    /* the same for the request under way */
	bool wanted;      /* a request is needed for another reason */
	int64_t timer;    /* steady time of the host's next timer; -1: none */
	int64_t followed; /* steady time when the bot asked for the last handled batch */
};

/* Notes that the homeserver pushes events from now on. */
void mx_demand_begin(struct mx_demand *demand);

/* Frees what *demand holds, not the struct. */
void mx_demand_finish(struct mx_demand *demand);

/* Whether to ask /sync now. The caller makes the first request of a process in any case. */
bool mx_demand_is_due(const struct mx_demand *demand);

/*
 * Note that the bot asked /sync, that the request failed, or that the bot handled the answer to
 * the request of steady time `asked`.
 */
void mx_demand_asked(struct mx_demand *demand);
void mx_demand_failed(struct mx_demand *demand);
void mx_demand_handled(struct mx_demand *demand, int64_t asked);

/* Whether the host's timers must wait until /sync was asked once more. */
bool mx_demand_holds_timers(const struct mx_demand *demand);

/* Shortens *timeout, milliseconds from now, to the time when /sync is due. */
void mx_demand_bound(const struct mx_demand *demand, int64_t *timeout);

#endif
