/* The command "backup". */
#ifndef BOT_DAEMON_BACKUP_H
#define BOT_DAEMON_BACKUP_H

#include "bot/daemon/options.h"
#include "config/config.h"

#include <stdbool.h>

/*
 * The ending of a file beside the store. The file is empty, and its time is that of the last
 * complete backup.
 */
#define BACKUP_MARK ".last-backup"

/*
 * Copies the store that the configuration names into the new file `to`, and checks the copy. If
 * `kept` is not 0, `to` is a folder: makes the file in this folder, and then deletes all backups
 * there except the newest `kept` ones. The bot may run at the same time. If there is a recovery
 * key, copies the key into another file beside the copy. If root calls this, and only root decides
 * where the path leads, the files belong to root; in other folders they belong to the store's
 * owner.
 *
 * Never copies the folder of the encryption keys. The state of these keys (Olm's ratchets) only
 * moves forwards. With an older state the bot would encrypt two messages with the same key, and
 * offer one-time keys that are already used. If the folder is missing, the bot starts as a new
 * device. The recovery key gives the bot access to its identity, with which it signs the new
 * device.
 */
enum exit_status backup_create(const struct cfg *config, const char *to, unsigned kept);

/*
 * Copies the store at the path into an open, empty file, and checks the copy. Root must have called
 * privilege_drop_for_store. On failure writes the reason to standard error and returns false.
 */
bool backup_copy_store(const char *store, int file);

/* Writes to standard error what errno says about the file, and what to do. Always returns false. */
bool backup_explain(const char *path);

/* Opens a regular file, to read it. On failure sets errno and returns -1. */
int backup_open_to_read(const char *path);

/*
 * Writes to standard error the command for a shell that restores the backup `file` in a PostgreSQL
 * database. Returns false, because nothing was done.
 */
bool backup_explain_server_restore(const struct cfg *config, const char *file);

#endif
