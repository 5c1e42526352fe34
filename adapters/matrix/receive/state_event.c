#include "adapters/matrix/receive/state_event.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/timeline.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/attempt.h"
#include "bot/base/metrics.h"

#include <string.h>

/* Returns when an event was made, in milliseconds since 1970, or 0 if the event does not say it. */
static int64_t time_of(const json_t *event)
{
	json_int_t time = json_integer_value(json_object_get(event, "origin_server_ts"));

	return time > 0 ? time : 0;
}

/*
 * Returns whether an event of the bot's own membership is stale: the bot is not in the room after
 * the event, but is there after the batch, and no join follows.
 */
static bool is_stale(const struct mx_timeline *timeline, const char *membership)
{
	return timeline->stays && timeline->joins_ahead == 0 && strcmp(membership, "join") != 0;
}

static void on_own_membership(
	struct mx_timeline *timeline, const struct mx_event *event, const char *membership)
{
	bool inside = strcmp(membership, "join") == 0;
	bool entered = inside && !timeline->inside;

	if (is_stale(timeline, membership))
		return;
	timeline->inside = inside;
	if (!inside)
		timeline->reads_messages = false;
	if (!entered)
		return;
	/*
	 * If the bot left the room and joined it again, the events contain several joins. The bot
	 * handles only the last of them.
	 */
	if (timeline->joins_ahead > 1) {
		timeline->joins_ahead--;
		return;
	}
	timeline->joins_ahead = 0;
	timeline->reads_messages = true;
	timeline->room.since = time_of(event->json);
	if (!timeline->join_handled)
		mx_membership_joined(timeline);
	timeline->join_handled = false;
}

/*
 * Returns whether the event only says that a known member is in the room: the bot, or the user
 * whose private room this is.
 */
static bool is_known_member(const struct mx_timeline *timeline, const struct mx_event *event)
{
	const char *own = mx_event_membership(event, timeline->receiver->account->user);
	const char *user = timeline->private_with;
	const char *membership = own ? own : *user ? mx_event_membership(event, user) : NULL;

	return membership && strcmp(membership, "join") == 0;
}

/* Handles that somebody else has joined a private room. */
static void on_third_person(struct mx_timeline *timeline)
{
	const struct mx_account *account = timeline->receiver->account;

	timeline->room.shared = true;
	bot_must(mx_room_save(&timeline->room, account->store, timeline->id));
	bot_must(bot_host_private_room_shared(account->host, timeline->private_with));
}

/* Handles that somebody has joined: the user whose private room this is, or a user of the room. */
static void on_join(struct mx_timeline *timeline, const char *user)
{
	struct bot_host *host = timeline->receiver->account->host;
	bool ignored = false;

	if (*timeline->private_with && strcmp(timeline->private_with, user) != 0) {
		on_third_person(timeline);
		return;
	}
	bot_must(bot_host_ignores(host, user, &ignored));
	if (ignored)
		return;
	if (*timeline->private_with)
		bot_must(bot_host_user_joined(host, user));
	/* The state before a timeline repeats the old joins of the users who write in it. */
	else if (!timeline->in_gap && !timeline->in_state)
		bot_must(bot_host_user_entered(host, timeline->id, user));
}

/*
 * Tells the host that a user has joined or left their private room, or a room with matches, or that
 * somebody else has joined a private room. A user whom somebody else removes does not count as
 * having left. Otherwise a moderator could make an opponent lose. The events of a gap are older
 * than the batch beside the gap. So in a gap the bot only notes who has joined a private room.
 */
static void on_other_membership(struct mx_timeline *timeline, const struct mx_event *event)
{
	const char *user = event->state_key;
	const char *membership = mx_json_text(event->content, "membership");

	if (!membership || !mx_id_is_user(user) || !timeline->inside ||
		!timeline->after_first_batch)
		return;
	if (strcmp(membership, "join") == 0)
		on_join(timeline, user);
	else if (strcmp(membership, "leave") == 0 && strcmp(event->sender, user) == 0 &&
		 !timeline->in_gap)
		bot_must(bot_host_user_left(timeline->receiver->account->host, timeline->id, user));
}

