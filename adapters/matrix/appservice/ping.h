/*
 * Pings: the bot asks its homeserver whether the homeserver can reach the bot. The log then says
 * why no events arrive. https://spec.matrix.org/latest/application-service-api/#pinging
 */
#ifndef MX_PING_H
#define MX_PING_H

#include "adapters/matrix/client/backoff.h"
#include "adapters/matrix/login/session.h"

#include <stdbool.h>
#include <stdint.h>

/* Before the first use, all fields but `session` are zero. */
struct mx_ping {
	struct mx_session *session;
	bool on;          /* the bot is an application service, and listens */
	bool asked;       /* a ping is under way */
	bool reached;     /* by the last answer, the homeserver can reach the bot */
	bool unknown;     /* the homeserver does not support pings */
	bool sync_failed; /* /sync failed at the last turn */
	int64_t again;    /* steady time of the next ping */
	struct mx_backoff backoff;
};

/* Asks the homeserver for a ping if one is due: once a minute, and when /sync works again. */
void mx_ping_turn(struct mx_ping *ping);

/*
 * Makes a ping due as soon as the store can be used. A ping makes the homeserver repeat the
 * transactions that the bot refused.
 */
void mx_ping_check(struct mx_ping *ping);

/* Shortens *timeout, milliseconds from now, to when the next ping is due. */
void mx_ping_bound(const struct mx_ping *ping, int64_t *timeout);

#endif
