/*
 * What the bot can learn about a homeserver without a log-in: the address of its client API, the
 * versions of the specification that the homeserver supports, and how accounts log in. Each call
 * but mx_discovery_ask_for_hint waits for the homeserver's answers.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_DISCOVERY_H
#define ADAPTERS_MATRIX_LOGIN_DISCOVERY_H

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/login/session.h"

#include <stdbool.h>

#define MX_BASE_SIZE    1024
#define MX_VERSION_SIZE 16

/*
 * Here and below, `ca_file` names a file with certificates of authorities that count besides those
 * of the system, or is NULL.
 *
 * Finds the base address of the client API for a server name (Client-server API, "Well-known URI"),
 * and writes the address to `base`. If the server names no address, writes the address of the
 * server itself. If the server's answer is not valid, returns false and writes the address of the
 * server itself.
 */
bool mx_discovery_find_base(const char *server, const char *ca_file, char base[MX_BASE_SIZE]);

struct mx_server_features {
	/* versions of the Matrix specification, such as "v1.11" */
	char oldest[MX_VERSION_SIZE], newest[MX_VERSION_SIZE];
	bool password;     /* accounts can log in with a password */
	bool delegated;    /* an OAuth 2.0 server, such as MAS, manages the accounts */
	bool device_grant; /* the OAuth 2.0 server offers the device authorization grant */
};

/*
 * Asks the homeserver at `base` what it supports. Returns NULL if the bot can use the homeserver,
 * and writes to `features` what the homeserver supports. Otherwise returns a static sentence that
 * says why the bot can't use it. Then `features` has no meaning.
 */
const char *mx_discovery_read_server(
	const char *base, const char *ca_file, struct mx_server_features *features);

/*
 * A hint for the log if no homeserver answers at the configured address: which address the server
 * of the bot's account names for clients.
 *
 * If the answer does not come from a homeserver, or if none came several times in a row, asks the
 * account's server, until it answers once. Logs its answer later, if that is another address than
 * the configured one. The caller has counted the failure.
 */
void mx_discovery_ask_for_hint(struct mx_session *session, const struct mx_answer *answer);

#endif
