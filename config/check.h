/*
 * Checks the rules for a configuration that the schema can't express: the forms of addresses and
 * Matrix identifiers, the ranges of numbers, and which keys go together.
 */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct cfg;
struct report;

/* Whether the text is a whole Matrix ID, such as @engarde:example.org. */
bool cfg_is_user(const char *text);

/*
 * Whether a host can only be this machine: localhost, [::1] or an address in 127.0.0.0/8. `host`
 * has `length` bytes. An IPv6 address has its brackets.
 */
bool cfg_is_loopback(const char *host, size_t length);

/*
 * Returns what is wrong with the base URL of a homeserver, or NULL. The text is static. If
 * `insecure` is true, http:// is allowed for other machines, too.
 */
const char *cfg_homeserver_fault(const char *url, bool insecure);

/*
 * Reports every fault of a configuration that the bot has read and completed with the defaults.
 * `can_encrypt` says whether the bot can take part in encrypted rooms.
 */
void cfg_check(const struct cfg *config, bool can_encrypt, struct report *report);

#endif
