/* The files that a bot with encryption keeps beside its store, with the store's name in theirs. */
#ifndef MX_KEY_FILES_H
#define MX_KEY_FILES_H

#define MX_KEY_PATH_SIZE 4096

/*
 * Writes the path of the file with the account's recovery key, beside the store at `store`. Returns
 * `path`. The file need not exist.
 */
const char *mx_key_files_recovery_key(const char *store, char path[MX_KEY_PATH_SIZE]);

/* The same for the folder with the keys of the bot's device. */
const char *mx_key_files_device_keys(const char *store, char path[MX_KEY_PATH_SIZE]);

#endif
