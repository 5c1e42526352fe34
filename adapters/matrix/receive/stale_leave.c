#include "adapters/matrix/receive/stale_leave.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/section.h"
#include "adapters/matrix/receive/timeline.h"
#include "adapters/matrix/room/event.h"

#include <string.h>

int64_t mx_stale_leave_time(const json_t *event)
{
	json_int_t time = json_integer_value(json_object_get(event, "origin_server_ts"));

	return time > 0 ? time : 0;
}

bool mx_stale_leave_is_event(const struct mx_timeline *timeline, const char *membership)
{
	return timeline->stays && timeline->joins_ahead == 0 && strcmp(membership, "join") != 0;
}

/* Returns the last event of the bot's own membership, borrowed, or `found` if there is none. */
static const json_t *find_last(const json_t *events, const char *me, const json_t *found)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event)
		if (mx_event_membership(event, me))
			found = event;
	return found;
}

/*
 * The clocks of two servers differ, so the function may take a real leave that another server made
 * for a stale one, if it follows the join at once. Then the homeserver refuses what the bot writes.
 */
bool mx_stale_leave_is_section(const struct mx_room *room, const json_t *body, const char *me)
{
	const json_t *last = find_last(mx_section_events(body, "state"), me, NULL);
	int64_t time;

	last = find_last(mx_section_events(body, "timeline"), me, last);
	time = mx_stale_leave_time(last);
	return room->standing == MX_INSIDE && time > 0 && time < room->since;
}
