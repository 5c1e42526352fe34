/*
 * The values of the rooms that were read last, parsed. The bot reads two rooms for each action, and
 * to parse a room's value takes longer than all else that reading a room needs.
 */
#ifndef ADAPTERS_MATRIX_ROOM_PARSED_ROOMS_H
#define ADAPTERS_MATRIX_ROOM_PARSED_ROOMS_H

#include <jansson.h>

/*
 * Parses the value of a room. Returns a new reference, or NULL if the value is not JSON. The caller
 * must not change the parsed value: the next call with the same room and value returns it again.
 */
json_t *mx_parsed_rooms_get(const char *room, const char *value);

/* Frees all values, at the end of the adapter. */
void mx_parsed_rooms_forget(void);

#endif
