/* The paths of the client-server API. */
#ifndef MX_URL_H
#define MX_URL_H

#include "adapters/matrix/matrix.h"

/*
 * A path with each % of the pattern replaced by the next argument, a string, percent-encoded down
 * to the unreserved characters of RFC 3986. The caller frees it; NULL: no memory.
 */
char *mx_url(const char *pattern, ...);

/*
 * Whether an address is a whole one that secrets may be sent to: by https, or where `clear` allows
 * it by plain http to this very machine. MX_BAD_CONFIG: not, or it has more than ASCII in it.
 */
MX_MUST_USE enum mx_error mx_url_allow(const char *url, bool clear);

#endif
