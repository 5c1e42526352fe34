/* The keys of the device: what is to be done about them, and when. */
#include "adapters/matrix/crypto.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/json.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

bool mx_crypto_is_there(void)
{
	return true;
}

enum mx_error mx_crypto_create(struct mx_crypto **crypto)
{
	struct mx_crypto *new = calloc(1, sizeof *new);

	if (!new)
		return MX_NO_MEMORY;
	new->queue = json_array();
	new->messages = json_array();
	new->members = json_object();
	new->trust.secrets = json_object();
	if (!new->queue || !new->messages || !new->members || !new->trust.secrets) {
		mx_crypto_destroy(new);
		return MX_NO_MEMORY;
	}
	*crypto = new;
	return MX_OK;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	if (!crypto)
		return;
	mx_olm_close(crypto->olm);
	json_decref(crypto->queue);
	json_decref(crypto->messages);
	json_decref(crypto->members);
	json_decref(crypto->trust.secrets);
	free(crypto->trust.session);
	free(crypto);
}

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

void mx_crypto_give_up(struct mx *mx, const char *event, const char *why)
{
	mx->fatal = MX_BAD_CONFIG;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = mx->me}, {"why", .text = why}));
}

bool mx_crypto_is_open(const struct mx *mx)
{
	return mx->crypto->olm && !mx->fatal;
}

void mx_crypto_turn(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;

	if (mx->session.state == MX_LOGGED_IN && !crypto->olm && !mx->fatal)
		mx_crypto_open(mx);
	if (crypto->due != 0 && crypto->due <= mx_clock_now())
		crypto->news = true;
	if (crypto->olm && crypto->news)
		mx_crypto_retry(mx);
	if (mx_crypto_is_idle(crypto) && crypto->stale && mx->session.state == MX_LOGGED_IN)
		mx_crypto_verify_turn(mx);
	if (mx_crypto_is_idle(crypto) && crypto->stale && mx->session.state == MX_LOGGED_IN) {
		json_t *all = mx_crypto_ask(mx, NULL);

		if (all && json_array_size(all) == 0)
			crypto->stale = false;
		mx_crypto_enqueue(crypto, all);
	}
	if (mx_crypto_is_idle(crypto) && !crypto->stale && crypto->trust.stage != MX_TRUST_SETTLED)
		mx_crypto_trust_turn(mx);
	mx_crypto_verify_say(mx);
	mx_crypto_send(mx);
}

void mx_crypto_bound(const struct mx *mx, int64_t *timeout)
{
	const struct mx_crypto *crypto = mx->crypto;
	int64_t left = crypto->due - mx_clock_now();

	mx_pause_bound(&crypto->pause, timeout);
	if (mx->session.state == MX_LOGGED_OFF && mx_pause_over(&mx->session.pause))
		*timeout = 0; /* as a new device */
	if (crypto->due != 0 && left < *timeout)
		*timeout = left > 0 ? left : 0;
	if (mx_crypto_is_idle(crypto) && mx->session.state == MX_LOGGED_IN &&
		(crypto->stale || crypto->trust.stage != MX_TRUST_SETTLED))
		*timeout = 0;
}
