/*
 * Opens encrypted events: at once, later when their key comes, or never. In an encrypted room, the
 * only unencrypted events that count are reactions, since clients never encrypt reactions. So a
 * homeserver could forge a choice that a player makes by reaction, but it can neither read
 * encrypted messages nor see a hand.
 */
#ifndef MX_ENCRYPTED_EVENTS_H
#define MX_ENCRYPTED_EVENTS_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/*
 * Takes in the keys that a batch brought, and replaces the batch's encrypted events by the events
 * that they contain, except in rooms with a gap. Call it in the batch's transaction; a second call
 * with the same batch does no harm. `live`: false for the very first batch, whose events are old:
 * then no event waits for its key. BOT_STORE_FAILED: the keys were not stored, so the caller must
 * handle the same batch again later.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_receive(
	struct mx_crypto *crypto, json_t *batch, bool live);

/*
 * Opens the encrypted events of a gap's page in place, in the page's transaction. `waits`: whether
 * events that can't be opened yet shall wait for their key.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_open_page(
	struct mx_crypto *crypto, const char *room, json_t *events, bool waits);

/* Returns whether an event of a batch was encrypted when it came. Nobody can forge that. */
bool mx_encrypted_events_was_encrypted(const json_t *event);

/*
 * Handles an unencrypted command in an encrypted room. The command does not count, since a
 * homeserver may have forged it; the bot tells the sender so once. Call it in a transaction.
 */
BOT_MUST_USE enum bot_error mx_encrypted_events_take_unencrypted(
	struct mx_crypto *crypto, const char *room, const char *sender);

/*
 * Tries again to open the events that wait, and gives up those that have waited too long. Uses its
 * own transaction.
 */
void mx_encrypted_events_retry(struct mx_crypto *crypto);

#endif
