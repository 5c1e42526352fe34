#include "adapters/matrix/batch.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/event.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/membership.h"
#include "bot/meter.h"

#include <string.h>

void mx_batch_names(json_t *names, const json_t *events)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *user = mx_json_text(event, "state_key");
		const char *type = mx_event_state(event);
		json_t *name = json_object_get(json_object_get(event, "content"), "displayname");

		/* A name that can't be noted is only not shown. */
		if (type && strcmp(type, "m.room.member") == 0 && json_is_string(name))
			(void)json_object_set(names, user, name);
	}
}

enum bot_error mx_batch_private_with(struct mx *mx, const char *room, char user[BOT_ID_SIZE])
{
	enum bot_error error = bot_store_private_user(mx->store, room, user);

	if (error == BOT_NOT_FOUND)
		user[0] = '\0';
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static struct bot_message to_host(
	const struct mx_message *message, const char *room, const char *user, const json_t *names)
{
	return (struct bot_message){
		.event = message->event,
		.room = room,
		.sender = message->sender,
		.name = mx_json_text(names, message->sender),
		.text = message->text,
		.reply_to = message->reply_to,
		.choice = message->choice,
		.private = strcmp(message->sender, user) == 0,
	};
}

enum mx_interest mx_batch_interest(struct mx *mx, const char *room, const json_t *event)
{
	enum mx_interest interest = mx_event_is_shown(event, mx->me) ? MX_SEEN : MX_IGNORED;
	char user[BOT_ID_SIZE] = "";
	struct mx_message message;
	struct bot_message wanted;

	if (mx_event_state(event) || mx_event_is_odd_state(event) || mx_event_txn(event, mx->me) ||
		(mx_crypto_is_there() && mx_event_is_encrypted(event)))
		return MX_WANTED;
	if (!mx_message_init(&message, event, mx->me))
		return interest;
	/* What can't be judged now is judged when the batch is handled. */
	if (!message.text || mx_batch_private_with(mx, room, user) != BOT_OK) {
		mx_message_finish(&message);
		return MX_WANTED;
	}
	wanted = to_host(&message, room, user, NULL);
	if (bot_host_wants(mx->host, &wanted))
		interest = MX_WANTED;
	mx_message_finish(&message);
	return interest;
}

/* For those who watch from outside: that there is a command, and how long it was on its way. */
static void measure(struct mx *mx, const json_t *event)
{
	const json_t *sent = json_object_get(event, "origin_server_ts");

	mx->sync.commands++;
	bot_meter_count(BOT_RECEIVED_COMMAND);
	if (json_is_integer(sent))
		bot_meter_observe(BOT_TIME_DELAY,
			((double)mx_clock_date() - (double)json_integer_value(sent)) / 1000);
}

/* The bot's own message, by which it knows that and as what it was sent. */
static enum bot_error on_echo(struct mx_place *place, const json_t *event, const char *txn)
{
	bool private = *place->private_with != '\0';

	return bot_outbox_seen(place->mx->store, private, private ? place->private_with : place->id,
		txn, mx_json_text(event, "event_id"));
}

/* Tells the store of the messages that have scrolled the room's boards. */
static enum bot_error note_scrolled(struct mx_place *place)
{
	unsigned scrolled = place->scrolled;

	place->scrolled = 0;
	if (scrolled == 0)
		return BOT_OK;
	return bot_store_room_scrolled(place->mx->store, place->id, scrolled);
}

/* The host counts the messages it gets; the others scroll its boards away all the same. */
static enum bot_error on_message(struct mx_place *place, const json_t *event)
{
	struct mx *mx = place->mx;
	struct bot_message wanted;
	struct mx_message message;
	bool passes = place->counts && (json_is_null(event) || mx_event_is_shown(event, mx->me));
	enum bot_error error = BOT_OK;
	const char *txn = mx_event_txn(event, mx->me);

