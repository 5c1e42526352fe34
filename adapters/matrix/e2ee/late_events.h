/*
 * Events that the bot can't open at once, and messages that a person can't read. The bot opens an
 * event later if its key comes, or if the owner of its device signs the device meanwhile. As soon
 * as it knows what is wrong, it tells the person, unencrypted, but at most once a day in each room.
 *
 * All functions except mx_late_events_retry work in the caller's transaction, and in an attempt
 * (bot/base/attempt.h), which a failure ends.
 */
#ifndef ADAPTERS_MATRIX_E2EE_LATE_EVENTS_H
#define ADAPTERS_MATRIX_E2EE_LATE_EVENTS_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/room/event.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/*
 * Tries again to open the waiting events, and gives up those that have waited too long. Uses its
 * own transaction. Does nothing if there is no reason to try.
 */
void mx_late_events_retry(struct mx_crypto *crypto);

/*
 * Refuses a command in an encrypted room that a homeserver may have forged: the command was not
 * encrypted, or a device that its owner has not signed has sent it. The bot tells the sender so.
 */
void mx_late_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer);

/*
 * Tells a user, in clear, why they and the bot can't read each other in an encrypted room. Says it
 * only once a day for each user and room, to a few users in each room, and to nobody in a room that
 * the bot is not in.
 */
void mx_late_events_tell(struct mx_crypto *crypto, const char *room, const char *user,
	enum bot_encryption_fault why);

#endif
