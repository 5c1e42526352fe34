/*
 * What the specification demands of the answers of a homeserver. If an answer lacks a field that it
 * must have, then no homeserver has handled the request: perhaps a proxy has answered in its place.
 * So the bot may not take such an answer for a success.
 */
#ifndef MX_ENDPOINT_H
#define MX_ENDPOINT_H

#include "adapters/matrix/client/http.h"

struct mx_endpoint;

/*
 * Returns the endpoint of a request. `path` is the path of the request, with or without a query.
 * Returns NULL if the specification demands no field of the answer that the bot would need.
 */
const struct mx_endpoint *mx_endpoint_find(enum mx_http_method method, const char *path);

/*
 * Sets answer->lacks to the first field that the answer of a request that succeeded should have,
 * and does not have, or has with a value of another kind. Sets it to NULL if the answer is as it
 * should be. `endpoint` may be NULL.
 */
void mx_endpoint_check(const struct mx_endpoint *endpoint, struct mx_answer *answer);

#endif
