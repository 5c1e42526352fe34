/*
 * The content of the events in which the bot sends its messages, files and polls:
 * https://spec.matrix.org/latest/client-server-api/#mroommessage
 */
#ifndef ADAPTERS_MATRIX_SEND_CONTENT_H
#define ADAPTERS_MATRIX_SEND_CONTENT_H

#include "bot/store/outbox_rows.h"

#include <jansson.h>

/*
 * The largest size of a content as JSON, in bytes. The spec allows 65,536 bytes for the whole
 * event.
 */
#define MX_CONTENT_MOST 40960

/*
 * Builds the event content of a message, a poll, the end of a poll, or an edit. If the content
 * would be longer than MX_CONTENT_MOST, the function omits the formatted text. If the content is
 * still too long, the function cuts off the end of the plain text. Returns a new reference.
 */
json_t *mx_content(const struct bot_outbox_row *row);

/*
 * Builds the event content of a file or a picture that the bot has uploaded, or of an edit that
 * puts it in the place of an earlier message. `upload` holds the file's address as "url" and, if
 * the file is encrypted, also the members of EncryptedFile that a client needs to decrypt it.
 * Returns a new reference.
 */
json_t *mx_content_file(const struct bot_outbox_row *row, json_t *upload);

/*
 * The field of a challenge's event that has the commitment to the shuffles of the match. People
 * compare this field with the match's record.
 */
#define MX_CONTENT_COMMITMENT "engarde_bot.commitment"

/* Returns the type of the event for a row. The string is static. */
const char *mx_content_type(const struct bot_outbox_row *row);

/*
 * Builds the content of a reaction to an event. `key` is the reaction's emoji, of `size` bytes.
 * Returns a new reference.
 */
json_t *mx_content_reaction(const char *event, const char *key, size_t size);

#endif
