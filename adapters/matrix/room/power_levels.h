/*
 * Who may do what in a room, by the content of its m.room.power_levels (Matrix Client-Server API,
 * "m.room.power_levels"). NULL, or anything that is no such content, counts as an empty one.
 */
#ifndef ADAPTERS_MATRIX_ROOM_POWER_LEVELS_H
#define ADAPTERS_MATRIX_ROOM_POWER_LEVELS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Lists the users who may set the state of the room, or who may send messages: a new object
 * {"default": whether everybody may, "others": the ids of the users for whom the opposite holds}.
 */
json_t *mx_power_levels_moderators(const json_t *content);
json_t *mx_power_levels_writers(const json_t *content);

/* Whether the user may not send messages of this type. */
bool mx_power_levels_forbid(const json_t *content, const char *user, const char *type);

#endif
