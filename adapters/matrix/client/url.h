/* URLs: makes those of the client-server API, and checks those that others give to the bot. */
#ifndef MX_URL_H
#define MX_URL_H

#include "adapters/matrix/client/error.h"

#include <stdbool.h>

/*
 * Returns the pattern with each % replaced by the next argument. The arguments are strings; this
 * percent-encodes all their characters but the unreserved ones of RFC 3986. The caller frees the
 * result; NULL: no memory.
 */
char *mx_url_format(const char *pattern, ...);

/*
 * Checks that the bot may send secrets to a URL. It must be whole, ASCII without spaces, and have
 * the scheme https; if `allows_http`, http to this machine is fine, too. Returns MX_BAD_CONFIG if
 * not.
 */
MX_MUST_USE enum mx_error mx_url_check(const char *url, bool allows_http);

/*
 * Returns the value for CURLOPT_NOPROXY, the hosts that curl reaches without a proxy: this machine
 * and the hosts in the environment's no_proxy or NO_PROXY. The caller frees the result; NULL: no
 * memory.
 */
char *mx_url_no_proxy(void);

#endif
