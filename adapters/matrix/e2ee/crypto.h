/*
 * End-to-end encryption. The adapter decrypts an event when it handles the event
 * (encrypted_events.h) and encrypts a message when it sends it (room_keys.h). All code between
 * these two places sees no encryption. A build without ENGARDE_E2EE compiles no_encryption.c and
 * key_files.c instead of the other sources in this folder. Such a bot says in encrypted rooms that
 * it can't read messages.
 *
 * If the store is a file, the keys are in a second database, in the folder STORE.crypto. The bot
 * writes the keys of a batch to that database first, and then handles the batch in the store. If
 * the bot crashes in between, it reads the batch a second time, which does no harm. In the other
 * order, such a crash would lose the room keys of the batch. If the store is not a file, it has the
 * keys, too, and the keys of a batch are a part of the batch's transaction (key_place.h).
 *
 * If the bot sends an outbox row again, it encrypts the message again and uses the row's
 * transaction id again. So the homeserver accepts only one of these messages.
 */
#ifndef ADAPTERS_MATRIX_E2EE_CRYPTO_H
#define ADAPTERS_MATRIX_E2EE_CRYPTO_H

#include "bot/base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_crypto;
struct mx_event;
struct mx_session;

/* The functions that the encryption needs from the rest of the adapter. */
struct mx_crypto_hooks {
	void *self;
	/* Handles an event that the bot could decrypt only later. Called in a transaction. */
	enum bot_error (*handle)(void *self, const char *room, const struct mx_event *event);
	/* Called when the bot learns that a user has a device that may get keys. */
	void (*has_device)(void *self, const char *user);
};

/* Returns whether this build can read and write in encrypted rooms. */
bool mx_crypto_is_built_in(void);

/*
 * Makes the encryption of a session. mx_crypto_do_due_work opens the keys later. Borrows the
 * session, and copies the hooks. The caller must call mx_crypto_destroy. In a build without
 * encryption, returns NULL, which all functions of this folder accept.
 */
struct mx_crypto *mx_crypto_create(struct mx_session *session, const struct mx_crypto_hooks *hooks);
/* Closes the keys and frees the memory. `crypto` may be NULL. */
void mx_crypto_destroy(struct mx_crypto *crypto);

/*
 * Returns whether the device's keys are open. Until then the bot must not send a /sync request.
 * Always returns true in a build without encryption.
 */
bool mx_crypto_is_open(const struct mx_crypto *crypto);

/*
 * Closes the keys and puts them aside. The next device makes its own keys and copies the room keys
 * from those that were put aside. Returns false on failure. Then the caller tries again later,
 * unless the run has ended.
 */
bool mx_crypto_set_keys_aside(struct mx_crypto *crypto);

/*
 * Does the work that is due: opens the device's keys, sends requests about keys, and decrypts
 * events whose keys came late. If the keys can't be opened, ends the run or logs off to begin as a
 * new device.
 */
void mx_crypto_do_due_work(struct mx_crypto *crypto);

/* Lets the loop wake when mx_crypto_do_due_work has work. Call it at the end of a pass. */
void mx_crypto_plan_wake(const struct mx_crypto *crypto);

#endif
