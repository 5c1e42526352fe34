/* URLs: makes those of the client-server API, and checks those that others give to the bot. */
#ifndef MX_URL_H
#define MX_URL_H

#include <stdbool.h>

/*
 * Returns the pattern with each % replaced by the next argument. The arguments are strings; this
 * percent-encodes all their characters but the unreserved ones of RFC 3986. The caller frees the
 * result.
 */
char *mx_url_format(const char *pattern, ...);

/*
 * Returns whether the bot may send secrets to a URL. The URL must be whole, ASCII without spaces,
 * and have the scheme https. If `allows_http` is true, http to this machine is allowed too.
 */
bool mx_url_check(const char *url, bool allows_http);

/*
 * Returns the value for CURLOPT_NOPROXY, the hosts that curl reaches without a proxy: this machine
 * and the hosts in the environment's no_proxy or NO_PROXY. The caller frees the result.
 */
char *mx_url_no_proxy(void);

#endif
