#include "adapters/matrix/receive/batch_kind.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/batch_rooms.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"

#include <string.h>

/*
 * Whether the event is a member event that /sync adds for the sender of a message. Such an event
 * changes nothing in the store.
 */
static bool is_member(const struct mx_receiver *receiver, const json_t *event)
{
	const char *type = mx_event_state(event);
	const char *own = mx_event_membership(event, receiver->account->me);

	return type && strcmp(type, "m.room.member") == 0 && (!own || strcmp(own, "join") == 0);
}

static bool is_echo_in(struct mx_receiver *receiver, const char *id, const json_t *body)
{
	const json_t *timeline = json_object_get(body, "timeline");
	const json_t *event;
	size_t i;

	json_array_foreach (mx_batch_events(body, "timeline"), i, event)
		if (!mx_event_txn(event, receiver->account->me))
			return false;
	json_array_foreach (mx_batch_events(body, "state"), i, event)
		if (!is_member(receiver, event))
			return false;
	return !json_is_true(json_object_get(timeline, "limited")) &&
	       !mx_gap_is_open(receiver, id) && mx_room_is_inside(receiver->account->store, id);
}

enum mx_batch_kind mx_batch_kind_of(struct mx_receiver *receiver, const json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms"), *joined = json_object_get(rooms, "join");
	const char *id;
	json_t *body;

	if (mx_crypto_is_built_in() || json_object_size(json_object_get(rooms, "leave")) > 0 ||
		json_object_size(json_object_get(rooms, "invite")) > 0)
		return MX_BATCH_NEWS;
	json_object_foreach (joined, id, body)
		if (!mx_id_is_room(id) || !is_echo_in(receiver, id, body))
			return MX_BATCH_NEWS;
	return json_object_size(joined) > 0 ? MX_BATCH_ECHOES : MX_BATCH_EMPTY;
}
