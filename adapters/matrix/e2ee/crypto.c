#include "adapters/matrix/e2ee/crypto.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/e2ee/cross_signing.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/device_keys.h"
#include "adapters/matrix/e2ee/key_background.h"
#include "adapters/matrix/e2ee/key_queue.h"
#include "adapters/matrix/e2ee/key_requests.h"
#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/e2ee/older_keys.h"
#include "adapters/matrix/e2ee/verification.h"
#include "bot/base/memory.h"

#include <stdlib.h>

/* after this many failures the bot does not wait any more until its keys are uploaded */
#define UPLOAD_TRIES 2

bool mx_crypto_is_built_in(void)
{
	return true;
}

struct mx_crypto *mx_crypto_create(struct mx_session *session, const struct mx_crypto_hooks *hooks)
{
	struct mx_crypto *crypto = bot_calloc(1, sizeof(*crypto));

	crypto->account = session->account;
	crypto->session = session;
	crypto->hooks = *hooks;
	mx_key_queue_init(crypto);
	crypto->messages = json_array();
	crypto->members = json_object();
	crypto->failed_rooms = json_object();
	crypto->trust.secrets = json_object();
	return crypto;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	if (!crypto)
		return;
	mx_machine_close(crypto->machine);
	mx_key_queue_finish(crypto);
	json_decref(crypto->messages);
	json_decref(crypto->members);
	json_decref(crypto->failed_rooms);
	json_decref(crypto->trust.secrets);
	free(crypto->trust.auth_session);
	free(crypto);
}

bool mx_crypto_set_keys_aside(struct mx_crypto *crypto)
{
	return mx_device_keys_set_aside(crypto);
}

bool mx_crypto_is_open(const struct mx_crypto *crypto)
{
	return mx_crypto_has_keys(crypto) && !crypto->account->fatal;
}

/*
 * Returns whether the bot may take the next step towards a signed device. First it uploads the
 * device's keys. If the upload fails again and again, the homeserver may have them already. A query
 * of changed lists, which may include the account, must not overlap: its answer may be older than
 * an identity that the bot has just made, and then the library forgets the identity's private keys.
 */
static bool may_advance_trust(const struct mx_crypto *crypto)
{
	const struct mx_key_queue *upload = &crypto->queues[MX_KEY_QUEUE_UPLOAD];
	bool has_uploaded = !upload->under_way && (json_array_size(upload->requests) == 0 ||
							  upload->backoff.failures >= UPLOAD_TRIES);

	return crypto->trust.stage != MX_TRUST_SETTLED && !crypto->may_have_requests &&
	       has_uploaded && crypto->unlisted_answers == 0 &&
	       json_array_size(crypto->queues[MX_KEY_QUEUE_LISTS].requests) == 0 &&
	       mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) &&
	       crypto->session->state == MX_LOGGED_IN;
}

void mx_crypto_do_due_work(struct mx_crypto *crypto)
{
	if (crypto->machine && !mx_crypto_has_keys(crypto))
		mx_device_keys_reopen(crypto);
	if (crypto->account->store_is_older)
		crypto->keys_are_older = mx_older_keys_are_noted(crypto->account->store);
	if (crypto->keys_are_older && mx_crypto_is_open(crypto) &&
		crypto->session->state == MX_LOGGED_IN &&
		mx_backoff_is_over(&crypto->account->store_backoff))
		mx_device_keys_replace_older(crypto);
	if (crypto->session->state == MX_LOGGED_IN && !crypto->machine && !crypto->account->fatal)
		mx_device_keys_open(crypto);
	if (!crypto->machine)
		return;
	mx_machine_set_time(crypto->machine, mx_clock_steady());
	if (crypto->retry_at != 0 && crypto->retry_at <= mx_clock_steady())
		crypto->has_new_keys = true;
	if (crypto->has_new_keys)
		mx_late_events_retry(crypto);
	if (crypto->may_have_requests && mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) &&
		crypto->session->state == MX_LOGGED_IN)
		mx_verification_advance(crypto);
	mx_key_background_add(crypto);
	mx_cross_signing_check_listed(crypto);
	if (may_advance_trust(crypto))
		mx_cross_signing_advance(crypto);
	mx_verification_send(crypto);
	mx_key_requests_send(crypto);
}

void mx_crypto_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout)
{
	int64_t left = crypto->retry_at - mx_clock_steady();

	mx_key_requests_limit_timeout(crypto, timeout);
	mx_key_background_limit_timeout(crypto, timeout);
	if (crypto->unlisted_answers > 0)
		mx_backoff_limit_timeout(&crypto->unlisted_backoff, timeout);
	if (crypto->session->state == MX_LOGGED_OFF &&
		mx_backoff_is_over(&crypto->session->backoff))
		*timeout = 0; /* the bot may log in at once, as a new device */
	if (crypto->retry_at != 0 && left < *timeout)
		*timeout = left > 0 ? left : 0;
	if (may_advance_trust(crypto))
		*timeout = 0;
}
