/*
 * Checks the rules for a configuration that the schema can't express: the forms of addresses and
 * Matrix identifiers, the ranges of numbers, and which keys go together.
 */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include <stdbool.h>

struct cfg;
struct report;

/* Whether the text is a whole Matrix ID, such as @engarde:example.org. */
bool cfg_is_user(const char *text);

/*
 * Reports every fault of a configuration that the bot has read and completed with the defaults.
 * `can_encrypt` says whether the bot can take part in encrypted rooms.
 */
void cfg_check(const struct cfg *config, bool can_encrypt, struct report *report);

#endif
