/*
 * Makes new files. If durable_file_write, durable_file_copy or durable_file_replace succeeds, the
 * new file is complete and on the disk. If durable_file_write or durable_file_copy fails, it leaves
 * no file. Functions that return bool set errno when they return false.
 */
#ifndef BOT_BASE_DURABLE_FILE_H
#define BOT_BASE_DURABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Writes a new file with exactly the mode `mode`. The umask has no effect. The file gets the group
 * `group`, unless `group` is (gid_t)-1. Fails with EEXIST if the file exists.
 */
bool durable_file_write(const char *path, const void *bytes, size_t size, mode_t mode, gid_t group);

/*
 * Puts a new file of mode 0600 in the place of the file at `path`, which need not exist. At each
 * moment, also after a loss of power, the path leads to the complete old file or to the complete
 * new one. After a failure it may be either, so the caller must not rely on the new file until a
 * later call succeeds. Meanwhile the new file has ".new" at the end of its name.
 */
bool durable_file_replace(const char *path, const void *bytes, size_t size);

/*
 * Copies an open file, from its current position to its end, into a new file of mode 0600. Fails
 * with EEXIST if a file with the path `to` exists.
 */
bool durable_file_copy(int from, const char *to);

/* Appends an open file, from its current position to its end, to another open file. */
bool durable_file_append(int from, int to);

/*
 * Returns whether the file system of the file has space for a small write, for a user who is not
 * root. Returns true if this is not known.
 */
bool durable_file_has_space(const char *path);

/*
 * Returns why the calling process can't write to the file or its folder, as a value of errno:
 * EROFS, EACCES, ENOSPC, … Returns 0 if the file system says nothing against it. Asks without
 * writing.
 */
int durable_file_refusal(const char *path);

/* Syncs the folder of the file to the disk. Call this after you make, rename or delete the file. */
bool durable_file_sync_folder(const char *path);

/* Returns the path of the folder that holds the file. The caller frees the returned path. */
char *durable_file_folder(const char *path);

#endif
