/* engarde-bot backup, engarde-bot restore. */
#ifndef BOT_PROGRAM_BACKUP_H
#define BOT_PROGRAM_BACKUP_H

#include "bot/program/status.h"

#include <stdbool.h>

/*
 * Copies the store into a new file, whether the bot runs or not, and reads the copy through; beside
 * it, the recovery key. The folder of the encryption keys is never copied: Olm's ratchets only turn
 * forwards, and who went on from older ones would encrypt twice with the same key, and offer
 * one-time keys that are spent. A bot without the folder begins as a new device, which the identity
 * that the recovery key opens signs.
 */
enum status backup(const char *config, const char *file);

/*
 * Puts a backup in the store's place while the bot does not run. What was there is kept beside it.
 * The bot goes on from the backup: what was said since is not handled again, and each match that
 * is played is shown as it stands. A recovery key and a folder of keys that are there stay: they
 * are newer than the backup's.
 */
enum status restore(const char *config, const char *file);

/* Copies the store at a path into a new file; false: standard error has why. */
bool backup_store(const char *store, const char *file);

#endif
