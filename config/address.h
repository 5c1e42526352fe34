/* The forms of addresses and Matrix identifiers in a configuration. */
#ifndef CONFIG_ADDRESS_H
#define CONFIG_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text has no spaces and no control characters. Bytes above 0x7f are fine. */
bool cfg_is_graphic(const char *text);

/* Whether the text is host[:port]: Matrix specification, appendix "Server name". */
bool cfg_is_server_name(const char *text);

/* Whether the text is a whole Matrix ID, such as @engarde:example.org. */
bool cfg_is_user(const char *text);

/*
 * Whether a host can only be this machine: localhost, [::1] or an address in 127.0.0.0/8. `host`
 * has `length` bytes; an IPv6 address has its brackets.
 */
bool cfg_is_loopback(const char *host, size_t length);

/* Returns what is wrong with the base URL of a homeserver, or NULL. The text is static. */
const char *cfg_homeserver_fault(const char *url);

/* Whether the text is a numeric IP address and a port, such as 127.0.0.1:8009 or [::]:8009. */
bool cfg_is_listener(const char *text);

#endif
