#include "adapters/matrix/login/device.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/login/session_store.h"
#include "bot/base/log.h"
#include "bot/store/events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * The store's key for the date when a new device replaced the old one. The bot deletes the date
 * when it knows which outbox rows the old device has sent (mx_device_is_in_doubt).
 */
#define REPLACED_KEY "matrix.replaced"

enum bot_error mx_device_read_doubt(struct mx_session *session)
{
	char *date = NULL;
	enum bot_error error = bot_store_get(session->account->store, REPLACED_KEY, &date);

	session->replaced_at = date ? strtoll(date, NULL, 10) : 0;
	free(date);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

bool mx_device_replace(struct mx_session *session)
{
	int64_t now = mx_clock_wall();
	char date[24];
	enum bot_error error;

	if (session->keys.set_aside && !session->keys.set_aside(session->keys.self))
		return false;
	snprintf(date, sizeof(date), "%" PRId64, now);
	error = bot_store_begin(session->account->store);
	if (!error)
		error = mx_session_store_name_device(session->account->store);
	if (!error)
		error = mx_session_store_write(session->account->store, NULL, NULL, NULL);
	if (!error)
		error = bot_store_set(session->account->store, REPLACED_KEY, date);
	if (!mx_account_commit(session->account, error, "new device"))
		return false;
	session->replaced_at = now;
	session->has_batch = session->has_no_gap = false;
	bot_log_write(BOT_LOG_WARNING, "device_replaced",
		BOT_LOG_FIELDS({"user", .text = session->account->user}));
	return true;
}

bool mx_device_is_in_doubt(const struct mx_session *session)
{
	return session->replaced_at != 0;
}

bool mx_device_awaits_batch(const struct mx_session *session)
{
	return session->replaced_at != 0 && !session->has_batch;
}

/* Returns whether the bot requested the batch with its current device. */
static bool is_from_this_device(const struct mx_session *session, unsigned asked_in)
{
	return session->state == MX_LOGGED_IN &&
	       asked_in == mx_http_session(session->account->http);
}

static void note_gap(void *self, const char *room)
{
	struct mx_session *session = self;

	(void)room;
	session->has_no_gap = false;
}

enum bot_error mx_device_end_doubt(struct mx_session *session, unsigned asked_in)
{
	enum bot_error error;

	if (session->replaced_at == 0 || !is_from_this_device(session, asked_in))
		return BOT_OK;
	session->has_no_gap = true;
	error = bot_gap_rooms(session->account->store, note_gap, session);
	if (error || !session->has_no_gap)
		return error;
	return bot_store_set(session->account->store, REPLACED_KEY, NULL);
}

void mx_device_doubt_ended(struct mx_session *session, unsigned asked_in)
{
	if (session->replaced_at == 0 || !is_from_this_device(session, asked_in))
		return;
	session->has_batch = true;
	if (session->has_no_gap)
		session->replaced_at = 0;
}
