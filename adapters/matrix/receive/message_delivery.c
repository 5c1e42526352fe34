#include "adapters/matrix/receive/message_delivery.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/receive/membership.h"
#include "adapters/matrix/receive/message.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/receive/timeline.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/metrics.h"

#include <stdlib.h>
#include <string.h>

#define EVENTS_MOST 500 /* of how many events in threads the bot remembers the thread */

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
		.edits = message->edits,
		.kind = message->kind,
		.private = strcmp(message->sender, user) == 0,
		.proven = message->proven,
		.reply_forgeable = message->reply_in_clear,
		.mentions_unread = mx_message_may_differ(message),
	};
}

/* Returns whether the event is from the time before the bot noticed that its store is older. */
static bool is_old(const struct mx_account *account, const json_t *event)
{
	const json_t *sent = json_object_get(event, "origin_server_ts");

	return account->store_is_older && json_is_integer(sent) &&
	       json_integer_value(sent) < account->older_until;
}

/*
 * Returns whether an earlier device of the bot may have sent the event. Then the event's row may
 * still be in the outbox.
 */
static bool is_of_old_device(const struct mx_receiver *receiver, const struct mx_event *event)
{
	return mx_device_is_in_doubt(receiver->session) &&
	       mx_event_is_own(event, receiver->account->user) &&
	       !mx_event_transaction_id(event, receiver->account->user);
}

static enum bot_error find_private_user(
	const struct mx_receiver *receiver, const char *room, char user[BOT_ID_SIZE])
{
	BOT_ATTEMPT(mx_room_private_with(receiver->account->store, room, user));
}

bool mx_message_delivery_is_wanted(
	struct mx_receiver *receiver, const char *room, const struct mx_event *event)
{
	char user[BOT_ID_SIZE] = "";
	struct mx_message message;
	bool wants = true;

	if (event->is_state || mx_event_row_id(event, receiver->account->user) ||
		is_of_old_device(receiver, event) ||
		(mx_crypto_is_built_in() && mx_event_is_encrypted(event)))
		return true;
	if (!mx_message_init(&message, event, receiver->account->user))
		return false;
	/* If the store fails, the function returns true. */
	if (!find_private_user(receiver, room, user)) {
		const struct bot_message wanted = make_host_message(&message, room, user, NULL);

		wants = bot_host_is_command(receiver->account->host, &wanted) ||
			mx_message_may_mention(&message, receiver->account->user);
	}
	mx_message_finish(&message);
	return wants;
}

/* Events of a gap, or pushed to an application service, never have transaction ids. */
static void note_other_device(
	const struct mx_timeline *timeline, const struct mx_event *event, const char *txn)
{
	struct mx_receiver *receiver = timeline->receiver;

	if (mx_event_is_own(event, receiver->account->user) && timeline->after_first_batch &&
		!timeline->in_gap && !receiver->demand.pushed && !is_of_old_device(receiver, event))
		mx_other_device_note(&receiver->other_device, event, txn);
}

/* Counts the command for monitoring, and measures how long the command took to reach the bot. */
static void measure_command(struct mx_receiver *receiver, const json_t *event)
{
	const json_t *sent = json_object_get(event, "origin_server_ts");

	receiver->sync.commands++;
	bot_metrics_count(BOT_RECEIVED_COMMAND);
	if (json_is_integer(sent))
		bot_metrics_observe(BOT_TIME_DELAY,
			((double)bot_clock_wall() - (double)json_integer_value(sent)) / 1000);
}

/*
 * Handles the echo of a message that the bot sent: stores the id of the event in the message's
 * outbox row. If the event does not name its row, an earlier version of the bot sent the event.
 *
 * If the store does not know the row, the store is older than the account. This holds only in a
 * room in which the store knows the bot: otherwise the timeline may begin long ago.
 */
static void on_echo(struct mx_timeline *timeline, const struct mx_event *event, const char *row)
{
	struct mx_account *account = timeline->receiver->account;
	bool private = *timeline->private_with != '\0';
	const char *to = private ? timeline->private_with : timeline->id;
	enum bot_echo echo = BOT_ECHO_KNOWN;

	if (row)
		echo = bot_outbox_seen(account->store, private, to, row, event->id);
	else
		mx_outbox_row_match_event(timeline->receiver->sender, private, to, event->json);
	if (echo != BOT_ECHO_UNKNOWN || !timeline->after_first_batch)
		return;
	if (timeline->was_inside) {
		mx_account_note_older_store(account, event->id);
		bot_must(mx_older_keys_note(account->store));
	}
	if (private)
		mx_private_room_was_reached(account, to);
}

