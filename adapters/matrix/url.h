/* The paths of the client-server API. */
#ifndef MX_URL_H
#define MX_URL_H

/*
 * A path with each % of the pattern replaced by the next argument, a string, percent-encoded down
 * to the unreserved characters of RFC 3986. The caller frees it; NULL: no memory.
 */
char *mx_url(const char *pattern, ...);

#endif