void mx_state_event_save(struct mx_timeline *timeline)
{
	bool changed = timeline->unsaved;

	timeline->unsaved = false;
	if (changed)
		bot_must(mx_room_save(
			&timeline->room, timeline->receiver->account->store, timeline->id));
}

/*
 * Updates the room. Tells the host if the bot may no longer write in the room, or may write again.
 */
static void apply(struct mx_timeline *timeline, const struct mx_event *event)
{
	const struct mx_account *account = timeline->receiver->account;
	struct mx_room *room = &timeline->room;
	bool encrypts = mx_crypto_is_built_in();
	bool before = mx_room_is_muted(room, account->user, encrypts), after;

	mx_room_apply(room, event->json, event->state_type, account->user);
	timeline->unsaved = true;
	after = mx_room_is_muted(room, account->user, encrypts);
	/* An upgrade takes the right to write in the old room away from all its users. */
	if (before == after || room->standing != MX_INSIDE || *timeline->private_with ||
		room->successor)
		return;
	mx_state_event_save(timeline);
	bot_must(bot_host_room_muted(account->host, timeline->id, after));
}

void mx_state_event_handle(struct mx_timeline *timeline, const struct mx_event *event)
{
	struct mx_receiver *receiver = timeline->receiver;
	const char *type = event->state_type;
	const char *membership = mx_event_membership(event, receiver->account->user);
	bool is_member = strcmp(type, "m.room.member") == 0;
	bool is_tombstone = strcmp(type, "m.room.tombstone") == 0;

	if (is_member || is_tombstone)
		mx_state_event_save(timeline);
	bot_metrics_count(BOT_RECEIVED_STATE);
	if (mx_room_rights_depend_on(type) && !is_known_member(timeline, event))
		mx_private_room_distrust(receiver->sender, timeline->id);
	if (is_member)
		mx_room_keys_members_changed(receiver->crypto, timeline->id, event->json);
	if (is_member && !timeline->in_gap)
		mx_people_note(&receiver->people, timeline->id, event);
	if (membership && !timeline->in_gap)
		bot_must(mx_own_name_note(&receiver->own_name, receiver->account, event,
			!timeline->in_state && timeline->after_first_batch));
	if (membership)
		on_own_membership(timeline, event, membership);
	else if (is_tombstone)
		mx_membership_follow_tombstone(timeline, event->json);
	else if (is_member)
		on_other_membership(timeline, event);
	else if (!timeline->in_gap)
		apply(timeline, event);
}

void mx_state_event_distrust(const struct mx_timeline *timeline, const struct mx_event *event)
{
	if (!json_is_null(event->json) && !mx_event_is_unreadable_state(event))
		return;
	mx_private_room_distrust(timeline->receiver->sender, timeline->id);
	mx_room_keys_members_changed(timeline->receiver->crypto, timeline->id, NULL);
	mx_people_forget(&timeline->receiver->people, timeline->id);
}

/* Returns the last event of the bot's own membership, borrowed, or `found` if there is none. */
static const json_t *find_last(const json_t *events, const char *me, const json_t *found)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const struct mx_event read = mx_event_read(event);

		if (mx_event_membership(&read, me))
			found = event;
	}
	return found;
}

/*
 * The clocks of two servers differ, so the function may take a real leave that another server made
 * for a stale one, if it follows the join at once. Then the homeserver refuses what the bot writes.
 */
bool mx_state_event_is_stale_section(const struct mx_room *room, const json_t *body, const char *me)
{
	const json_t *last = find_last(mx_section_events(body, "state"), me, NULL);
	int64_t time;

	last = find_last(mx_section_events(body, "timeline"), me, last);
	time = time_of(last);
	return room->standing == MX_INSIDE && time > 0 && time < room->since;
}