void mx_message_delivery_save_scrolled(struct mx_timeline *timeline)
{
	unsigned scrolled = timeline->scrolled;

	timeline->scrolled = 0;
	if (scrolled > 0)
		bot_store_room_scrolled(timeline->receiver->account->store, timeline->id, scrolled);
}

/*
 * Returns whether the bot may accept the event. In an encrypted room the bot accepts only encrypted
 * events of signed devices and reactions, because clients never encrypt reactions; the host decides
 * whether a reaction counts (is_forgeable). There is one more exception: by `hand in clear`, people
 * whom this rule shuts out ask for a plain private room.
 */
static bool may_accept(const struct mx_timeline *timeline, const struct mx_event *event)
{
	return !mx_crypto_is_built_in() || !timeline->room.encrypted ||
	       event->writer == MX_WRITER_TRUSTED || mx_event_is_reaction(event);
}

/* Returns whether a homeserver can have written the reaction, although the room is encrypted. */
static bool is_forgeable(const struct mx_timeline *timeline, const struct bot_message *message)
{
	return mx_crypto_is_built_in() && timeline->room.encrypted && !message->proven &&
	       message->kind == BOT_REACTION;
}

static void give_to_host(struct mx_timeline *timeline, const struct mx_event *event,
	const struct bot_message *message)
{
	struct mx_receiver *receiver = timeline->receiver;
	/* In a room people react to each other's messages, and rarely to those of the bot. */
	bool speaks = message->private || message->kind == BOT_WRITTEN;

	if (!may_accept(timeline, event) &&
		!bot_host_asks_for_clear(receiver->account->host, message)) {
		mx_encrypted_events_refuse(
			receiver->crypto, timeline->id, message->sender, event->writer);
		return;
	}
	if (timeline->counts_messages)
		measure_command(receiver, event->json);
	if (speaks && !message->private)
		mx_people_want(&receiver->people, timeline->id);
	if (speaks)
		mx_idle_rooms_note_use(&receiver->idle_rooms, &timeline->room, timeline->id);
	bot_must(bot_host_message(receiver->account->host, message));
	mx_background_add_receipt(&receiver->sender->background, timeline->id, message->event);
}

/*
 * Reads the mentions in a message that may be a command, and finds out again whether it is one. The
 * sender's limit counts what turns out to be none, because reading costs the bot time.
 */
static bool read_mentions(
	struct bot_host *host, struct mx_message *message, struct bot_message *wanted)
{
	bool may = false;

	bot_must(bot_host_may_read(host, wanted, &may));
	if (may) {
		mx_message_read_mentions(message);
		bot_scratch_own(message->with_ids, free); /* in place of mx_message_finish */
	}
	wanted->text = message->text;
	wanted->mentions_unread = false;
	if (!mx_message_is_blank(message) && bot_host_is_command(host, wanted))
		return true;
	bot_must(bot_host_note_read(host, wanted));
	return false;
}

/*
 * Finds out whether the message is a command of a user whom the bot does not ignore. Most messages
 * are none, and their body shows it. So the bot reads nothing else of them, neither HTML nor what
 * the store knows about the sender.
 */
static bool is_for_host(const struct mx_timeline *timeline, const struct mx_event *event,
	struct mx_message *message, struct bot_message *wanted)
{
	const struct mx_account *account = timeline->receiver->account;
	struct bot_host *host = account->host;
	bool ignores = false, calls = mx_message_may_mention(message, account->user);

	if (!calls && !bot_host_may_be_command(host, wanted))
		return false;
	bot_must(bot_host_ignores(host, message->sender, &ignores));
	if (ignores)
		return false;
	wanted->mentions_unread = wanted->mentions_unread && may_accept(timeline, event);
	bool is_command = bot_host_is_command(host, wanted);
	return wanted->mentions_unread && (calls || is_command)
		       ? read_mentions(host, message, wanted)
		       : is_command;
}

void mx_message_delivery_receive(struct mx_timeline *timeline, const struct mx_event *in_clear)
{
	const struct mx_event event = mx_encrypted_events_read(
		timeline->receiver->crypto, timeline->id, in_clear, timeline->live);

	mx_message_delivery_handle(timeline, &event);
}

/* Returns whether a text was written in a room in which only its sender and the bot are. */
static bool is_alone_with_bot(const struct mx_timeline *timeline, const struct mx_message *message)
{
	return message->kind == BOT_WRITTEN && !*timeline->private_with &&
	       timeline->room.joined == 2 && timeline->room.invited == 0;
}

