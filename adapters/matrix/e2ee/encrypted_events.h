/*
 * Decrypts ("opens") encrypted events: at once, later when their key comes, or never. In an
 * encrypted room, the bot accepts only one kind of unencrypted event: reactions, since clients
 * never encrypt reactions. So a homeserver could forge a reaction by which a player chooses an
 * action. But a homeserver can't read encrypted messages, and it can't see a hand.
 */
#ifndef MX_ENCRYPTED_EVENTS_H
#define MX_ENCRYPTED_EVENTS_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/*
 * Takes in the keys that a batch brought, and replaces the batch's encrypted events by the events
 * that they contain. Leaves the events of rooms with a gap as they are. Call it in the batch's
 * transaction; a second call with this batch does no harm. `live` is false for the very first
 * batch, whose events are old. Then no event waits for its key. Returns BOT_STORE_FAILED if the
 * keys could not be stored. Then the caller must handle the batch again later.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_receive(
	struct mx_crypto *crypto, json_t *batch, bool live);

/*
 * Opens the encrypted events on a page of a gap, in place. Call it in the page's transaction. If
 * `waits` is true, an event that the bot can't open yet waits for its key.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_open_page(
	struct mx_crypto *crypto, const char *room, json_t *events, bool waits);

/*
 * Returns whether an event of a batch was encrypted when it came. A homeserver can't make an
 * unencrypted event look as if it came encrypted.
 */
bool mx_encrypted_events_was_encrypted(const json_t *event);

/*
 * Handles an unencrypted command in an encrypted room. The command does not count, since a
 * homeserver may have forged it. The bot tells this to the sender once. Call it in a transaction.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_take_unencrypted(
	struct mx_crypto *crypto, const char *room, const char *sender);

/*
 * Tries again to open the waiting events, and gives up those that have waited too long. Uses its
 * own transaction.
 */
void mx_encrypted_events_retry(struct mx_crypto *crypto);

#endif
