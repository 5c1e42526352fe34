#include "adapters/matrix/e2ee/crypto_state.h"

#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

#include <string.h>

json_t *mx_crypto_result(enum mx_olm_status status, char *text, const char *during)
{
	json_t *json = NULL;

	if (status == MX_OLM_OK)
		json = mx_json_parse(text, strlen(text));
	if (!json)
		bot_log_write(BOT_LOG_ERROR, "encryption_failed",
			BOT_LOG_FIELDS({"during", .text = during},
				{"why", .text = status && text ? text : "no memory"}));
	mx_olm_free(text);
	return json;
}

void mx_crypto_give_up(struct mx_crypto *crypto, const char *event, const char *why)
{
	crypto->account->fatal = MX_BAD_CONFIG;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = crypto->account->me}, {"why", .text = why}));
}
