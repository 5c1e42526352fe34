#include "adapters/matrix/room/parsed_rooms.h"

#include "adapters/matrix/client/json.h"
#include "bot/base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PLACES     256  /* several rooms share a place, which has the value that was read last */
#define VALUE_MOST 2048 /* bytes of a value that is kept: a room may have many moderators */

static struct place {
	char *value;
	json_t *parsed; /* NULL until the value is read again, since to keep it takes longest */
} places[PLACES];

static struct place *place_of(const char *room)
{
	size_t sum = 0;

	for (; *room; room++)
		sum = 31 * sum + (unsigned char)*room;
	return &places[sum % PLACES];
}

static void clear(struct place *place)
{
	free(place->value);
	json_decref(place->parsed);
	*place = (struct place){0};
}

json_t *mx_parsed_rooms_get(const char *room, const char *value)
{
	struct place *place = place_of(room);
	bool again = place->value && strcmp(place->value, value) == 0;
	json_t *parsed;

	if (again && place->parsed)
		return json_incref(place->parsed);
	parsed = mx_json_parse(value, strlen(value));
	if (!parsed || strlen(value) > VALUE_MOST)
		return parsed;
	if (again) {
		/* A copy: the memory of json_memory.h is for values that live for a short time. */
		place->parsed = json_deep_copy(parsed);
		return parsed;
	}
	clear(place);
	place->value = bot_strdup(value);
	return parsed;
}

void mx_parsed_rooms_forget(void)
{
	for (size_t i = 0; i < PLACES; i++)
		clear(&places[i]);
}
