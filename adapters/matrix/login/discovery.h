/*
 * What the bot can learn about a homeserver before anybody logs in: the address of its client API,
 * the versions of the specification that it supports, and how accounts log in there. Each call
 * waits for the homeserver's answers.
 */
#ifndef MX_DISCOVERY_H
#define MX_DISCOVERY_H

#include <stdbool.h>

#define MX_BASE_SIZE    1024
#define MX_VERSION_SIZE 16

/*
 * Finds the base address of the client API for a server name (Client-server API, "Well-known URI"),
 * and writes it to `base`. If the server names no other address, that is the address of the server
 * itself. If the server's answer is not valid, returns false, and `base` is also the address of the
 * server itself.
 */
bool mx_discovery_find_base(const char *server, char base[MX_BASE_SIZE]);

struct mx_server_features {
	/* versions of the specification, such as "v1.11" */
	char oldest[MX_VERSION_SIZE], newest[MX_VERSION_SIZE];
	bool password;     /* accounts can log in with a password */
	bool delegated;    /* an OAuth 2.0 server, such as MAS, manages the accounts */
	bool device_grant; /* that server offers the device authorization grant */
};

/*
 * Asks the homeserver at `base` what it supports, and writes the result to `features`. Returns
 * NULL, or a static sentence that says why the bot cannot use that server; then `features` has no
 * meaning.
 */
const char *mx_discovery_read_server(const char *base, struct mx_server_features *features);

#endif
