/* Finds the keys of a file that the bot does not know, and guesses which key a person meant. */
#ifndef CONFIG_UNKNOWN_KEY_H
#define CONFIG_UNKNOWN_KEY_H

#include "config/document.h"

/* Reports each key that is not in the table of keys. The document is a mapping. */
void unknown_keys_report(const struct document *document, struct report *report);

#endif
