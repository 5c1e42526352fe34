/*
 * What the host does when the adapter can or can't reach a user. The bot can reach a user if it can
 * send messages to this user in a private room.
 */
#ifndef BOT_HOST_REACHABILITY_H
#define BOT_HOST_REACHABILITY_H

#include "bot/base/error.h"
#include "bot/call/port.h"
#include "bot/text/lang.h"

#include <stdbool.h>
#include <stdint.h>

#define BOT_TOPIC_SIZE 128 /* bytes for the topic of a private room and a NUL */

struct bot_host;

/* Why the bot can't reach a user. */
enum bot_unreachable {
	BOT_REFUSED,         /* the user or the user's server refuses a private room with the bot */
	BOT_SERVER_ENCRYPTS, /* the homeserver encrypts all private rooms, and the bot or the user
				can't read encrypted messages */
	BOT_UNKNOWN_USER,    /* the platform knows no such user */
	BOT_NO_TRUSTED_DEVICE, /* the bot trusts no device of the user, so no device may read the
				  private messages */
};

/* Why a message does not count or can't be read in an encrypted room. */
enum bot_encryption_fault {
	BOT_FAULT_NO_KEY,          /* the user's device has not sent the bot the key of a message */
	BOT_FAULT_UNSIGNED_DEVICE, /* the user has not verified the device that sent a message */
	BOT_FAULT_NOT_ENCRYPTED,   /* the user's message was not encrypted */
	BOT_FAULT_WITHHELD, /* the user has no verified device that may read the bot's messages */
};

/*
 * Tells a user in a room what is wrong, how to verify their device, and that `hand in clear` is
 * another way. The adapter sends this message unencrypted. The adapter limits how often it calls
 * this function, because strangers can cause it.
 */
BOT_MUST_USE enum bot_error bot_host_explain_encryption_fault(
	struct bot_host *host, const char *room, const char *user, enum bot_encryption_fault why);

/* Finds out whether a match with the user is being played. */
BOT_MUST_USE enum bot_error bot_host_plays(struct bot_host *host, const char *user, bool *plays);

/*
 * Tells a user, in the private room `room` and in the rooms of their matches, that their identity
 * was replaced while they play, so that their devices get no cards until they have confirmed the
 * new identity by the command `hand` (confirm_identity in struct bot_port). The adapter sends this
 * unencrypted.
 */
BOT_MUST_USE enum bot_error bot_host_identity_replaced(
	struct bot_host *host, const char *room, const char *user);

/* Finds out which form the user has chosen for their private room, if any. */
BOT_MUST_USE enum bot_error bot_host_private_form(
	struct bot_host *host, const char *user, enum bot_private_form *form);

/*
 * Writes what a user's private room is for, in the user's language. The adapter shows this to the
 * user together with the invitation to the room.
 */
BOT_MUST_USE enum bot_error bot_host_private_topic(
	struct bot_host *host, const char *user, char topic[BOT_TOPIC_SIZE]);

/*
 * Reports that the bot can reach a user. The adapter calls this function as the result of a
 * BOT_OUT_REACH row, and each time a user opens a private room with the bot. A match that waits for
 * its players begins as soon as the bot can reach both players. In a match that has begun, the bot
 * sends the user's hand again. If the user plays in no match, the bot welcomes them once.
 *
 * `joined` is false if the user is only invited to the private room. Then, for the newest
 * match that waits for the user, the bot tells the match's room where the user finds their cards.
 */
BOT_MUST_USE enum bot_error bot_host_user_reached(
	struct bot_host *host, const char *user, bool joined);

/*
 * Reports that the bot can't reach a user. The adapter calls this function as the result of a
 * BOT_OUT_REACH row, and when the bot has lost a private room and can't get another one. The bot
 * says so in the rooms of the user's matches. For a match that has begun, the bot says this only
 * once. It may say this again after it has reached the user.
 */
BOT_MUST_USE enum bot_error bot_host_user_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why);

/*
 * Turns the line that asks the user, in the room of a match, to accept the invitation to their
 * private room into the message `msg`: clients show a line that the bot removes as a deleted one.
 */
void bot_reachability_end_invited(struct bot_host *host, const char *user, enum bot_msg msg);

/*
 * Reports that the user whom a challenge is for is not in the challenge's room. `match` is the
 * challenge's number. The bot ends the challenge, and tells the challenger what to do. The adapter
 * calls this function instead of sending the challenge; see `challenged` in bot_outbox_row.
 */
BOT_MUST_USE enum bot_error bot_host_user_outside(struct bot_host *host, int64_t match);

#endif
