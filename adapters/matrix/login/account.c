#include "adapters/matrix/login/account.h"

#include "adapters/matrix/client/clock.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"

/* milliseconds between two log lines about dropped pieces of answers */
#define DROPPED_INTERVAL (INT64_C(60) * 1000)

static enum bot_error commit(struct mx_account *account)
{
	int64_t began = mx_clock_steady_ns();
	enum bot_error error = bot_store_commit(account->store);

	bot_metrics_observe(BOT_TIME_COMMIT, mx_clock_seconds_since(began));
	return error;
}

/* Lets the host set damaged rows aside. Returns whether it set at least one row aside. */
static bool set_damage_aside(struct mx_account *account)
{
	bool set_aside = false;
	enum bot_error error = bot_store_begin(account->store);

	if (!error && account->host)
		error = bot_host_set_aside_damage(account->host, &set_aside);
	if (!error)
		error = commit(account);
	if (error)
		bot_store_rollback(account->store);
	return !error && set_aside;
}

void mx_account_store_failed(struct mx_account *account, enum bot_error error, const char *what)
{
	bot_metrics_set_gauge(BOT_WRITABLE, false);
	bot_metrics_count(BOT_STORE_FAULTS);
	bot_store_rollback(account->store);
	mx_backoff_fail(&account->store_backoff);
	bot_log_write(BOT_LOG_ERROR, "store_failed",
		BOT_LOG_FIELDS({"during", .text = what}, {"why", .text = bot_error_text(error)},
			{"detail", .text = bot_store_detail(account->store)}));
	if (error != BOT_STORE_FAILED && !(error == BOT_STORE_CORRUPT && set_damage_aside(account)))
		account->fatal = MX_STORE_FAILED;
}

bool mx_account_commit(struct mx_account *account, enum bot_error error, const char *what)
{
	if (!error)
		error = commit(account);
	if (error) {
		mx_account_store_failed(account, error, what);
		return false;
	}
	bot_metrics_set_gauge(BOT_WRITABLE, true);
	mx_backoff_reset(&account->store_backoff);
	return true;
}

void mx_account_note_dropped(struct mx_account *account, const char *of, unsigned dropped)
{
	bot_metrics_add(BOT_PIECES_DROPPED, dropped);
	if (dropped == 0 || !mx_backoff_is_over(&account->dropped_backoff))
		return;
	mx_backoff_extend(&account->dropped_backoff, DROPPED_INTERVAL);
	bot_log_write(BOT_LOG_WARNING, "pieces_dropped",
		BOT_LOG_FIELDS({"of", .text = of}, {"pieces", .number = dropped}));
}
