/*
 * The files of the page, from the folder page/. They are a part of the program: embed.cmake writes
 * their bytes into a C source.
 */
#ifndef ADAPTERS_WEB_FILES_H
#define ADAPTERS_WEB_FILES_H

#include <stddef.h>

struct web_file {
	const char *path; /* such as "/table.css" */
	const char *type; /* the content type */
	const char *etag; /* with its quotes */
	const unsigned char *bytes;
	size_t size;
};

extern const struct web_file web_files[];
extern const size_t web_files_count;

#endif
