/*
 * What everybody may read: the files of the page, and its words in each language. Also the headers
 * of all replies, which tell browsers to forbid what the page does not need.
 */
#ifndef ADAPTERS_WEB_SITE_H
#define ADAPTERS_WEB_SITE_H

#include "adapters/http/server.h"

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
