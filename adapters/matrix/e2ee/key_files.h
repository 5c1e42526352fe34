/*
 * The files that a bot with encryption keeps next to its store, if the store is a file. Their names
 * begin with the store's name.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_FILES_H
#define ADAPTERS_MATRIX_E2EE_KEY_FILES_H

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

#endif
