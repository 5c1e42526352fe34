/*
 * The files that a bot with encryption keeps next to its store. Their names begin with the store's
 * name.
 */
#ifndef MX_KEY_FILES_H
#define MX_KEY_FILES_H

#define MX_KEY_PATH_SIZE 4096

/*
 * Writes the path of the file with the account's recovery key. The file is next to the store, whose
 * path is `store`. Returns `path`. The file need not exist.
 */
const char *mx_key_files_recovery_key(const char *store, char path[MX_KEY_PATH_SIZE]);

/*
 * Writes the path of the folder with the keys of the bot's device. Returns `path`. The folder need
 * not exist.
 */
const char *mx_key_files_device_keys(const char *store, char path[MX_KEY_PATH_SIZE]);

#endif
