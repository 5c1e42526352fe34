/*
 * Logging in by OAuth 2.0's device authorization grant (RFC 8628): a person opens a link wherever
 * there is a browser, and lets the bot in. The bot asks until he has answered.
 */
#ifndef MX_GRANT_H
#define MX_GRANT_H

#include "adapters/matrix/matrix.h"

struct mx;

/* The session is stored and the state MX_LOGGED_IN, or mx->fatal says why not and the log more. */
void mx_grant(struct mx *mx, struct mx_show show, int stop);

#endif
