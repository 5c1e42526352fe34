#include "adapters/matrix/receive/sync_pace.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/receiver.h"

/*
 * An answer that brings nothing is hasty if it comes earlier than this many ms after the request,
 * although the homeserver was asked to wait for events.
 */
#define HASTY 250
/* After this many hasty answers in a row, the bot waits before it asks again. */
#define HASTY_ALLOWED 4
/* the shortest and the longest time between two requests then, in ms */
#define PACE_FIRST HASTY
#define PACE_MOST  (8 * PACE_FIRST)
/* If the answers come even earlier than this many ms after the request, that time grows. */
#define AT_ONCE 150

/* Returns whether the object has a list `name`.events with an event in it. */
static bool has_events(const json_t *body, const char *name)
{
	return json_array_size(json_object_get(json_object_get(body, name), "events")) > 0;
}

/*
 * Returns whether a batch brings nothing that the homeserver had to tell at once. The bot does not
 * look at receipts, account data or presence, and its filter leaves them out.
 */
static bool is_idle(const json_t *batch)
{
	const json_t *rooms = json_object_get(batch, "rooms");
	const json_t *devices = json_object_get(batch, "device_lists");
	const char *id;
	json_t *body;

	json_object_foreach (json_object_get(rooms, "join"), id, body)
		if (has_events(body, "timeline") || has_events(body, "state"))
			return false;
	return json_object_size(json_object_get(rooms, "invite")) == 0 &&
	       json_object_size(json_object_get(rooms, "leave")) == 0 &&
	       !has_events(batch, "to_device") &&
	       json_array_size(json_object_get(devices, "changed")) == 0 &&
	       json_array_size(json_object_get(devices, "left")) == 0;
}

void mx_sync_pace_note(struct mx_sync *sync, const json_t *batch)
{
	int64_t took = mx_clock_steady() - sync->asked;
	bool repeated = sync->since && mx_json_text_is(batch, "next_batch", sync->since);
	int64_t interval;

	if (!sync->polls || took >= HASTY || (!repeated && !is_idle(batch))) {
		sync->hasty = 0;
		return;
	}
	if (sync->hasty < HASTY_ALLOWED) {
		sync->hasty++;
		return;
	}
	interval = PACE_FIRST << (sync->hasty - HASTY_ALLOWED);
	if (interval < PACE_MOST && took < AT_ONCE)
		sync->hasty++;
	mx_backoff_extend(&sync->pace, interval - took);
}
