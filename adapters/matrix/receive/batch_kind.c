#include "adapters/matrix/receive/batch_kind.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/section.h"
#include "adapters/matrix/room/event.h"

#include <string.h>

/*
 * Returns whether the event is a member event that /sync adds for the sender of a message. Such an
 * event changes nothing in the store.
 */
static bool is_member(const json_t *event, const char *me)
{
	const char *type = mx_event_state_type(event);
	const char *own = mx_event_membership(event, me);

	return type && strcmp(type, "m.room.member") == 0 && (!own || strcmp(own, "join") == 0);
}

static bool has_only_echoes(const struct mx_receiver *receiver, const char *id, const json_t *body)
{
	const char *me = receiver->account->user;
	const json_t *event;
	size_t i;

	json_array_foreach (mx_section_events(body, "timeline"), i, event)
		if (!mx_event_transaction_id(event, me))
			return false;
	json_array_foreach (mx_section_events(body, "state"), i, event)
		if (!is_member(event, me))
			return false;
	return !json_is_true(json_object_get(json_object_get(body, "timeline"), "limited")) &&
	       !mx_gaps_has_open(receiver, id) && mx_room_is_inside(receiver->account->store, id);
}

enum mx_batch_kind mx_batch_kind_find(const struct mx_receiver *receiver, const json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms"), *joined = json_object_get(rooms, "join");
	const char *id;
	json_t *body;

	if (mx_crypto_is_built_in() || json_object_size(json_object_get(rooms, "leave")) > 0 ||
		json_object_size(json_object_get(rooms, "invite")) > 0)
		return MX_BATCH_WITH_NEWS;
	json_object_foreach (joined, id, body)
		if (!mx_id_is_room(id) || !has_only_echoes(receiver, id, body))
			return MX_BATCH_WITH_NEWS;
	return json_object_size(joined) > 0 ? MX_BATCH_OF_ECHOES : MX_EMPTY_BATCH;
}
