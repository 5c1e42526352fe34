#include "adapters/matrix/e2ee/crypto_state.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

#include <string.h>

json_t *mx_crypto_result(enum mx_machine_status status, char *text, const char *during)
{
	json_t *json = NULL;

	if (status == MX_MACHINE_OK)
		json = mx_json_parse(text, strlen(text));
	if (!json)
		bot_log_write(BOT_LOG_ERROR, "encryption_failed",
			BOT_LOG_FIELDS({"during", .text = during},
				{"why", .text = status ? text : "the result can't be read"}));
	mx_machine_free(text);
	return json;
}

bool mx_crypto_has_keys(const struct mx_crypto *crypto)
{
	return crypto->machine && !mx_key_place_is_behind(&crypto->place);
}

void mx_crypto_note_changed_lists(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < 2; i++) {
		int64_t due = crypto->lists_asked_at[i] == 0
				      ? 0
				      : crypto->lists_asked_at[i] + MX_LISTS_INTERVAL;

		if (due < crypto->lists_at[i])
			crypto->lists_at[i] = due;
	}
}
