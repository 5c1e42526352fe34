#include "adapters/matrix/e2ee/late_events.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/verification.h"
#include "adapters/matrix/e2ee/waiting_events.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#define KEY_WAIT (INT64_C(2) * 60 * 1000) /* how long an event waits for its key */

static bool is_inside(struct mx_crypto *crypto, const char *room)
{
	return mx_room_load(crypto->account->store, room)->standing == MX_INSIDE;
}

/* Handles an event that the bot could open only later, as if it had come with a batch. */
static void handle_opened(struct mx_crypto *crypto, const char *room, const struct mx_event *event)
{
	if (!is_inside(crypto, room))
		return;
	if (event->writer == MX_WRITER_TRUSTED)
		mx_verification_take_event(crypto, room, event);
	bot_must(crypto->hooks.handle(crypto->hooks.self, room, event));
}

static void tell(struct mx_crypto *crypto, struct mx_waiting_events *waiting, const char *room,
	const char *user, enum bot_encryption_fault why)
{
	char owner[BOT_ID_SIZE] = "";

	if (!is_inside(crypto, room))
		return;
	bot_must(mx_room_private_with(crypto->account->store, room, owner));
	/*
	 * Outside private rooms, an event without its key may be no command. So there the bot does
	 * not tell the user again.
	 */
	bool again = why != BOT_FAULT_NO_KEY || *owner;
	if (!mx_waiting_events_mark_told(waiting, room, user, again))
		return;
	bot_log_write(BOT_LOG_INFO, "unreadable_told",
		BOT_LOG_FIELDS({"room", .text = room}, {"user", .text = user}));
	bot_must(bot_host_explain_encryption_fault(crypto->account->host, room, user, why));
}

void mx_late_events_tell(
	struct mx_crypto *crypto, const char *room, const char *user, enum bot_encryption_fault why)
{
	struct mx_waiting_events *waiting;

	if (crypto->waiting) {
		tell(crypto, crypto->waiting, room, user, why);
		return;
	}
	waiting = mx_waiting_events_load(crypto->account->store);
	tell(crypto, waiting, room, user, why);
	mx_waiting_events_save(waiting);
}

void mx_late_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer)
{
	mx_late_events_tell(crypto, room, sender,
		writer == MX_WRITER_UNSIGNED ? BOT_FAULT_UNSIGNED_DEVICE : BOT_FAULT_NOT_ENCRYPTED);
}

/*
 * Handles an event of an unsigned device. If the event is a command, the handler calls
 * mx_late_events_refuse. The event keeps waiting, since its sender may sign the device now.
 */
static void answer_unsigned(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	const struct mx_event inside = mx_encrypted_events_open_unsigned(crypto, room, event);

	if (inside.json)
		handle_opened(crypto, room, &inside);
}

/*
 * Tells the sender of an event that can't be opened yet what is wrong, if the bot knows that now.
 */
static void answer_early(struct mx_crypto *crypto, struct mx_waiting_events *waiting, json_t *entry,
	const json_t *event, const struct mx_opened_event *opened)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = bot_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	bool is_unsigned = opened->is_unsigned && !opened->is_pending;

	if (json_is_true(json_object_get(entry, "answered")) || (!is_unsigned && age < MX_KEY_LATE))
		return;
	(void)json_object_set_new(entry, "answered", json_true());
	waiting->changed = true;
	if (is_unsigned)
		answer_unsigned(crypto, room, event);
	else
		tell(crypto, waiting, room, mx_json_text(event, "sender"), BOT_FAULT_NO_KEY);
}

/*
 * Tries to open a waiting event, and handles it if that works. Returns whether the event must wait
 * longer.
 */
static bool retry_event(struct mx_crypto *crypto, struct mx_waiting_events *waiting, json_t *entry)
{
	const char *room = mx_json_text(entry, "room");
	int64_t age = bot_clock_wall() - json_integer_value(json_object_get(entry, "since"));
	const json_t *event = mx_waiting_events_get(waiting, entry);

	if (!event)
		return false;
	const struct mx_opened_event opened = mx_encrypted_events_open(crypto, room, event);
	if (opened.event.json) {
		handle_opened(crypto, room, &opened.event);
		return false;
	}
	if (opened.is_copy)
		return false;
	answer_early(crypto, waiting, entry, event, &opened);
	return age >= 0 && age < KEY_WAIT;
}

static void retry_events(struct mx_crypto *crypto, struct mx_waiting_events *waiting)
{
	for (size_t i = 0; i < json_array_size(waiting->events);) {
		if (retry_event(crypto, waiting, json_array_get(waiting->events, i)))
			i++;
		else
			mx_waiting_events_remove(waiting, i);
	}
}

struct retry {
	struct mx_crypto *crypto;
	int64_t next; /* as mx_waiting_events_next_try returns it */
};

static void retry(void *self)
{
	struct retry *retry = self;
	struct mx_crypto *crypto = retry->crypto;
	struct mx_waiting_events *waiting = mx_waiting_events_load(crypto->account->store);

	if (json_array_size(waiting->events) > 0) {
		crypto->waiting = waiting;
		retry_events(crypto, waiting);
		mx_waiting_events_save(waiting);
		crypto->account->timers_due = 0;
	}
	retry->next = mx_waiting_events_next_try(waiting);
}

void mx_late_events_retry(struct mx_crypto *crypto)
{
	struct retry work = {.crypto = crypto};
	bool done;

	if (!crypto->has_new_keys || !mx_backoff_is_over(&crypto->account->store_backoff))
		return;
	done = mx_account_attempt(crypto->account, "late events", retry, &work);
	crypto->waiting = NULL; /* it has ended with the attempt */
	if (!done)
		return;
	crypto->has_new_keys = false;
	crypto->retry_at = work.next;
}
