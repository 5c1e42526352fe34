/* The pace of the requests to /sync. */
#ifndef ADAPTERS_MATRIX_RECEIVE_SYNC_PACE_H
#define ADAPTERS_MATRIX_RECEIVE_SYNC_PACE_H

#include <jansson.h>

struct mx_sync;

/*
 * Delays the next request if the homeserver, or a proxy before it, answers at once again and again
 * although nothing has happened. Without the delay the bot would ask as fast as it can. Call it
 * with each batch that arrives.
 */
void mx_sync_pace_note(struct mx_sync *sync, const json_t *batch);

#endif
