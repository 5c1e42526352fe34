/*
 * What can be known of a homeserver before anybody logs in: where its client API is, which versions
 * of the specification it speaks, and how accounts log in there. Each call waits for its answers.
 */
#ifndef MX_DISCOVER_H
#define MX_DISCOVER_H

#include <stdbool.h>

#define MX_BASE_SIZE    1024
#define MX_VERSION_SIZE 16

/*
 * Client-server API, "Well-known URI": finds the base address for a server name, which is that of
 * the server itself where it tells no other. False: it tells something that is none, and `base` is
 * the server itself.
 */
bool mx_discover(const char *server, char base[MX_BASE_SIZE]);

struct mx_server {
	char oldest[MX_VERSION_SIZE], newest[MX_VERSION_SIZE]; /* as in v1.11 */
	bool password;     /* an account can log in with its password */
	bool delegated;    /* accounts are those of an OAuth 2.0 service, such as MAS */
	bool device_grant; /* there a device can be let in with a browser elsewhere */
};

/* NULL: it is a homeserver. Otherwise why it can't be used: a static sentence. */
const char *mx_look(const char *base, struct mx_server *server);

#endif
