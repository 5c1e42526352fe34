/*
 * A hint for the log if no homeserver answers at the configured address: which address the server
 * of the bot's account names for clients (Client-server API, "Well-known URI").
 */
#ifndef ADAPTERS_MATRIX_LOGIN_ADDRESS_HINT_H
#define ADAPTERS_MATRIX_LOGIN_ADDRESS_HINT_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/login/session.h"

/*
 * If the answer does not come from a homeserver, or if none came several times in a row, asks the
 * account's server, until it answers once. Logs its answer later, if that is another address than
 * the configured one. The caller has counted the failure.
 */
void mx_address_hint_ask(struct mx_session *session, const struct mx_answer *answer);

#endif
