/* Files as a host's commands leave them: whole or not at all, and never over another. */
#ifndef BOT_PROGRAM_FILE_H
#define BOT_PROGRAM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* True, or errno says why not. Each makes its file last before it returns. */

/* Writes a new file of this mode; EEXIST. */
bool file_write(const char *path, const void *bytes, size_t size, mode_t mode);

/* Copies a file into a new one of mode 0600; EEXIST. */
bool file_copy(const char *from, const char *to);

/* Gives a file to who owns the folder that it is in: root restores what a service's user reads. */
bool file_give_to_folder(const char *path);

/* Makes last that a file in this one's folder came, went or was renamed. */
bool file_sync_folder(const char *path);

/* The folder that a path is in; the caller frees it. NULL: no memory. */
char *file_folder(const char *path);

#endif
