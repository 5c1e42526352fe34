/* The commands "backup" and "restore". */
#ifndef BOT_DAEMON_BACKUP_H
#define BOT_DAEMON_BACKUP_H

#include "bot/daemon/options.h"

#include <stdbool.h>

/*
 * The ending of a file beside the store. The file is empty, and its time is that of the last
 * complete backup.
 */
#define BACKUP_MARK ".last-backup"

/*
 * Copies the store that the configuration names into the new file `to`, and checks the copy. If
 * `kept` is not 0, `to` is a folder: makes the file in this folder, and then deletes all backups
 * there except the newest `kept` ones (see backup_rotation.h). The bot may run at the same time. If
 * there is a recovery key, copies the key into another file beside the copy. The files belong to
 * root if root calls this and only root decides where the path leads; otherwise, if root calls
 * this, they belong to the owner of the store's folder.
 *
 * Never copies the folder of the encryption keys. The state of these keys (Olm's ratchets) only
 * moves forwards. With an older state the bot would encrypt two messages with the same key, and
 * offer one-time keys that are already used. If the folder is missing, the bot starts as a new
 * device. The recovery key gives the bot access to its identity, with which it signs the new
 * device.
 */
enum exit_status backup_create(const char *config, const char *to, unsigned kept);

/*
 * Replaces the store by the backup `file`. The bot must not run at the same time. The old store
 * stays in its folder under another name. The bot continues from the backup: it ignores what people
 * said after the backup, and shows the state of each running match. This function never replaces an
 * existing recovery key or an existing folder of keys, because both are at least as new as the
 * backup.
 */
enum exit_status backup_restore(const char *config, const char *file);

/*
 * Copies the store at the path into an open, empty file, and checks the copy. Root must have called
 * privilege_drop_for_store. On failure writes the reason to standard error and returns false.
 */
bool backup_copy_store(const char *store, int file);

#endif
