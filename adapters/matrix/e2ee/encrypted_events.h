/*
 * Decrypts ("opens") encrypted events: at once, later when their key comes, or never. In an
 * encrypted room, the bot accepts only two kinds of unencrypted events: reactions, since clients
 * never encrypt reactions, and `hand in clear`. For both it has further rules (adapters/README.md).
 *
 * The bot opens an event later if its key comes, or if the owner of its device signs the device
 * meanwhile. As soon as it knows what is wrong, it tells the person, unencrypted, but at most once
 * a day in each room.
 *
 * All functions except mx_encrypted_events_retry work in the caller's transaction, and in an
 * attempt (bot/base/attempt.h), which a failure ends. What they open ends with the attempt.
 */
#ifndef ADAPTERS_MATRIX_E2EE_ENCRYPTED_EVENTS_H
#define ADAPTERS_MATRIX_E2EE_ENCRYPTED_EVENTS_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/room/event.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/*
 * Takes in the keys that a batch brought, before the bot handles the batch's events. A second call
 * with this batch does no harm. `live` is false for the very first batch. If the keys can't be
 * stored, the attempt ends with BOT_STORE_FAILED: the bot handles the batch again later.
 */
void mx_encrypted_events_take_keys(struct mx_crypto *crypto, const json_t *batch, bool live);

/*
 * Reads an event of a room, which it opens if it is encrypted and the bot needs to read it. An
 * event that the bot can't open comes out as it is. If `live` is true, such an event waits for its
 * key, and the bot takes part in verifications; the caller passes false for events of rooms that
 * the bot has left, and for old ones. The result borrows the JSON, which stays as it is.
 */
struct mx_event mx_encrypted_events_read(
	struct mx_crypto *crypto, const char *room, const struct mx_event *in_clear, bool live);

/* The result of a try to open an event. */
struct mx_opened_event {
	struct mx_event event; /* the event inside; event.json is NULL if the bot can't open it */
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
	/* `is_unsigned` is true, but the bot may soon know a newer list of the sender's devices */
	bool is_pending;
};

/*
 * Tries again to open the waiting events, and gives up those that have waited too long. Uses its
 * own transaction. Does nothing if there is no reason to try.
 */
void mx_encrypted_events_retry(struct mx_crypto *crypto);

/*
 * Refuses a command in an encrypted room that a homeserver may have forged: the command was not
 * encrypted, or a device that its owner has not signed has sent it. The bot tells the sender so.
 */
void mx_encrypted_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer);

/*
 * Tells a user, in clear, why they and the bot can't read each other in an encrypted room. Says it
 * only once a day for each user and room, to a few users in each room, and to nobody in a room that
 * the bot is not in.
 */
void mx_encrypted_events_tell(struct mx_crypto *crypto, const char *room, const char *user,
	enum bot_encryption_fault why);

#endif
