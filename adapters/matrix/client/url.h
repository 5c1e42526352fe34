/*
 * URLs: makes the URLs of the client-server API, and checks URLs that come from the configuration
 * or from servers.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_URL_H
#define ADAPTERS_MATRIX_CLIENT_URL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns the pattern with each % replaced by the next argument. The arguments are strings. In each
 * argument, every character is percent-encoded, except the unreserved characters of RFC 3986. The
 * caller frees the result.
 */
char *mx_url_format(const char *pattern, ...);

/* Returns whether the text is printable ASCII without spaces, as each URL is. */
bool mx_url_is_graphic(const char *text);

/* To which machines the bot may connect without encryption, with the scheme http. */
enum mx_url_http { MX_HTTP_NOWHERE, MX_HTTP_THIS_MACHINE, MX_HTTP_ANYWHERE };

/*
 * Returns whether the bot may send secrets to a URL. The URL must be complete, must be ASCII
 * without spaces, and must have the scheme https, or http if `http` allows its host.
 */
bool mx_url_check(const char *url, enum mx_url_http http);

/* Returns how many bytes of a URL that mx_url_check has allowed come before its path. */
size_t mx_url_origin(const char *url);

/*
 * Returns the value for CURLOPT_NOPROXY, the list of machines that curl reaches without a proxy:
 * this one, and those in the environment variable no_proxy or NO_PROXY. The caller frees the
 * result.
 */
char *mx_url_no_proxy(void);

#endif
