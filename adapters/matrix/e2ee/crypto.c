#include "adapters/matrix/e2ee/crypto.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/device_keys.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/key_answers.h"
#include "adapters/matrix/e2ee/key_requests.h"
#include "adapters/matrix/e2ee/verification.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

bool mx_crypto_is_built_in(void)
{
	return true;
}

enum mx_error mx_crypto_create(
	struct mx_session *session, const struct mx_crypto_hooks *hooks, struct mx_crypto **crypto)
{
	struct mx_crypto *new = calloc(1, sizeof *new);

	if (!new)
		return MX_NO_MEMORY;
	new->account = session->account;
	new->session = session;
	new->hooks = *hooks;
	new->on_answer = mx_key_answers_take;
	new->queue = json_array();
	new->messages = json_array();
	new->members = json_object();
	new->failed_rooms = json_object();
	new->trust.secrets = json_object();
	if (!new->queue || !new->messages || !new->members || !new->failed_rooms ||
		!new->trust.secrets) {
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
	json_decref(crypto->failed_rooms);
	json_decref(crypto->trust.secrets);
	free(crypto->trust.auth_session);
	free(crypto);
}

bool mx_crypto_is_open(const struct mx_crypto *crypto)
{
	return crypto->olm && !crypto->account->fatal;
}

void mx_crypto_turn(struct mx_crypto *crypto)
{
	if (crypto->session->state == MX_LOGGED_IN && !crypto->olm && !crypto->account->fatal)
		mx_device_keys_open(crypto);
	if (crypto->retry_at != 0 && crypto->retry_at <= mx_clock_steady())
		crypto->has_new_keys = true;
	if (crypto->olm && crypto->has_new_keys)
		mx_encrypted_events_retry(crypto);
	if (mx_key_requests_is_idle(crypto) && crypto->may_have_requests &&
		crypto->session->state == MX_LOGGED_IN)
		mx_verification_turn(crypto);
	if (mx_key_requests_is_idle(crypto) && crypto->may_have_requests &&
		crypto->session->state == MX_LOGGED_IN) {
		json_t *all = mx_key_requests_from_machine(crypto, NULL);

		if (!all)
			mx_backoff_fail(&crypto->backoff);
		if (all && json_array_size(all) == 0)
			crypto->may_have_requests = false;
		mx_key_requests_add(crypto, all);
	}
	if (mx_key_requests_is_idle(crypto) && !crypto->may_have_requests &&
		crypto->trust.stage != MX_TRUST_SETTLED)
		mx_cross_signing_turn(crypto);
	mx_verification_send(crypto);
	mx_key_requests_send(crypto);
}

void mx_crypto_bound(const struct mx_crypto *crypto, int64_t *timeout)
{
	int64_t left = crypto->retry_at - mx_clock_steady();

	mx_backoff_limit_timeout(&crypto->backoff, timeout);
	if (crypto->session->state == MX_LOGGED_OFF &&
		mx_backoff_is_over(&crypto->session->backoff))
		*timeout = 0; /* log in now, as a new device */
	if (crypto->retry_at != 0 && left < *timeout)
		*timeout = left > 0 ? left : 0;
	if (mx_key_requests_is_idle(crypto) && crypto->session->state == MX_LOGGED_IN &&
		(crypto->may_have_requests || crypto->trust.stage != MX_TRUST_SETTLED))
		*timeout = 0;
}
