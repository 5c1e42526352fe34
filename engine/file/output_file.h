/* A file that is written whole or not at all. */
#ifndef ENGINE_FILE_OUTPUT_FILE_H
#define ENGINE_FILE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns whether output_file_write could write the file now; if not, false with errno. A program
 * that works for long calls this before its work.
 */
bool output_file_check(const char *name);

/*
 * Writes a file, and replaces an older one of this name. If the name is a symbolic link, writes the
 * file to which it leads, and the link stays. A failure leaves an older file as it was, unless it
 * is a device or a pipe. Returns false with errno.
 */
bool output_file_write(const char *name, const char *text, size_t size);

#endif
