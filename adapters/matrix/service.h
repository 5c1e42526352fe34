/*
 * The bot as an application service: its homeserver pushes what happens in the bot's rooms over
 * HTTP, and is told here whether that is done. See transaction.h for what becomes of it.
 *
 * https://spec.matrix.org/latest/application-service-api/
 */
#ifndef MX_SERVICE_H
#define MX_SERVICE_H

#include "adapters/http/server.h"
#include "adapters/matrix/pause.h"
#include "adapters/matrix/transaction.h"

#include <stdbool.h>
#include <stdint.h>

struct mx;

/* All zero: the bot is none. */
struct mx_service {
	struct http_server *server; /* NULL: the bot is none */
	struct mx_left left;
	struct {
		bool asked;    /* and no answer yet */
		bool reached;  /* the homeserver can reach the bot, by the last answer */
		bool unknown;  /* the homeserver knows no pings */
		int64_t again; /* steady time */
		struct mx_pause pause;
	} ping;
};

/* Begins to listen, where the bot is an application service; else does nothing. */
void mx_service_start(struct mx *mx);
void mx_service_finish(struct mx_service *service);

bool mx_service_is_on(const struct mx *mx);

/* Has the homeserver try whether it can reach the bot, now and then. */
void mx_service_turn(struct mx *mx);

/* It is tried as soon as can be: the homeserver then sends again what it has kept. */
void mx_service_check(struct mx *mx);

/* Shortens *timeout to when there is something to do. */
void mx_service_bound(const struct mx *mx, int64_t *timeout);

#endif
