/* Puts values that are not in the file into a document. */
#ifndef CONFIG_DOCUMENT_PUT_H
#define CONFIG_DOCUMENT_PUT_H

#include "config/document.h"

/*
 * Gives the key with this path a value: `text`, or an empty list if that is NULL. Removes what the
 * file says of the key. `section` is the path of the section that contains the key, which is made
 * if the file lacks it, or NULL. `variable` names the environment variable that gives the value.
 * Writes the number of the node to *index. May return CFG_NO_MEMORY.
 */
enum cfg_error document_put(struct document *document, const char *section, const char *path,
	const char *variable, const char *text, size_t *index) __attribute__((warn_unused_result));

/* Appends an item to the list, which is the key that was put last. May return CFG_NO_MEMORY. */
enum cfg_error document_put_item(struct document *document, size_t list, const char *variable,
	const char *text) __attribute__((warn_unused_result));

#endif