	if (txn)
		return on_echo(place, event, txn);
	if (!place->listens || !place->live)
		return BOT_OK;
	if (mx_message_init(&message, event, mx->me)) {
		if (!message.text)
			return BOT_NO_MEMORY;
		wanted = to_host(&message, place->id, place->private_with, place->names);
		if (bot_host_wants(mx->host, &wanted)) {
			if (place->counts)
				measure(mx, event);
			error = note_scrolled(place);
			if (!error)
				error = bot_host_message(mx->host, &wanted);
			passes = false;
		}
		mx_message_finish(&message);
	}
	if (error || !passes)
		return error;
	bot_meter_count(BOT_RECEIVED_MESSAGE);
	place->scrolled++;
	return BOT_OK;
}

static enum bot_error on_own_membership(struct mx_place *place, const char *membership)
{
	bool inside = strcmp(membership, "join") == 0;
	bool entered = inside && !place->inside;

	place->inside = inside;
	if (!inside)
		place->listens = false;
	/* History may come along when a room is entered again: only the last time counts. */
	if (!entered || --place->entries > 0)
		return BOT_OK;
	place->listens = true;
	return mx_membership_entered(place);
}

/* Counts, by the rule of on_own_membership, how often the bot comes in. */
static void count_entries(struct mx_place *place, const json_t *events, bool *inside)
{
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *membership = mx_event_membership(event, place->mx->me);
		bool joins = membership && strcmp(membership, "join") == 0;

		if (!membership)
			continue;
		place->entries += joins && !*inside;
		*inside = joins;
	}
}

/* Whether the event says no more than that one of those two is there whose private room it is. */
static bool is_known_member(const struct mx_place *place, const json_t *event)
{
	const char *own = mx_event_membership(event, place->mx->me);
	const char *user = place->private_with;
	const char *membership = own ? own : *user ? mx_event_membership(event, user) : NULL;

	return membership && strcmp(membership, "join") == 0;
}

static enum bot_error on_state(struct mx_place *place, const json_t *event, const char *type)
{
	struct mx *mx = place->mx;
	const char *membership = mx_event_membership(event, mx->me);
	enum bot_error error;

	bot_meter_count(BOT_RECEIVED_STATE);
	if (strcmp(type, "m.room.create") != 0 && strcmp(type, "m.room.power_levels") != 0 &&
		!is_known_member(place, event))
		mx_drain_distrust(&mx->drain, place->id);
	if (strcmp(type, "m.room.member") == 0)
		mx_crypto_distrust(mx->crypto, place->id, event);
	if (membership)
		return on_own_membership(place, membership);
	if (strcmp(type, "m.room.member") == 0)
		return BOT_OK;
	error = mx_room_apply(&place->room, event, type, mx->me);
	if (!error && strcmp(type, "m.room.tombstone") == 0)
		error = mx_membership_tombstone(place, event);
	/* The host may ask for it while it handles the next message. */
	if (!error)
		error = mx_room_save(&place->room, mx->store, place->id);
	return error;
}

/* A third person may have come in by it. */
static void look_out(const struct mx_place *place, const json_t *event)
{
	if (mx_event_is_odd_state(event))
		mx_drain_distrust(&place->mx->drain, place->id);
}

static enum bot_error on_events(struct mx_place *place, const json_t *events)
{
	enum bot_error error = BOT_OK;
	json_t *event;
	size_t i;

	json_array_foreach (events, i, event) {
		const char *type = mx_event_state(event);

		look_out(place, event);
		error = type ? on_state(place, event, type) : on_message(place, event);
		if (error)
			break;
	}
	return error;
}

/* How many people are joined or invited, by the summary of a room; -1: it does not say. */
static json_int_t people(const json_t *body)
{
	const json_t *summary = json_object_get(body, "summary");
	const json_t *joined = json_object_get(summary, "m.joined_member_count");
	const json_t *invited = json_object_get(summary, "m.invited_member_count");

	if (!json_is_integer(joined))
		return -1;
	return json_integer_value(joined) + json_integer_value(invited);
}

/* The state where the timeline begins: either all but the bot's own membership, or just that. */
static enum bot_error on_start(struct mx_place *place, const json_t *state, bool own)
{
	enum bot_error error = BOT_OK;
	json_t *event;
	size_t i;

	json_array_foreach (state, i, event) {
		const char *type = mx_event_state(event);

		look_out(place, event);
		if (!error && type && !mx_event_membership(event, place->mx->me) == !own)
			error = on_state(place, event, type);
	}
	return error;
}

