/* Checks the rules for a configuration that concern several keys at once. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include "config/document.h"

/*
 * Reports which values do not go together. cfg_read has read the values from the document. A value
 * with a fault of its own is left out. `can_encrypt` says whether the bot can take part in
 * encrypted rooms.
 */
void cfg_check(const struct cfg *config, const struct document *document, bool can_encrypt,
	struct report *report);

#endif
