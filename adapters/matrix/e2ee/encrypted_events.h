/*
 * Decrypts ("opens") encrypted events: at once, later when their key comes, or never. In an
 * encrypted room, the bot accepts only two kinds of unencrypted events: reactions, since clients
 * never encrypt reactions, and `hand in clear` (see adapters/README.md). So a homeserver could
 * forge a reaction by which a player chooses an action. But a homeserver can't read encrypted
 * messages, and it can't see a hand.
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
 * Returns whether an event has come from a device that its owner has not signed
 * (mx_encrypted_events_open_unsigned). A homeserver can't make such an event.
 */
bool mx_encrypted_events_is_unsigned(const json_t *event);

/* The result of a try to open an event. */
struct mx_opened_event {
	/* the event inside, a new reference, or NULL if the bot can't open the event */
	json_t *clear;
	/*
	 * the bot must ignore the event, because it is a copy of an event that the bot has read
	 * before
	 */
	bool is_copy;
	/*
	 * the bot refuses the event, because the owner of the sender's device has not signed the
	 * device, as far as the bot knows
	 */
	bool is_unsigned;
};

/* Opens an event. Call it in a transaction. */
BOT_MUST_USE enum bot_error mx_encrypted_events_open(struct mx_crypto *crypto, const char *room,
	const json_t *event, struct mx_opened_event *opened);

/*
 * Opens an event of a device that its owner has not signed. Returns the event inside, a new
 * reference, or NULL. The bot must believe it no more than an event that was never encrypted: a
 * homeserver can add a device to its users' accounts. So mx_encrypted_events_was_encrypted returns
 * false for it.
 */
json_t *mx_encrypted_events_open_unsigned(
	struct mx_crypto *crypto, const char *room, const json_t *event);

#endif
