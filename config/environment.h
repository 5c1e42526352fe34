/*
 * Values of the configuration that the environment gives. The variable of a key is ENGARDE_ and the
 * key's path in capitals, with two underscores for the dot: ENGARDE_MATRIX__HOMESERVER gives
 * matrix.homeserver. The items of a list stand between commas.
 */
#ifndef CONFIG_ENVIRONMENT_H
#define CONFIG_ENVIRONMENT_H

#include "config/document.h"
#include "config/keys.h"

#define VARIABLE_SIZE 96 /* bytes of a variable's name, with the final NUL */

/* Writes the name of the key's variable, and returns it. */
const char *environment_variable(const struct cfg_key *key, char variable[VARIABLE_SIZE]);

/* Like environment_variable if the variable is set. Otherwise returns `path`, which is a key's. */
const char *environment_name(const char *path, char variable[VARIABLE_SIZE]);

/* Whether a variable of at least one key is set. */
bool environment_has_values(void);

/*
 * Gives the document the values of all variables that are set, each in place of the file's value.
 * Reports each variable that looks as if it were meant for a key but has another name.
 */
void environment_apply(struct document *document, struct report *report);

#endif
