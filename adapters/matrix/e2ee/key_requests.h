/*
 * Sends the requests about keys (crypto_state.h), one at a time in each queue, and handles the
 * answers of the homeserver. The machine gets most of them; the adapter keeps the answers to its
 * own requests. Only the loop of crypto.h sends.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_REQUESTS_H
#define ADAPTERS_MATRIX_E2EE_KEY_REQUESTS_H

#include <stdint.h>

struct mx_crypto;

/* Sends the first request of each queue that has none under way and need not wait. */
void mx_key_requests_send(struct mx_crypto *crypto);

#endif
