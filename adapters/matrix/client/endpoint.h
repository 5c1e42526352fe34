/*
 * Which fields the specification demands in the answers of a homeserver. If an answer with a status
 * of success lacks such a field, a proxy may have answered in the homeserver's place. So the bot
 * must not take the answer for a success.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_ENDPOINT_H
#define ADAPTERS_MATRIX_CLIENT_ENDPOINT_H

#include "adapters/matrix/client/http.h"

struct mx_endpoint;

/*
 * Returns the endpoint of a request, or NULL if the bot needs no field of the endpoint's answers.
 * `path` is the path of the request, with or without a query.
 */
const struct mx_endpoint *mx_endpoint_find(enum mx_http_method method, const char *path);

/*
 * Checks an answer with a status of success. Sets answer->lacks to the name of the first field that
 * is missing or has a wrong value, or to NULL if there is none. `endpoint` may be NULL.
 */
void mx_endpoint_check(const struct mx_endpoint *endpoint, struct mx_answer *answer);

#endif
