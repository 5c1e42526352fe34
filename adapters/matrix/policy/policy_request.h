/* The requests for a policy list: find its room, join it, read its state, and leave it. */
#ifndef ADAPTERS_MATRIX_POLICY_POLICY_REQUEST_H
#define ADAPTERS_MATRIX_POLICY_POLICY_REQUEST_H

#include "adapters/matrix/policy/policy_lists.h"

/* The store keeps the id of a list's room under this key, which the list's name follows. */
#define MX_POLICY_KEY "matrix.policy."

/*
 * Starts the request for list->step, or takes a step that needs no request. Sets list->lists to
 * NULL if the bot has nothing more to do with the list; the caller then frees it.
 */
void mx_policy_request_start(struct mx_policy_list *list);

#endif
