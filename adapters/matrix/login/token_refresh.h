/*
 * Renews access tokens that expire, in sessions of OAuth 2.0. The bot asks for a new token before
 * the old one expires, or when the homeserver refuses the old one.
 *
 * Each refresh token works once, and the answer brings the next one. The bot stores the new pair
 * before it uses the new access token: until that use the old refresh token stays valid
 * (Client-server API, "Refreshing access tokens"). So if the bot is killed after the answer but
 * before it has stored the pair, it can use the old refresh token again.
 */
#ifndef MX_TOKEN_REFRESH_H
#define MX_TOKEN_REFRESH_H

#include "adapters/matrix/client/http.h"

struct mx_session;

/*
 * Reads from the store when the access token is due for renewal. Call it when the bot starts with a
 * stored session; does nothing if that is not a session of OAuth 2.0.
 */
void mx_token_refresh_start(struct mx_session *session);

/* Returns whether the bot must renew its access token now. */
bool mx_token_refresh_is_due(const struct mx_session *session);

/*
 * Asks for a new token, and sets the session's state to MX_LOGGING_IN. The answer sets the state to
 * MX_LOGGED_IN or MX_LOGGED_OFF. If the store has no session of OAuth 2.0, ends the run. Returns
 * false if the store can't be read now.
 */
MX_MUST_USE bool mx_token_refresh_send(struct mx_session *session);

/* Shortens *timeout, milliseconds from now, so that it ends when the next renewal is due. */
void mx_token_refresh_bound(const struct mx_session *session, int64_t *timeout);

#endif
