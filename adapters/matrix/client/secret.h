/*
 * The memory of libcurl and jansson. Access tokens and passwords pass through it, and neither
 * library wipes memory before it frees it. The functions that mx_init gives to them do.
 *
 * If no memory is left, the process ends with a message, since neither library can go on then:
 * jansson's parser (2.14, lex_save) writes past its buffer, and libcurl (7.88) may leave a request
 * waiting for ever. The store stays as it was after the last commit.
 */
#ifndef MX_SECRET_H
#define MX_SECRET_H

#include "adapters/matrix/client/error.h"

#include <stdbool.h>

/*
 * Starts libcurl and libsodium. Call it once in a process, before any request and while no other
 * thread runs; curl_global_cleanup undoes it. Returns false if one of them can't be started.
 */
MX_MUST_USE bool mx_init(void);

#endif
