/*
 * End-to-end encryption. The adapter opens encrypted events before it handles a batch
 * (encrypted_events.h) and encrypts a message when it sends it (room_keys.h). Nothing in between
 * knows of encryption. A build without ENGARDE_E2EE has no_encryption.c and key_files.c instead of
 * the sources here; in encrypted rooms such a bot says that it cannot read messages.
 *
 * The keys are in a second database, in the folder STORE.crypto. A batch goes into that database
 * first: in the other order, a crash in between would lose the room keys that the batch brought.
 * Reading a batch a second time does no harm. At each attempt to send a row the bot encrypts the
 * row again, with the same transaction id, and the homeserver accepts only one of the attempts.
 */
#ifndef MX_CRYPTO_H
#define MX_CRYPTO_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_crypto;
struct mx_session;

/* The functions that the encryption needs from the rest of the adapter. */
struct mx_crypto_hooks {
	void *self;
	/* Returns whether the room has a gap: the bot opens its events when it reads the gap. */
	bool (*has_gap)(void *self, const char *room);
	/* Handles a batch with one event that was opened late. Called in a transaction. */
	enum bot_error (*handle)(void *self, const json_t *batch);
	/* Called when the bot learns that a user has a device that may have keys. */
	void (*has_device)(void *self, const char *user);
};

/* Returns whether this build can read and write in encrypted rooms. */
bool mx_crypto_is_built_in(void);

/*
 * Makes the encryption of a session; its keys are not open yet. Borrows the session, and copies the
 * hooks. The caller must call mx_crypto_destroy. Returns NULL in a build without encryption; all
 * functions of this folder accept that.
 */
struct mx_crypto *mx_crypto_create(struct mx_session *session, const struct mx_crypto_hooks *hooks);
/* Closes the keys and frees the memory. `crypto` may be NULL. */
void mx_crypto_destroy(struct mx_crypto *crypto);

/*
 * Returns whether the device's keys are open. Until then the bot must not send a /sync request.
 * Always true in a build without encryption.
 */
bool mx_crypto_is_open(const struct mx_crypto *crypto);

/*
 * Closes the keys and renames their folder. The next device makes its own keys and copies the room
 * keys from the renamed folder. Returns false if the folder can't be renamed; that ends the run.
 */
bool mx_crypto_set_keys_aside(struct mx_crypto *crypto);

/*
 * Does what is due: opens the device's keys, sends requests about keys, and opens events whose keys
 * came late. If the keys can't be opened, ends the run or logs off to begin as a new device.
 */
void mx_crypto_do_due_work(struct mx_crypto *crypto);

/* Shortens *timeout, milliseconds from now, so that it ends when mx_crypto_do_due_work has work. */
void mx_crypto_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout);

#endif
