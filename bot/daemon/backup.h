/* The commands "backup" and "restore". */
#ifndef BOT_BACKUP_H
#define BOT_BACKUP_H

#include "bot/daemon/options.h"

#include <stdbool.h>

/*
 * Copies the store of the configuration into the new file `file`, and checks the copy. The bot may
 * run. Copies also the recovery key, if there is one, into a file beside the copy.
 *
 * Never copies the folder of the encryption keys. Olm's ratchets only move forwards: with older
 * ratchets the bot would encrypt twice with the same key, and offer one-time keys that are already
 * used. A bot without the folder begins as a new device. The recovery key opens the identity that
 * signs this device.
 */
enum exit_status backup_create(const char *config, const char *file);

/*
 * Replaces the store by the backup `file`. The bot must not run. The old store stays beside the new
 * one, under another name. The bot continues from the backup: it ignores what people said after the
 * backup, and shows the state of each running match. An existing recovery key and an existing
 * folder of keys stay, since they are at least as new as those of the backup.
 */
enum exit_status backup_restore(const char *config, const char *file);

/*
 * Copies the store at the path into an open, empty file, and checks the copy. Root becomes the
 * owner of the store's folder, for good. False: standard error has the reason.
 */
bool backup_copy_store(const char *store, int file);

#endif
