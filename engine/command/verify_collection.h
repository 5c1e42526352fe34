/* The part of `engarde verify` for a file with the records of several matches. */
#ifndef ENGINE_COMMAND_VERIFY_COLLECTION_H
#define ENGINE_COMMAND_VERIFY_COLLECTION_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a text has several records. Each of them begins with the tag Match. */
bool verify_is_collection(const char *text, size_t size);

/*
 * Checks each record, prints a line for each, and then how many there are of each kind. `name` is
 * the name of the file. Returns STATUS_FAILED if a record is wrong, else STATUS_INCOMPLETE if a
 * record does not prove how its match ended or has no commitment, else STATUS_OK.
 */
int verify_collection(const char *text, size_t size, const char *name);

#endif
