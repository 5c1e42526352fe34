/* Reads the values of a document into a struct cfg, by the table of keys. */
#ifndef CONFIG_READ_H
#define CONFIG_READ_H

#include "config/document.h"

/*
 * Sets each value that the document has, and reports each fault of a single key: a wrong type, a
 * wrong value, a missing key, an unknown key, and a key that is given twice. *config has the
 * defaults; a faulty value leaves its default, and a faulty item of a list is NULL.
 */
void cfg_read(struct cfg *config, const struct document *document, struct report *report);

#endif
