/*
 * How an application service logs in. First the bot registers its account, unless the account
 * exists. Then the bot makes the device from which it sends. At last the bot asks the homeserver
 * whether it may use both. The account is one of the users in the registration's namespaces, and
 * not the registration's sender: Synapse allows the sender many requests, but not /sync.
 *
 * After a crash of the bot or of the homeserver, the bot sends a message again with the same
 * transaction id. Only with a device does the homeserver recognise the repeated message: without a
 * device, homeservers forget transaction ids when they restart, or never store them.
 */
#ifndef MX_APPSERVICE_LOGIN_H
#define MX_APPSERVICE_LOGIN_H

#include "adapters/matrix/client/http.h"

struct mx_session;

/*
 * Starts the log-in. Later calls `done` once, with the session as `self`: either with the answer to
 * whoami, or with the first answer that is an error.
 */
void mx_appservice_login_start(
	struct mx_session *session, void (*done)(void *self, const struct mx_answer *answer));

/*
 * Explains an error code of the homeserver in a sentence for the log. Returns a static string, or
 * `code` itself if there is no explanation.
 */
const char *mx_appservice_login_refusal(const char *code);

/*
 * Takes the device that the answer to whoami names. NULL: the answer names no device, so the bot
 * cannot use one; logs a warning and sends further requests without a device.
 */
void mx_appservice_login_set_device(struct mx_session *session, const char *device);

#endif
