/*
 * End-to-end encryption. The adapter opens encrypted events before it handles a batch
 * (encrypted_events.h) and encrypts a row when it sends it (room_keys.h); nothing in between knows
 * of encryption. A build without ENGARDE_E2EE has no_encryption.c and key_files.c instead of the
 * sources here; in encrypted rooms such a bot says that it cannot read messages.
 *
 * The keys are in a second database, in the folder STORE.crypto. A batch goes into that database
 * first: in the other order, a crash in between would lose the room keys that the batch brought.
 * Reading a batch a second time does no harm. At each attempt to send a row the bot encrypts the
 * row again, with the same transaction id, and the homeserver accepts only one of the attempts.
 */
#ifndef MX_CRYPTO_H
#define MX_CRYPTO_H

#include "adapters/matrix/client/client.h"
#include "adapters/matrix/e2ee/hooks.h"

#include <stdbool.h>
#include <stdint.h>

struct mx_crypto;
struct mx_session;

/* Returns whether this build can read and write in encrypted rooms. */
bool mx_crypto_is_built_in(void);

/*
 * Makes the encryption of a session; its keys are still closed. Borrows the session, copies the
 * hooks. The caller must call mx_crypto_destroy. In a build without encryption, *crypto becomes
 * NULL, and all functions of this folder accept that.
 */
MX_MUST_USE enum mx_error mx_crypto_create(
	struct mx_session *session, const struct mx_crypto_hooks *hooks, struct mx_crypto **crypto);
/* Closes the keys and frees the memory. `crypto` may be NULL. */
void mx_crypto_destroy(struct mx_crypto *crypto);

/*
 * Returns whether the device's keys are open. Until then the bot must not ask /sync. Always true in
 * a build without encryption.
 */
bool mx_crypto_is_open(const struct mx_crypto *crypto);

/*
 * Does what is due: opens the device's keys, sends requests about keys, and opens events whose keys
 * came late. If the keys can't be opened, ends the run or logs off to begin as a new device.
 */
void mx_crypto_turn(struct mx_crypto *crypto);

/* Shortens *timeout, milliseconds from now, so that it ends when mx_crypto_turn has work. */
void mx_crypto_bound(const struct mx_crypto *crypto, int64_t *timeout);

#endif
