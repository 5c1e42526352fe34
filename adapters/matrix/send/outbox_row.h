/*
 * Rows of the outbox, as this adapter sees them, and the content of the events in which the bot
 * sends them: https://spec.matrix.org/latest/client-server-api/#mroommessage
 *
 * The host adds most rows. The adapter adds the rows to join or leave a room, and to reach a user.
 */
#ifndef ADAPTERS_MATRIX_SEND_OUTBOX_ROW_H
#define ADAPTERS_MATRIX_SEND_OUTBOX_ROW_H

#include "adapters/matrix/send/fair_queue.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_sender;

/*
 * Adds a row within the caller's transaction. `kind` is BOT_OUT_JOIN, BOT_OUT_LEAVE or
 * BOT_OUT_REACH. `to` is a user for BOT_OUT_REACH, else a room. `via` is a server to join through,
 * or NULL.
 *
 * A new row to join or leave a room replaces a waiting row to join or leave the same room. So at
 * most one such row waits for each room, even if people invite the bot and take the invitation back
 * again and again.
 */
void mx_outbox_row_add(
	struct bot_store *store, enum bot_outbox_kind kind, const char *to, const char *via);

/*
 * Adds a letter as a row, as mx_outbox_row_add does. Fills in the letter's time.
 */
void mx_outbox_row_add_letter(struct bot_store *store, struct bot_letter letter);

/* Returns the row's priority in the fair queue. */
enum mx_priority mx_outbox_row_priority(const struct bot_outbox_row *row);

/*
 * Builds the content of the row's event. If the bot has not uploaded the row's file, or if the
 * homeserver refused the file, the content is only the text. Returns a new reference.
 */
json_t *mx_outbox_row_content(const struct mx_sender *sender, const struct bot_outbox_row *row);

/*
 * Handles an event that the bot sent with an earlier device. The homeserver shows transaction ids
 * only to the device that sent the event (login/session.h). So the function compares contents: if
 * the event has the content of the first row of its lane (bot_outbox_first), this row is done. `to`
 * is a user if `private` is set, else a room. The caller has begun a transaction. Returns errors of
 * the store.
 */
void mx_outbox_row_match_event(
	struct mx_sender *sender, bool private, const char *to, const json_t *event);

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
json_t *mx_outbox_row_message_content(const struct bot_outbox_row *row);

/*
 * Builds the event content of a file or a picture that the bot has uploaded, or of an edit that
 * puts it in the place of an earlier message. `upload` holds the file's address as "url" and, if
 * the file is encrypted, also the members of EncryptedFile that a client needs to decrypt it.
 * Returns a new reference.
 */
json_t *mx_outbox_row_file_content(const struct bot_outbox_row *row, json_t *upload);

/*
 * The field of a challenge's event that has the commitment to the shuffles of the match. People
 * compare this field with the match's record.
 */
#define MX_CONTENT_COMMITMENT "engarde_bot.commitment"

/* Returns the type of the event for a row. The string is static. */
const char *mx_outbox_row_event_type(const struct bot_outbox_row *row);

/*
 * Builds the content of a reaction to an event. `key` is the reaction's emoji, of `size` bytes.
 * Returns a new reference.
 */
json_t *mx_outbox_row_reaction_content(const char *event, const char *key, size_t size);

#endif
