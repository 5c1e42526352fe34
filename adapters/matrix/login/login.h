/*
 * How the bot logs in: by password, with an access token, or as an application service. The first
 * log-in with OAuth 2.0 needs a person (device_grant.h). After that, the bot renews its token
 * (oauth.h).
 *
 * An application service first registers its account, unless the account exists. Then it makes its
 * device. Finally it asks the homeserver whether it may use the account and the device. The account
 * is one of the users in the registration's namespaces, and not the registration's sender: Synapse
 * allows the sender many requests, but not /sync. After a crash of the bot or of the homeserver,
 * the bot may send a message again, with the same transaction id. The homeserver recognises the
 * repeated message only if it comes from the same device. Without a device, homeservers forget
 * transaction ids when they restart, or never store them.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_LOGIN_H
#define ADAPTERS_MATRIX_LOGIN_LOGIN_H

#include "adapters/matrix/client/client.h"
#include "adapters/matrix/login/session.h"

/*
 * Starts to log in or to renew the token, and sets the session's state to MX_LOGGING_IN. The answer
 * will set the state to MX_LOGGED_IN or MX_LOGGED_OFF. If the log-in can never succeed, ends the
 * run. Returns false if the store can't be read now.
 */
MX_MUST_USE bool mx_login_start(struct mx_session *session);

/* Asks the homeserver which user and device the bot's token belongs to. */
void mx_login_ask_whoami(
	struct mx_session *session, void (*done)(void *self, const struct mx_answer *answer));

#endif
