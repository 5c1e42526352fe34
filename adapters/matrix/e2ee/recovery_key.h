/*
 * The file with the recovery key of the account's cross-signing identity (key_files.h). The bot
 * replaces only a file that it has written itself: the store remembers a hash of what it wrote.
 */
#ifndef ADAPTERS_MATRIX_E2EE_RECOVERY_KEY_H
#define ADAPTERS_MATRIX_E2EE_RECOVERY_KEY_H

#include "adapters/matrix/e2ee/key_files.h"
#include "bot/store/store.h"

#include <stdbool.h>

/* The most bytes of a recovery key or passphrase, with the NUL. */
#define MX_RECOVERY_KEY_SIZE 256

/*
 * Returns whether there is a file that the bot has not written with the present store. Its key may
 * still be the right one.
 */
bool mx_recovery_key_is_foreign(const struct cfg *config, struct bot_store *store);

/*
 * Writes a new key to the file, which only the bot's user can read, and notes it in the store, in a
 * transaction of its own. An older file of the bot stays under a name that ends in ".old". Fails
 * without a change if the file is foreign. If the function returns true, the key is on the disk:
 * without the key, nobody could get the identity's keys back. Otherwise sets errno: EEXIST if the
 * file is foreign, or 0 if the store failed.
 */
bool mx_recovery_key_write(const struct cfg *config, struct bot_store *store, const char *key);

/*
 * Reads the beginning of a file, and sets *size to how many bytes that is. Returns false with errno
 * if there is no file. The caller wipes the bytes.
 */
bool mx_recovery_key_read_file(const char *path, char bytes[MX_RECOVERY_KEY_SIZE], size_t *size);

/* Reads the key. Returns false if there is none. The caller wipes it. */
bool mx_recovery_key_read(const struct cfg *config, char key[MX_RECOVERY_KEY_SIZE]);

#endif
