/* Gives the members of a room its keys, and encrypts messages for them. */
#ifndef ADAPTERS_MATRIX_E2EE_ROOM_KEYS_H
#define ADAPTERS_MATRIX_E2EE_ROOM_KEYS_H

#include <jansson.h>
#include <stdbool.h>

struct mx_answer;
struct mx_crypto;

enum mx_room_keys_state {
	MX_ROOM_KEYS_READY, /* the caller may call mx_room_keys_encrypt */
	/* the bot must wait for an answer, or for its device's keys to be open */
	MX_ROOM_KEYS_WAIT,
	MX_ROOM_KEYS_REFUSED, /* the room has too many members, so the bot sends nothing there */
	MX_ROOM_KEYS_NOBODY,  /* the user has no device that may get the keys */
};

/*
 * Gives the members of a room the room's keys, and returns whether the bot can encrypt now. In a
 * private room, only `user` and the bot's own account get the keys, whatever members the homeserver
 * names; and nobody but the bot, if the user's identity is replaced. In other rooms, `user` is
 * NULL, and all members get the keys.
 */
enum mx_room_keys_state mx_room_keys_prepare(
	struct mx_crypto *crypto, const char *room, const char *user);

/*
 * Encrypts an event of `type`. Returns the content of the m.room.encrypted event as a new
 * reference, or NULL on failure. Call it only after mx_room_keys_prepare returned
 * MX_ROOM_KEYS_READY or MX_ROOM_KEYS_NOBODY.
 */
json_t *mx_room_keys_encrypt(
	struct mx_crypto *crypto, const char *room, const char *type, const json_t *content);

/*
 * Encrypts a file in place. Returns the EncryptedFile object of a message, without its `url`, as a
 * new reference. Returns NULL on failure.
 */
json_t *mx_room_keys_encrypt_file(void *data, size_t size);

/*
 * Handles an m.room.member event. `event` is NULL if the members may have changed in an unknown
 * way. If the members may have changed, the bot asks for them again before the next encryption in
 * the room.
 */
void mx_room_keys_members_changed(struct mx_crypto *crypto, const char *room, const json_t *event);

/* Marks the room as too big. Then the bot sends nothing there for an hour. */
void mx_room_keys_refuse(struct mx_crypto *crypto, const char *room);

/* Handles the answer to `request`, which is of the kind "members". */
void mx_room_keys_take_members(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer);

/*
 * Returns whether the bot knows a device of the user that may get the keys of their private room.
 * None may if the user's identity is replaced (see below).
 */
bool mx_room_keys_has_device(struct mx_crypto *crypto, const char *user);

/* What the bot knows about the devices of a user. */
struct mx_user_devices {
	bool some_may_read; /* a device may get keys */
	bool known;         /* the bot knows a device, which perhaps may get no keys */
	bool identity;      /* the user has a cross-signing identity, which verifies devices */
	bool replaced;      /* it is another one than before, and the bot has not accepted it */
};

struct mx_user_devices mx_room_keys_devices(struct mx_crypto *crypto, const char *user);

/*
 * A homeserver can replace the cross-signing identity of its user by one of its own, and would then
 * read what the bot encrypts for the user. So the bot keeps to the identity with which a match
 * began: as long as the user plays, the devices of a new identity get no keys of the private room
 * until the user has confirmed it. The bot says that in the rooms of the matches, so that a
 * homeserver can't confirm it in the user's name without a trace.
 */

/*
 * Returns whether the user, who plays a match, has another identity than when it began. Accepts the
 * new identity of a user who plays no match.
 */
bool mx_room_keys_identity_is_replaced(struct mx_crypto *crypto, const char *user);

/* Accepts the user's present identity. */
void mx_room_keys_accept_identity(struct mx_crypto *crypto, const char *user);

#endif
