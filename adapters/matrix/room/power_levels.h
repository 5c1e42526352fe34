/*
 * Who moderates a room: https://spec.matrix.org/latest/client-server-api/#mroompower_levels and,
 * for the creators of rooms of version 12, https://spec.matrix.org/latest/rooms/v12/
 */
#ifndef MX_POWER_LEVELS_H
#define MX_POWER_LEVELS_H

#include <jansson.h>
#include <stdbool.h>

/* Returns the creators in an m.room.create event: a new array of user ids. NULL: no memory. */
json_t *mx_power_creators(const json_t *create);

/* Whether the creators of a room with this m.room.create event are above all power levels. */
bool mx_power_creators_stand_above(const json_t *create);

/*
 * Reads who moderates, from the content of an m.room.power_levels event. A moderator has at least
 * the level `state_default`, which changing the room's state takes. Returns a new object of
 * `default` (whether a user without a level of their own moderates) and `others` (an array of the
 * users for whom `default` is wrong). NULL: no memory.
 */
json_t *mx_power_moderators(const json_t *content);

/* Whether the user moderates, by an object that mx_power_moderators returned. */
bool mx_power_is_moderator(const json_t *moderators, const char *user);

#endif
