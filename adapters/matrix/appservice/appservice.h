/*
 * The bot as an application service: the homeserver pushes the events of the bot's rooms over HTTP,
 * in transactions. This part answers each request of the homeserver; transaction.h handles the
 * events. This part also sends pings: a ping asks the homeserver to send a request to the bot. If
 * the homeserver can't send that request, the log says why no events arrive.
 * https://spec.matrix.org/latest/application-service-api/
 */
#ifndef ADAPTERS_MATRIX_APPSERVICE_APPSERVICE_H
#define ADAPTERS_MATRIX_APPSERVICE_APPSERVICE_H

#include "adapters/http/server.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/receiver.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero if the bot is no application service. */
struct mx_appservice {
	struct mx_account *account;
	struct mx_session *session;
	struct mx_receiver *receiver;
	/* gets the homeserver's requests; NULL if the bot is no application service */
	struct http_server *server;
	/* Pings: */
	bool ping_is_under_way;
	bool is_reached;   /* the last ping has shown that the homeserver can reach the bot */
	bool has_no_ping;  /* the homeserver does not support pings */
	bool sync_failed;  /* /sync was failing at the last call of mx_appservice_ping */
	int64_t next_ping; /* steady time when the next ping is due */
	struct mx_backoff ping_backoff;
};

/*
 * Starts to listen if the secrets have an hs_token, which means that the bot is an application
 * service. Borrows the receiver until mx_appservice_finish. If the bot can't listen, sets
 * account->fatal.
 */
void mx_appservice_start(struct mx_appservice *service, struct mx_receiver *receiver);

/* Stops listening. */
void mx_appservice_finish(struct mx_appservice *service);

/* Sends a ping if one is due: once a minute, and when /sync works again after a failure. */
void mx_appservice_ping(struct mx_appservice *service);

#endif