/* Returns whether the message was for the bot, and needs no counting. */
static bool handle_message(
	struct mx_timeline *timeline, const struct mx_event *event, struct mx_message *message)
{
	struct bot_host *host = timeline->receiver->account->host;
	struct bot_message wanted =
		make_host_message(message, timeline->id, timeline->private_with, timeline->names);

	if (mx_membership_leave_old_chat(timeline, message->sender))
		return true;
	if (!is_for_host(timeline, event, message, &wanted)) {
		if (is_alone_with_bot(timeline, message))
			bot_must(bot_host_stray_message(host, timeline->id, message->sender));
		return false;
	}
	if (wanted.edits)
		wanted.thread = mx_json_text(timeline->receiver->threads, wanted.edits);
	else if (wanted.thread)
		mx_json_remember(timeline->receiver->threads, wanted.event,
			json_string(wanted.thread), EVENTS_MOST);
	wanted.reply_forgeable = wanted.reply_forgeable || is_forgeable(timeline, &wanted);
	wanted.old = is_old(timeline->receiver->account, event->json);
	wanted.writable = !mx_room_is_muted(
		&timeline->room, timeline->receiver->account->user, mx_crypto_is_built_in());
	mx_message_delivery_save_scrolled(timeline);
	give_to_host(timeline, event, &wanted);
	return true;
}

/* Handles the event if it is a message. Returns as handle_message does. */
static bool read_message(struct mx_timeline *timeline, const struct mx_event *event)
{
	struct mx_message message;

	return mx_message_init(&message, event, timeline->receiver->account->user) &&
	       handle_message(timeline, event, &message);
}

/* Returns whether the event is an m.room.redaction. */
static bool is_redaction(const struct mx_event *event)
{
	return event->type && strcmp(event->type, "m.room.redaction") == 0 && !event->is_state;
}

static void report_removed(
	const struct mx_timeline *timeline, const char *event, const json_t *redaction)
{
	const struct mx_account *account = timeline->receiver->account;
	const char *sender = mx_json_text(redaction, "sender");
	const char *user = *timeline->private_with ? timeline->private_with : NULL;

	if (mx_id_is_event(event) && mx_id_is_user(sender))
		bot_must(
			bot_host_message_removed(account->host, timeline->id, user, event, sender));
}

/*
 * Tells the host which message a redaction has removed, in the caller's transaction. The homeserver
 * shows only redactions that it has accepted. Since room version 11 the id of the removed event is
 * in the content.
 */
static void handle_redaction(const struct mx_timeline *timeline, const json_t *event)
{
	const char *removed = mx_json_text(event, "redacts");

	if (!removed)
		removed = mx_json_text(json_object_get(event, "content"), "redacts");
	report_removed(timeline, removed, event);
}

/*
 * Tells the host, in the caller's transaction, that a message of the bot is removed, if the
 * homeserver shows this beside the message itself, as it does in the pages of a gap.
 */
static void handle_removed(const struct mx_timeline *timeline, const struct mx_event *event)
{
	if (!mx_event_is_own(event, timeline->receiver->account->user))
		return;
	const json_t *redaction =
		json_object_get(json_object_get(event->json, "unsigned"), "redacted_because");
	if (json_is_object(redaction))
		report_removed(timeline, event->id, redaction);
}

/*
 * The host counts the messages that it gets. This function counts the other messages, because they
 * move the boards up the screen, too.
 */
void mx_message_delivery_handle(struct mx_timeline *timeline, const struct mx_event *event)
{
	struct mx_receiver *receiver = timeline->receiver;
	const char *me = receiver->account->user;
	bool scrolls = timeline->counts_messages &&
		       (json_is_null(event->json) || mx_event_is_shown(event, me));
	const char *row = mx_event_row_id(event, me);
	bool is_echo = row || is_of_old_device(receiver, event);

	/* the homeserver checks only redactions that it can read */
	if (!event->decrypted && is_redaction(event)) {
		handle_redaction(timeline, event->json);
		return;
	}
	note_other_device(timeline, event, mx_event_transaction_id(event, me));
	if (is_echo)
		on_echo(timeline, event, row);
	handle_removed(timeline, event);
	if (is_echo || !timeline->reads_messages || !timeline->after_first_batch ||
		read_message(timeline, event) || !scrolls)
		return;
	bot_metrics_count(BOT_RECEIVED_MESSAGE);
	timeline->scrolled++;
}
