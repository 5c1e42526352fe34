/*
 * Checks the forms of addresses in the configuration: Matrix IDs, URLs, hosts, addresses to listen
 * on, and the URL of a PostgreSQL database, as libpq reads it
 * (https://www.postgresql.org/docs/current/libpq-connect.html).
 */
#ifndef CONFIG_ADDRESS_H
#define CONFIG_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text has no spaces and no control characters. Bytes above 0x7f are allowed. */
bool cfg_is_graphic(const char *text);

/* Whether the text is host[:port]: Matrix specification, appendix "Server name". */
bool cfg_is_server_name(const char *text);

/* Whether the text is a whole Matrix ID, such as @engarde:example.org. */
bool cfg_is_user(const char *text);

/* Whether the text is an address or an id of a room, such as #bans:example.org or !opaque. */
bool cfg_is_room(const char *text);

/*
 * Whether a host can only be this machine: localhost, [::1] or an address in 127.0.0.0/8. `host`
 * has `length` bytes. An IPv6 address has its brackets.
 */
bool cfg_is_loopback(const char *host, size_t length);

/*
 * Whether the text is a numeric IP address and a port of at least `least`, such as 127.0.0.1:8009
 * or [::]:8009.
 */
bool cfg_is_listener(const char *text, long least);

/* Whether only this machine can connect to a numeric address with a port. */
bool cfg_is_local_listener(const char *text);

/* Whether `listen` means all addresses of the machine. A client needs one of these addresses. */
bool cfg_is_wildcard(const char *listen);

/*
 * Whether two processes, or two parts of one, can't listen at both addresses: the ports are equal
 * and not 0, and so are the hosts, or one of them means all addresses. Both must be numeric
 * addresses with a port (cfg_is_listener).
 */
bool cfg_listeners_clash(const char *a, const char *b);

/* Whether the text begins with http:// or https://, and paths can follow it. */
bool cfg_is_base_url(const char *url);

/*
 * Return what is wrong with the base URL of a homeserver, or with the URL of the bot's web page, or
 * NULL. The text is static. If `insecure` is true, http:// is allowed for other machines, too.
 */
const char *cfg_homeserver_fault(const char *url, bool insecure);
const char *cfg_page_fault(const char *url);

/* Whether the value of `store` is such a URL, right or wrong, and not the path of a file. */
bool cfg_is_server_url(const char *store);

/*
 * Returns why the bot can't use the URL, or NULL. A password in the URL is a fault, because other
 * people see the URL.
 */
const char *cfg_server_url_fault(const char *url);

#endif
