/*
 * Makes new files, and never puts one in the place of a file that exists. If bot_durable_file_write
 * or bot_durable_file_copy succeeds, the new file is complete and on the disk; if it fails, it
 * leaves no file. Functions that return bool set errno when they return false.
 */
#ifndef BOT_BASE_DURABLE_FILE_H
#define BOT_BASE_DURABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Writes a new file with exactly the mode `mode`. The umask has no effect. The file gets the group
 * `group`, unless `group` is (gid_t)-1. At each moment, also after a loss of power, the path leads
 * to nothing or to the complete file, which has ".new" at the end of its name before. Fails with
 * EEXIST if something is at the path.
 */
bool bot_durable_file_write(
	const char *path, const void *bytes, size_t size, mode_t mode, gid_t group);

/*
 * Returns a name that no file has: `path` with this ending, and if that exists, with "-2" or a
 * higher number behind. The caller frees it. If all names are taken, returns the last of them.
 */
char *bot_durable_file_free_name(const char *path, const char *ending);

/*
 * Renames a file to bot_durable_file_free_name(path, ending), and returns the new name, which the
 * caller frees. On failure returns NULL and sets errno: ENOENT if there is no file.
 */
char *bot_durable_file_put_aside(const char *path, const char *ending);

/*
 * Copies an open file, from its current position to its end, like bot_durable_file_write (mode
 * 0600).
 */
bool bot_durable_file_copy(int from, const char *to);

/* Appends an open file, from its current position to its end, to another open file. */
bool bot_durable_file_append(int from, int to);

/*
 * Returns whether the file system of the file has space for a small write, for a user who is not
 * root. Returns true if this is not known.
 */
bool bot_durable_file_has_space(const char *path);

/*
 * Returns why the calling process can't write to the file or its folder, as a value of errno:
 * EROFS, EACCES, ENOSPC, … Returns 0 if the file system says nothing against it. Asks without
 * writing.
 */
int bot_durable_file_refusal(const char *path);

/* Syncs the folder of the file to the disk. Call this after you make, rename or delete the file. */
bool bot_durable_file_sync_folder(const char *path);

/* Returns the path of the folder that holds the file. The caller frees the returned path. */
char *bot_durable_file_folder(const char *path);

#endif
