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
 * names. In other rooms, `user` is NULL, and all members get the keys.
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

/* Returns whether the bot knows a device of the user that may get keys. */
bool mx_room_keys_has_device(struct mx_crypto *crypto, const char *user);

/* What the bot knows about the devices of a user. */
struct mx_user_devices {
	bool some_may_read; /* a device may get keys */
	bool known;         /* the bot knows a device, which perhaps may get no keys */
	bool identity;      /* the user has a cross-signing identity, which verifies devices */
};

struct mx_user_devices mx_room_keys_devices(struct mx_crypto *crypto, const char *user);

#endif
