/* Taps: what a player's page sends to api/act. */
#ifndef ADAPTERS_WEB_ACT_H
#define ADAPTERS_WEB_ACT_H

#include "adapters/http/server.h"
#include "bot/host/host.h"

#define WEB_ACT_MOST 2048 /* the most bytes of a tap */

/*
 * Handles the tap in the body of the request, and fills in the reply. Returns false if the store
 * has failed: then nothing has happened, and the page may send the same tap again.
 */
bool web_act(const struct bot_host_access *access, const char *user,
	const struct http_request *request, struct http_reply *reply);

#endif
