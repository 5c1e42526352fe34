/*
 * What a bot with encryption keeps beside its keys: files next to its store, if the store is a
 * file, and two notes in the store. The names of the files begin with the store's name.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_FILES_H
#define ADAPTERS_MATRIX_E2EE_KEY_FILES_H

#include "bot/store/store.h"
#include "config/config.h"

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

#endif
