#include "adapters/matrix/receive/other_device.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

void mx_other_device_init(struct mx_other_device *other)
{
	*other = (struct mx_other_device){.started = mx_clock_wall()};
}

void mx_other_device_note(struct mx_other_device *other, const json_t *event, const char *txn)
{
	json_int_t sent = json_integer_value(json_object_get(event, "origin_server_ts"));

	other->has_echo = other->has_echo || txn;
	if (txn || !other->has_echo || other->warned || sent < other->started)
		return;
	other->warned = true;
	bot_log_write(BOT_LOG_WARNING, "account_used_elsewhere",
		BOT_LOG_FIELDS({"event_id", .text = mx_json_text(event, "event_id")},
			{"why", .text = "another device sends messages as this account; if a "
					"second engarde-bot runs with it, stop one of the two: "
					"both answer every command"}));
}
