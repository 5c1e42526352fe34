#include "adapters/matrix/receive/room_message.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/message.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/metrics.h"

#include <string.h>

static struct bot_message make_host_message(
	const struct mx_message *message, const char *room, const char *user, const json_t *names)
{
	return (struct bot_message){
		.event = message->event,
		.room = room,
		.sender = message->sender,
		.origin = *message->origin ? message->origin : NULL,
		.name = mx_json_text(names, message->sender),
		.text = message->text,
		.reply_to = message->reply_to,
		.thread = message->thread,
		.choice = message->choice,
		.private = strcmp(message->sender, user) == 0,
	};
}

/* Whether an earlier device of the bot may have sent the event, for a row still in the outbox. */
static bool is_of_old_device(const struct mx_receiver *receiver, const json_t *event)
{
	return mx_device_is_in_doubt(receiver->session) &&
	       mx_event_is_own(event, receiver->account->me) &&
	       !mx_event_txn(event, receiver->account->me);
}

bool mx_room_message_is_wanted(struct mx_receiver *receiver, const char *room, const json_t *event)
{
	char user[BOT_ID_SIZE] = "";
	struct mx_message message;
	struct bot_message wanted;
	bool wants = true;

	if (mx_event_state(event) || mx_event_is_odd_state(event) ||
		mx_event_txn(event, receiver->account->me) || is_of_old_device(receiver, event) ||
		(mx_crypto_is_built_in() && mx_event_is_encrypted(event)))
		return true;
	if (!mx_message_init(&message, event, receiver->account->me))
		return false;
	/* If the store fails, the event counts as wanted. */
	if (message.text && mx_room_private_with(receiver->account->store, room, user) == BOT_OK) {
		wanted = make_host_message(&message, room, user, NULL);
		wants = bot_host_is_command(receiver->account->host, &wanted);
	}
	mx_message_finish(&message);
	return wants;
}

/* Counts the command for monitoring, and measures how long the command took to reach the bot. */
static void measure_command(struct mx_receiver *receiver, const json_t *event)
{
	const json_t *sent = json_object_get(event, "origin_server_ts");

	receiver->sync.commands++;
	bot_metrics_count(BOT_RECEIVED_COMMAND);
	if (json_is_integer(sent))
		bot_metrics_observe(BOT_TIME_DELAY,
			((double)mx_clock_wall() - (double)json_integer_value(sent)) / 1000);
}

/*
 * Handles the echo of a message that the bot sent: the message's outbox row gets its event id. If
 * the event has no transaction id, an earlier device of the bot sent the event.
 */
static enum bot_error on_echo(struct mx_place *place, const json_t *event, const char *txn)
{
	bool private = *place->private_with != '\0';
	const char *to = private ? place->private_with : place->id;

	if (!txn)
		return mx_outbox_row_match_event(place->receiver->sender, private, to, event);
	return bot_outbox_seen(
		place->receiver->account->store, private, to, txn, mx_json_text(event, "event_id"));
}

enum bot_error mx_room_message_save_scrolled(struct mx_place *place)
{
	unsigned scrolled = place->scrolled;

	place->scrolled = 0;
	if (scrolled == 0)
		return BOT_OK;
	return bot_store_room_scrolled(place->receiver->account->store, place->id, scrolled);
}

/*
 * Whether the bot may accept the event. In an encrypted room it accepts only encrypted events and
 * reactions, since clients never encrypt reactions.
 */
static bool may_accept(const struct mx_place *place, const json_t *event)
{
	return !mx_crypto_is_built_in() || !place->room.encrypted ||
	       mx_encrypted_events_was_encrypted(event) || mx_event_is_reaction(event);
}

static enum bot_error give_to_host(
	struct mx_place *place, const json_t *event, const struct bot_message *message)
{
	struct mx_receiver *receiver = place->receiver;
	enum bot_error error;

	if (!may_accept(place, event))
		return mx_encrypted_events_take_unencrypted(
			receiver->crypto, place->id, message->sender);
	if (place->counts_messages)
		measure_command(receiver, event);
	error = mx_idle_rooms_note_use(&receiver->idle_rooms, &place->room, place->id);
	if (!error)
		error = bot_host_message(receiver->account->host, message);
	mx_courtesies_add_receipt(&receiver->sender->courtesies, place->id, message->event);
	return error;
}

/*
 * The host counts the messages that it gets. This function counts the others, since they scroll the
 * boards up, too.
 */
enum bot_error mx_room_message_handle(struct mx_place *place, const json_t *event)
{
	struct mx_receiver *receiver = place->receiver;
	struct bot_message wanted;
	struct mx_message message;
	bool scrolls = place->counts_messages &&
		       (json_is_null(event) || mx_event_is_shown(event, receiver->account->me));
	enum bot_error error = BOT_OK;
	const char *txn = mx_event_txn(event, receiver->account->me);

	if (txn || is_of_old_device(receiver, event))
		return on_echo(place, event, txn);
	if (!place->reads_messages || !place->after_first_batch)
		return BOT_OK;
	if (mx_message_init(&message, event, receiver->account->me)) {
		if (!message.text)
			return BOT_NO_MEMORY;
		wanted = make_host_message(&message, place->id, place->private_with, place->names);
		if (bot_host_is_command(receiver->account->host, &wanted)) {
			error = mx_room_message_save_scrolled(place);
			if (!error)
				error = give_to_host(place, event, &wanted);
			scrolls = false;
		}
		mx_message_finish(&message);
	}
	if (error || !scrolls)
		return error;
	bot_metrics_count(BOT_RECEIVED_MESSAGE);
	place->scrolled++;
	return BOT_OK;
}
