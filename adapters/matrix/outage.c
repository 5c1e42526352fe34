#include "adapters/matrix/outage.h"

#include "bot/base/clock.h"

/*
 * How many milliseconds an outage must last before the bot tells its admins about it. So a restart
 * of the homeserver causes no message.
 */
#define HOMESERVER_LEAST (INT64_C(5) * 60 * 1000)
#define STORE_LEAST      (INT64_C(60) * 1000)

/* Notes when an outage begins and, if it was long enough, how long it has lasted when it ends. */
static void note(int64_t *since, int64_t *length, int64_t least, bool begins, bool ends)
{
	int64_t now = bot_clock_steady();

	if (begins && *since == 0)
		*since = now;
	if (!ends || *since == 0)
		return;
	if (now - *since >= least)
		*length = now - *since;
	*since = 0;
}

static enum bot_error tell(
	const struct mx_outages *outages, const struct mx_account *account, bool tells_older_store)
{
	struct bot_host *host = account->host;
	enum bot_error error = BOT_OK;

	if (tells_older_store)
		error = bot_host_store_is_older(host);

	if (!error && !outages->told_start)
		error = bot_host_started(host);
	if (!error && outages->homeserver_length > 0)
		error = bot_host_homeserver_returned(host, outages->homeserver_length);
	if (!error && outages->store_length > 0)
		error = bot_host_store_returned(host, outages->store_length);
	if (!error && account->hold.length > 0)
		error = bot_host_account_released(
			host, &(struct bot_hold){account->hold.code, account->hold.contact,
				      account->hold.length});
	return error;
}

void mx_outages_watch(
	struct mx_outages *outages, struct mx_account *account, bool connected, bool unreachable)
{
	bool tells_older_store = account->store_is_older && !outages->told_older_store;
	enum bot_error error;

	mx_hold_forget_old(&account->hold);
	note(&outages->homeserver_since, &outages->homeserver_length, HOMESERVER_LEAST, unreachable,
		connected);
	note(&outages->store_since, &outages->store_length, STORE_LEAST,
		account->store_backoff.failures > 0, account->store_backoff.failures == 0);
	if (!connected || !mx_backoff_is_over(&account->store_backoff) ||
		(outages->told_start && outages->homeserver_length == 0 &&
			outages->store_length == 0 && !tells_older_store &&
			account->hold.length == 0))
		return;
	error = bot_store_begin(account->store);
	if (!error)
		error = tell(outages, account, tells_older_store);
	if (!mx_account_commit(account, error, "news for admins"))
		return;
	outages->told_start = true;
	outages->told_older_store = account->store_is_older;
	outages->homeserver_length = outages->store_length = account->hold.length = 0;
}

void mx_outages_stop(struct mx_account *account)
{
	enum bot_error error = bot_store_begin(account->store);

	if (!error)
		error = bot_host_stops(account->host);
	mx_account_commit(account, error, "the end of the run");
}
