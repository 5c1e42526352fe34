/* Clients of an HTTP server that runs on the same thread. A client is represented by its socket. */
#ifndef TESTS_SUPPORT_HTTP_CLIENT_H
#define TESTS_SUPPORT_HTTP_CLIENT_H

#include "adapters/http/server.h"

#include <stdbool.h>

/* Returns a new client. The caller closes it. */
int http_client_connect(const struct http_server *server);

void http_client_send(int client, const char *text);

/* Lets the server do what it can do without waiting. */
void http_client_serve(struct http_server *server);

/*
 * Serves until the client receives something or the connection ends. Returns what the client
 * received, or "" if it received nothing. The text is valid until the next call.
 */
const char *http_client_hear(struct http_server *server, int client);

/* Sends a request on a connection of its own. Returns the answer as http_client_hear does. */
const char *http_client_ask(struct http_server *server, const char *request);

/* Returns whether the server has closed the connection or sent something. */
bool http_client_is_over(int client);

#endif