static enum bot_error handle_events(
	struct mx_place *place, const json_t *body, const json_t *gap, bool joined)
{
	const json_t *line = json_object_get(body, "timeline");
	const json_t *state = json_object_get(json_object_get(body, "state"), "events");
	bool inside = place->inside;
	enum bot_error error;

	count_entries(place, gap, &inside);
	count_entries(place, state, &inside);
	count_entries(place, json_object_get(line, "events"), &inside);
	error = on_start(place, state, false);
	/* The bot may have joined within the gap, and what was written before is not for it. */
	if (!error)
		error = on_events(place, gap);
	if (!error)
		error = on_start(place, state, true);
	if (!error)
		error = on_events(place, json_object_get(line, "events"));
	if (error || !joined)
		return error ? error : mx_membership_left(place);
	if (!place->inside) { /* the event of joining was left out of what we got */
		place->inside = place->listens = true;
		error = mx_membership_entered(place);
	}
	if (!error && place->live)
		error = mx_membership_tell_encryption(place);
	return error;
}

static enum bot_error handle_room(struct mx *mx, const char *id, const json_t *body,
	const struct mx_fill *fill, bool joined, enum mx_origin origin)
{
	struct mx_place place = {
		.mx = mx,
		.id = id,
		.live = origin != MX_OLD,
		.counts = origin == MX_PUSHED || !mx_service_is_on(mx),
		.people = people(body),
	};
	const json_t *line = json_object_get(body, "timeline");
	json_t *names = json_copy(fill->names);
	enum bot_error error =
		names ? mx_batch_private_with(mx, id, place.private_with) : BOT_NO_MEMORY;

	if (!error)
		error = mx_room_init(&place.room, mx->store, id);
	if (error)
		goto out;
	mx_batch_names(names, json_object_get(json_object_get(body, "state"), "events"));
	mx_batch_names(names, json_object_get(line, "events"));
	place.names = names;
	place.inside = place.listens = place.room.standing == MX_INSIDE;
	error = handle_events(&place, body, json_object_get(fill->gaps, id), joined);
	if (!error)
		error = note_scrolled(&place);
	mx_room_finish(&place.room);
out:
	json_decref(names);
	return error;
}

enum bot_error mx_batch_handle(
	struct mx *mx, const json_t *batch, const struct mx_fill *fill, enum mx_origin origin)
{
	static const char *const sections[] = {"leave", "join", "invite"};
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < 3; i++) {
		json_t *rooms = json_object_get(json_object_get(batch, "rooms"), sections[i]);
		const char *id;
		json_t *body;

		json_object_foreach (rooms, id, body) {
			if (error || !mx_id_is_room(id))
				continue;
			if (i == 2)
				error = mx_membership_invited(mx, id, body);
			else
				error = handle_room(mx, id, body, fill, i == 1, origin);
		}
	}
	return error;
}

/* Such state as comes with whoever has written, which is stored nowhere. */
static bool is_member(const struct mx *mx, const json_t *event)
{
	const char *type = mx_event_state(event);
	const char *own = mx_event_membership(event, mx->me);

	return type && strcmp(type, "m.room.member") == 0 && (!own || strcmp(own, "join") == 0);
}

static bool is_echo_in(struct mx *mx, const char *id, const json_t *body)
{
	const json_t *line = json_object_get(body, "timeline");
	const json_t *event;
	size_t i;

	json_array_foreach (json_object_get(line, "events"), i, event)
		if (!mx_event_txn(event, mx->me))
			return false;
	json_array_foreach (json_object_get(json_object_get(body, "state"), "events"), i, event)
		if (!is_member(mx, event))
			return false;
	return !json_is_true(json_object_get(line, "limited")) && mx_room_is_inside(mx->store, id);
}

enum mx_gist mx_batch_gist(struct mx *mx, const json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms"), *joined = json_object_get(rooms, "join");
	const char *id;
	json_t *body;

	if (mx_crypto_is_there() || json_object_size(json_object_get(rooms, "leave")) > 0 ||
		json_object_size(json_object_get(rooms, "invite")) > 0)
		return MX_GIST_NEWS;
	json_object_foreach (joined, id, body)
		if (!mx_id_is_room(id) || !is_echo_in(mx, id, body))
			return MX_GIST_NEWS;
	return json_object_size(joined) > 0 ? MX_GIST_ECHO : MX_GIST_SILENCE;
}
