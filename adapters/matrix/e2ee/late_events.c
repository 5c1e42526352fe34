#include "adapters/matrix/e2ee/late_events.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/log.h"

#define KEY_WAIT (INT64_C(2) * 60 * 1000) /* how long an event waits for its key */

static enum bot_error is_inside(struct mx_crypto *crypto, const char *room, bool *inside)
{
	struct mx_room known;
	enum bot_error error = mx_room_init(&known, crypto->account->store, room);

	if (error)
		return error;
	*inside = known.standing == MX_INSIDE;
	mx_room_finish(&known);
	return BOT_OK;
}

/* Handles an event that the bot could open only later, as if it had come with a batch. */
static enum bot_error handle_opened(
	struct mx_crypto *crypto, const char *room, const struct mx_event *event)
{
	bool inside = false;
	enum bot_error error = is_inside(crypto, room, &inside);

	if (error || !inside)
		return error;
	if (event->writer == MX_WRITER_TRUSTED)
		mx_verification_take_event(crypto, room, event);
	return crypto->hooks.handle(crypto->hooks.self, room, event);
}

static enum bot_error tell(struct mx_crypto *crypto, struct mx_waiting_events *waiting,
	const char *room, const char *user, enum bot_encryption_fault why)
{
	char owner[BOT_ID_SIZE] = "";
	bool inside = false;
	enum bot_error error = is_inside(crypto, room, &inside);

	if (!error)
		error = mx_room_private_with(crypto->account->store, room, owner);
	if (error || !inside)
		return error;
	/*
	 * Outside private rooms, an event without its key may be no command. So there the bot does
	 * not tell the user again.
	 */
	bool again = why != BOT_FAULT_NO_KEY || *owner;
	if (!mx_waiting_events_mark_told(waiting, room, user, again))
		return BOT_OK;
	bot_log_write(BOT_LOG_INFO, "unreadable_told",
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
	return bot_host_explain_encryption_fault(crypto->account->host, room, user, why);
}

enum bot_error mx_late_events_tell(
	struct mx_crypto *crypto, const char *room, const char *user, enum bot_encryption_fault why)
{
	struct mx_waiting_events waiting;
	enum bot_error error;

	if (crypto->waiting)
		return tell(crypto, crypto->waiting, room, user, why);
	error = mx_waiting_events_load(crypto->account->store, &waiting);
	if (error)
		return error;
	error = tell(crypto, &waiting, room, user, why);
	if (!error)
		error = mx_waiting_events_save(&waiting);
	mx_waiting_events_finish(&waiting);
	return error;
}

enum bot_error mx_late_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer)
{
	return mx_late_events_tell(crypto, room, sender,
		writer == MX_WRITER_UNSIGNED ? BOT_FAULT_UNSIGNED_DEVICE : BOT_FAULT_NOT_ENCRYPTED);
}

/*
 * Handles an event of an unsigned device. If the event is a command, the handler calls
 * mx_late_events_refuse. The event keeps waiting, since its sender may sign the device now.
 */
static enum bot_error answer_unsigned(
	struct mx_crypto *crypto, const char *room, const json_t *event)
{
	struct mx_event inside = mx_encrypted_events_open_unsigned(crypto, room, event);
	enum bot_error error = inside.json ? handle_opened(crypto, room, &inside) : BOT_OK;

	mx_event_finish(&inside);
	return error;
}

/*
 * Tells the sender of an event that can't be opened yet what is wrong, if the bot knows that now.
 */
static enum bot_error answer_early(struct mx_crypto *crypto, struct mx_waiting_events *waiting,
	json_t *entry, const json_t *event, const struct mx_opened_event *opened)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = mx_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	bool is_unsigned = opened->is_unsigned && !opened->is_pending;

	if (json_is_true(json_object_get(entry, "answered")) || (!is_unsigned && age < MX_KEY_LATE))
		return BOT_OK;
	(void)json_object_set_new(entry, "answered", json_true());
	waiting->changed = true;
	if (is_unsigned)
		return answer_unsigned(crypto, room, event);
	return tell(crypto, waiting, room, mx_json_text(event, "sender"), BOT_FAULT_NO_KEY);
}

/*
 * Tries to open a waiting event, and handles it if that works. Sets *waits to whether the event
 * must wait longer.
 */
static enum bot_error retry_event(
	struct mx_crypto *crypto, struct mx_waiting_events *waiting, json_t *entry, bool *waits)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = mx_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	struct mx_opened_event opened = {0};
	json_t *event = NULL;
	enum bot_error error = mx_waiting_events_get(waiting, entry, &event);

	*waits = false;
	if (error || !event)
		return error;
	error = mx_encrypted_events_open(crypto, room, event, &opened);
	if (!error && !opened.event.json && !opened.is_copy) {
		*waits = age >= 0 && age < KEY_WAIT;
		error = answer_early(crypto, waiting, entry, event, &opened);
	}
	if (!error && opened.event.json)
		error = handle_opened(crypto, room, &opened.event);
	mx_event_finish(&opened.event);
	json_decref(event);
	return error;
}

static enum bot_error retry_events(struct mx_crypto *crypto, struct mx_waiting_events *waiting)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < json_array_size(waiting->events) && !error;) {
		bool waits;

		error = retry_event(crypto, waiting, json_array_get(waiting->events, i), &waits);
		if (error)
			break;
		if (waits)
			i++;
		else
			error = mx_waiting_events_remove(waiting, i);
	}
	return error;
}

void mx_late_events_retry(struct mx_crypto *crypto)
{
	struct mx_waiting_events waiting = {0};
	enum bot_error error;

	if (!crypto->has_new_keys || !mx_backoff_is_over(&crypto->account->store_backoff))
		return;
	error = bot_store_begin(crypto->account->store);
	if (!error)
		error = mx_waiting_events_load(crypto->account->store, &waiting);
	if (!error && json_array_size(waiting.events) > 0) {
		crypto->waiting = &waiting;
		error = retry_events(crypto, &waiting);
		crypto->waiting = NULL;
		if (!error)
			error = mx_waiting_events_save(&waiting);
		crypto->account->timers_due = 0;
	}
	if (mx_account_commit(crypto->account, error, "late events")) {
		crypto->has_new_keys = false;
		crypto->retry_at = mx_waiting_events_next_try(&waiting);
	}
	mx_waiting_events_finish(&waiting);
}
