/*
 * What a bot with encryption keeps beside its keys: files next to its store, if the store is a
 * file, and notes in the store. The names of the files begin with the store's name. One of them has
 * the recovery key of the account's cross-signing identity. The bot replaces only a file that it
 * has written itself: the store remembers a hash of what it wrote.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_FILES_H
#define ADAPTERS_MATRIX_E2EE_KEY_FILES_H

#include "bot/store/store.h"
#include "config/config.h"

#include <stdbool.h>

#define MX_KEY_PATH_SIZE CFG_PATH_SIZE

/*
 * Writes the path of the file with the account's recovery key: the one that the configuration
 * names, or the bot's own file with the ending .recovery-key (cfg_own_file). Returns `path`. The
 * file need not exist.
 */
const char *mx_key_files_configured_key(const struct cfg *config, char path[MX_KEY_PATH_SIZE]);

/*
 * Writes the path of the recovery key that is next to `store`, which is a store or a backup.
 * Returns `path`. The file need not exist.
 */
const char *mx_key_files_recovery_key(const char *store, char path[MX_KEY_PATH_SIZE]);

/*
 * Writes the path of the folder with the keys of the bot's device. Returns `path`. The folder need
 * not exist.
 */
const char *mx_key_files_device_keys(const char *store, char path[MX_KEY_PATH_SIZE]);

/*
 * A note that the device's keys are older than the account. The keys are in a folder beside the
 * store, so an older copy that has replaced the store has probably replaced this folder, too. The
 * device has then used its keys further than the folder says: if the bot encrypted with these keys,
 * it would use numbers of its Megolm and Olm sessions a second time. Clients take such messages for
 * replays, or can't decrypt them. The bot would also lack the one-time keys that it has uploaded
 * since the copy.
 *
 * So the bot begins as a new device. If it can't do this by itself, it forgets all sessions with
 * which the device encrypts, and makes new ones. The note stays until then, also over a crash.
 *
 * The first function stores the note, the second deletes it. Call them in a transaction.
 */
BOT_MUST_USE enum bot_error mx_older_keys_note(struct bot_store *store);
BOT_MUST_USE enum bot_error mx_older_keys_forget(struct bot_store *store);

/* Returns false if there is no note, or if the store can't be read. */
bool mx_older_keys_are_noted(struct bot_store *store);

/*
 * The wish of a person to give the account a new cross-signing identity, because the recovery key
 * of the present one is lost. The commands "setup" and "login" store the wish. The bot grants it
 * when it starts (cross_signing.h).
 *
 * Stores the wish, or deletes it. Call it in a transaction.
 */
BOT_MUST_USE enum bot_error mx_new_identity_set(struct bot_store *store, bool wanted);

/* Returns false if there is no wish, or if the store can't be read. */
bool mx_new_identity_is_wanted(struct bot_store *store);

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
