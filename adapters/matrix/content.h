/* What the bot says, as Matrix has it:
 * https://spec.matrix.org/latest/client-server-api/#mroommessage */
#ifndef MX_CONTENT_H
#define MX_CONTENT_H

#include "bot/outbox.h"

#include <jansson.h>

#define MX_CONTENT_MOST 40960 /* bytes of a content; a whole event may have 65,536 */

/*
 * The content of the event for a message or an edit; a new reference, NULL: no memory. One that
 * would be too big loses its formatting and, if need be, its end.
 */
json_t *mx_content(const struct bot_outbox_row *row);

/*
 * The content of the event for a file or picture that was uploaded: {"url": its address} and, where
 * it was encrypted, what is needed to read it. NULL: no memory.
 */
json_t *mx_content_file(const struct bot_outbox_row *row, json_t *upload);

/* The type of that event; static. */
const char *mx_content_type(const struct bot_outbox_row *row);

#endif
