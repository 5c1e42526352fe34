/*
 * Access tokens that expire, where the session came by OAuth 2.0: a new one is asked for in time,
 * or when the homeserver says that the old one is no good.
 *
 * Each refresh token is good for once, and comes with the next. The new pair is stored before it is
 * used: until then the old refresh token stays good (Client-server API, "Refreshing access
 * tokens"), so that whoever was killed between the answer and the store asks with it once more.
 */
#ifndef MX_REFRESH_H
#define MX_REFRESH_H

#include "adapters/matrix/http.h"

struct mx;

/* The store has a session of OAuth 2.0, or none. To be called when one is taken up. */
void mx_refresh_start(struct mx *mx);

/* Whether the token that is used is to be renewed by now. */
bool mx_refresh_is_due(const struct mx *mx);

/* Asks for a new token; the session's state is MX_LOGGING_IN until it is there or can't be had. */
MX_MUST_USE enum mx_error mx_refresh(struct mx *mx);

/* Shortens *timeout, milliseconds from now, to when the next is due. */
void mx_refresh_bound(const struct mx *mx, int64_t *timeout);

#endif
