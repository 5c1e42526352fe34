#include "adapters/matrix/receive/own_account.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY "matrix.name"

/* Reads the stored value: the time, a space and the name. */
static enum bot_error read_name(struct mx_own_name *name, struct bot_store *store)
{
	char *value = NULL, *end;
	enum bot_error error = bot_store_get(store, KEY, &value);

	*name = (struct mx_own_name){0};
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	name->sent = strtoll(value, &end, 10);
	snprintf(name->text, sizeof(name->text), "%s", *end == ' ' ? end + 1 : value);
	free(value);
	return BOT_OK;
}

void mx_own_name_load(struct mx_own_name *name, struct mx_account *account)
{
	enum bot_error error = bot_store_begin(account->store);

	*name = (struct mx_own_name){0};
	if (!error)
		error = read_name(name, account->store);
	mx_account_commit(account, error, "name");
}

enum bot_error mx_own_name_note(struct mx_own_name *name, struct mx_account *account,
	const struct mx_event *event, bool newest)
{
	const char *text = mx_json_text(event->content, "displayname");
	int64_t sent = json_integer_value(json_object_get(event->json, "origin_server_ts"));
	int64_t now = mx_clock_wall();
	bool early = sent > now;
	char value[24 + sizeof(name->text)];

	if (!event->sender || strcmp(event->sender, account->user) != 0 ||
		!mx_json_text_is(event->content, "membership", "join"))
		return BOT_OK;
	/* The store decides, because an earlier transaction with a newer name may have failed. */
	enum bot_error error = read_name(name, account->store);
	if (error || (!newest && name->sent > 0 && (early || sent < name->sent)))
		return error;
	sent = early ? now : sent;
	if (!text || strlen(text) >= sizeof(name->text))
		text = "";
	if (sent == name->sent && strcmp(text, name->text) == 0)
		return BOT_OK;
	name->sent = sent;
	stpcpy(name->text, text);
	snprintf(value, sizeof(value), "%" PRId64 " %s", sent, text);
	return bot_store_set(account->store, KEY, value);
}

void mx_other_device_init(struct mx_other_device *other)
{
	*other = (struct mx_other_device){.started = mx_clock_wall()};
}

void mx_other_device_note(
	struct mx_other_device *other, const struct mx_event *event, const char *txn)
{
	other->has_echo = other->has_echo || txn;
	if (txn || !other->has_echo || other->warned ||
		json_integer_value(json_object_get(event->json, "origin_server_ts")) <
			other->started)
		return;
	other->warned = true;
	bot_log_write(BOT_LOG_WARNING, "account_used_elsewhere",
		BOT_LOG_FIELDS({"event_id", .text = event->id},
			{"why", .text = "another device sends messages as this account; if a "
					"second engarde-bot runs with it, stop one of the two: "
					"both answer every command"}));
}
