/* A file that is written whole or not at all. */
#ifndef ENGARDE_OUTPUT_FILE_H
#define ENGARDE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes a file, and replaces an older one of this name. If the name is a symbolic link, writes the
 * file to which it leads, and the link stays. A failure leaves an older file as it was, unless it
 * is a device or a pipe. Returns false with errno.
 */
bool output_file_write(const char *name, const char *text, size_t size);

#endif
