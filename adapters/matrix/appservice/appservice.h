/*
 * The bot as an application service: the homeserver pushes the events of the bot's rooms over HTTP,
 * in transactions. This part answers each request; transaction.h handles the events.
 * https://spec.matrix.org/latest/application-service-api/
 */
#ifndef MX_APPSERVICE_H
#define MX_APPSERVICE_H

#include "adapters/http/server.h"
#include "adapters/matrix/appservice/ping.h"
#include "adapters/matrix/receive/receiver.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero: the bot is no application service. */
struct mx_appservice {
	struct mx_account *account;
	struct mx_receiver *receiver;
	struct http_server *server; /* NULL: the bot is no application service */
	struct mx_ping ping;
};

/*
 * Starts to listen if the secrets have an hs_token, which makes the bot an application service.
 * The receiver is borrowed until mx_appservice_finish. If the bot can't listen, sets
 * account->fatal.
 */
void mx_appservice_start(struct mx_appservice *service, struct mx_receiver *receiver);

/* Stops listening. */
void mx_appservice_finish(struct mx_appservice *service);

#endif
