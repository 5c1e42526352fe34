/*
 * Who moderates a room: https://spec.matrix.org/latest/client-server-api/#mroompower_levels and,
 * for the creators of rooms of version 12, https://spec.matrix.org/latest/rooms/v12/
 */
#ifndef MX_POWER_H
#define MX_POWER_H

#include <jansson.h>
#include <stdbool.h>

/* The creators whom an m.room.create event names: a new array of user ids; NULL: no memory. */
json_t *mx_power_creators(const json_t *create);

/* Whether the creators of such a room stand above every number. */
bool mx_power_creators_stand_above(const json_t *create);

/*
 * Who has at least the level that changing the room's state takes by default, from the content of
 * an m.room.power_levels event: a new object of `default` (whether people in general have it) and
 * `others` (an array of those for whom it is the other way). NULL: no memory.
 */
json_t *mx_power_moderators(const json_t *content);

/* Whether an object of mx_power_moderators holds the user. */
bool mx_power_is_moderator(const json_t *moderators, const char *user);

#endif
