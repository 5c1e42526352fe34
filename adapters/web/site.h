/*
 * What everybody may read: the files of the page, and its words in each language. Also the headers
 * of all replies, which tell browsers to forbid what the page does not need.
 */
#ifndef ADAPTERS_WEB_SITE_H
#define ADAPTERS_WEB_SITE_H

#include "adapters/http/server.h"

#include <stddef.h>

/*
 * A file of the page, from the folder page/. The files are a part of the program: embed.cmake
 * writes their bytes into a C source.
 */
struct web_file {
	const char *path; /* such as "/table.css" */
	const char *type; /* the content type */
	const char *etag; /* with its quotes */
	const unsigned char *bytes;
	size_t size;
};

extern const struct web_file web_files[];
extern const size_t web_files_count;

struct web_site;

struct web_site *web_site_create(void);
/* `site` may be NULL. */
void web_site_destroy(struct web_site *site);

/* Adds the headers that all replies have. */
void web_site_add_headers(struct http_reply *reply);

/*
 * Fills in the reply if the request is for a file, or for the words of a language. Returns false if
 * the path is neither. The method must be GET or HEAD.
 */
bool web_site_answer(
	const struct web_site *site, const struct http_request *request, struct http_reply *reply);

#endif
