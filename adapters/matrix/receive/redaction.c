#include "adapters/matrix/receive/redaction.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"

bool mx_redaction_is(const json_t *event)
{
	return mx_json_text_is(event, "type", "m.room.redaction") &&
	       !json_object_get(event, "state_key");
}

static enum bot_error report(
	const struct mx_timeline *timeline, const char *event, const json_t *redaction)
{
	const struct mx_account *account = timeline->receiver->account;
	const char *sender = mx_json_text(redaction, "sender");
	const char *user = *timeline->private_with ? timeline->private_with : NULL;

	if (!mx_id_is_event(event) || !mx_id_is_user(sender))
		return BOT_OK;
	return bot_host_message_removed(account->host, timeline->id, user, event, sender);
}

/* Since room version 11 the id of the removed event is in the content. */
enum bot_error mx_redaction_handle(const struct mx_timeline *timeline, const json_t *event)
{
	const char *removed = mx_json_text(event, "redacts");

	if (!removed)
		removed = mx_json_text(json_object_get(event, "content"), "redacts");
	return report(timeline, removed, event);
}

enum bot_error mx_redaction_handle_removed(const struct mx_timeline *timeline, const json_t *event)
{
	const json_t *redaction =
		json_object_get(json_object_get(event, "unsigned"), "redacted_because");

	if (!json_is_object(redaction) ||
		!mx_event_is_own(event, timeline->receiver->account->user))
		return BOT_OK;
	return report(timeline, mx_json_text(event, "event_id"), redaction);
}
