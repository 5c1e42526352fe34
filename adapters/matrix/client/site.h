/*
 * Sites. All servers that one person can have at the cost of one share one site, and a site has one
 * share of whatever the bot shares out among strangers. A name is cheap: a wildcard record gives
 * its owner any number of subdomains, and each host has 65,000 ports.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_SITE_H
#define ADAPTERS_MATRIX_CLIENT_SITE_H

#include "bot/store/store.h"

/* The site of all servers whose names are no names of hosts. No other site has this text. */
#define MX_SITE_UNKNOWN "?"

/*
 * Writes the site of a server name. The site is
 * - the last two labels of a DNS name, or the last three if the last two are a well-known suffix
 *   under which anybody may register names, such as co.uk;
 * - an IPv4 address;
 * - the first half of an IPv6 address, since each host has a whole network of the other half.
 *
 * Ports, case, dots at the end and the way to write an address don't matter. `server` may be any
 * text of at most BOT_ID_SIZE - 1 bytes.
 */
void mx_site_of_server(const char *server, char site[BOT_ID_SIZE]);

/* The same for the server of a valid user id. */
void mx_site_of_user(const char *user, char site[BOT_ID_SIZE]);

#endif
