#include "adapters/matrix/login/account.h"

#include "adapters/matrix/client/answer.h"
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/durable_file.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The longest wait for a store on a server, in milliseconds. A new try costs little, and a server
 * that works again should not stand idle for minutes, as a person who makes room on a disk lets it.
 */
#define SERVER_WAIT_MOST 3000
/*
 * If the loop wakes up this many milliseconds too late, the process was stopped, or the machine
 * was: a busy machine delays it less.
 */
#define STOP_LEAST 3000
/* milliseconds between two log lines about dropped pieces of answers */
#define DROPPED_INTERVAL (INT64_C(60) * 1000)

/* ms after which a refusal no longer counts: three times the longest pause between two requests */
#define OLD (INT64_C(15) * 60 * 1000)

enum mx_error mx_account_create_http(struct mx_account *account)
{
	const struct cfg_matrix *matrix = &account->config->matrix;
	bool insecure = matrix->insecure_http == CFG_PERMITTED;

	if (insecure && !mx_url_check(matrix->homeserver, MX_HTTP_THIS_MACHINE))
		bot_log_write(BOT_LOG_WARNING, "insecure_http",
			BOT_LOG_FIELDS({"homeserver", .text = matrix->homeserver},
				{"why", .text = "the bot sends its password and its messages "
						"unencrypted, so the network must be private"}));
	return mx_http_create(matrix->homeserver, insecure, matrix->ca_file, &account->http);
}

void mx_account_give_up(
	struct mx_account *account, enum mx_error error, const char *event, const char *why)
{
	account->fatal = error;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = account->user}, {"why", .text = why}));
}

void mx_account_reject_user(struct mx_account *account, const char *who_says, const char *other)
{
	char why[128 + 2 * BOT_ID_SIZE];

	snprintf(why, sizeof(why), "%s %s, but matrix.user is %s", who_says, other, account->user);
	mx_account_give_up(account, MX_BAD_CONFIG, "wrong_account", why);
}

static enum bot_error commit(struct mx_account *account)
{
	int64_t began = bot_clock_steady_ns();
	enum bot_error error = bot_store_commit(account->store);

	bot_metrics_observe(BOT_TIME_COMMIT, bot_clock_seconds_since(began));
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

/* Says in which folder the disk is full, and that the matches go on when there is space again. */
static void log_disk_full(const struct mx_account *account, const char *what)
{
	const char *store = account->config->store;
	char *folder = bot_store_is_file(account->store) ? bot_durable_file_folder(store)
							 : bot_strdup(store);

	bot_log_write(BOT_LOG_ERROR, "disk_full",
		BOT_LOG_FIELDS({"folder", .text = folder}, {"during", .text = what},
			{"why", .text = "the disk is full, so the bot can't go on; nothing is "
					"lost, and the matches go on as soon as there is space"}));
	free(folder);
}

/*
 * The encryption keys are in files of their own, beside the store. If these can't be written, the
 * store itself has not failed, so the file system must be asked.
 */
static bool is_disk_full(const struct mx_account *account)
{
	return bot_store_disk_is_full(account->store) ||
	       (bot_store_is_file(account->store) &&
		       !bot_durable_file_has_space(account->config->store));
}

static void log_store_failed(
	const struct mx_account *account, enum bot_error error, const char *what)
{
	if (error == BOT_STORE_LOST)
		bot_log_write(BOT_LOG_ERROR, "store_lost",
			BOT_LOG_FIELDS({"why", .text = "what this process knows is no longer what "
						       "the store has, so it ends; it can start "
						       "again at once"},
				{"detail", .text = bot_store_detail(account->store)}));
	else if (is_disk_full(account))
		log_disk_full(account, what);
	else
		bot_log_write(BOT_LOG_ERROR, "store_failed",
			BOT_LOG_FIELDS({"during", .text = what},
				{"why", .text = bot_error_text(error)},
				{"detail", .text = bot_store_detail(account->store)}));
}

void mx_account_store_failed(struct mx_account *account, enum bot_error error, const char *what)
{
	bot_metrics_set_gauge(BOT_WRITABLE, false);
	bot_metrics_set_gauge(BOT_DISK_FULL, is_disk_full(account));
	bot_metrics_count(BOT_STORE_FAULTS);
	bot_store_rollback(account->store);
	if (bot_store_leader(account->store))
		mx_backoff_fail_within(&account->store_backoff, SERVER_WAIT_MOST);
	else
		mx_backoff_fail(&account->store_backoff);
	log_store_failed(account, error, what);
	if (error == BOT_STORE_LOST)
		account->fatal = MX_NOT_LEADER;
	else if (error != BOT_STORE_FAILED &&
		 !(error == BOT_STORE_CORRUPT && set_damage_aside(account)))
		account->fatal = MX_STORE_FAILED;
}

/* Says once in the log that the store is gone. */
static void note_store_gone(struct mx_account *account)
{
	if (account->store_is_gone || !bot_store_is_gone(account->store))
		return;
	account->store_is_gone = true;
	bot_log_write(BOT_LOG_ERROR, "store_is_gone",
		BOT_LOG_FIELDS({"file", .text = account->config->store},
			{"why", .text = "somebody has removed, renamed or replaced a file of the "
					"store while the bot uses it, so what the bot writes may "
					"be lost when it ends: move the file back, or stop the "
					"bot and restore a backup"}));
}

static void note_store_works(struct mx_account *account)
{
	if (account->store_backoff.failures > 0)
		bot_log_write(BOT_LOG_INFO, "store_works_again", NULL);
	bot_metrics_set_gauge(BOT_WRITABLE, true);
	bot_metrics_set_gauge(BOT_DISK_FULL, false);
	mx_backoff_reset(&account->store_backoff);
}

bool mx_account_commit(struct mx_account *account, enum bot_error error, const char *what)
{
	if (!error)
		error = commit(account);
	if (error) {
		mx_account_store_failed(account, error, what);
		return false;
	}
	note_store_works(account);
	note_store_gone(account);
	return true;
}

static enum bot_error try_work(struct mx_account *account, void (*work)(void *self), void *self)
{
	BOT_ATTEMPT(bot_must(bot_store_begin(account->store)); work(self));
}

bool mx_account_attempt(
	struct mx_account *account, const char *what, void (*work)(void *self), void *self)
{
	return mx_account_commit(account, try_work(account, work, self), what);
}

bool mx_account_has_store(struct mx_account *account)
{
	if (account->store_is_unsure && !mx_backoff_is_over(&account->store_backoff))
		return false;
	enum bot_error error = bot_store_confirm(account->store);

	if (error)
		mx_account_store_failed(account, error, "a look at who leads");
	else if (account->store_is_unsure)
		note_store_works(account);
	account->store_is_unsure = error != BOT_OK;
	return !error;
}

void mx_account_find_stop(struct mx_account *account)
{
	if (account->wakes_at == 0 || bot_clock_steady() < account->wakes_at + STOP_LEAST)
		return;
	bot_host_stood_still(account->host);
	account->wakes_at = account->timers_due = 0;
}

bool mx_account_is_connected(const struct mx_account *account)
{
	return account->batches > 0 && account->sync_backoff.failures == 0;
}

bool mx_account_transact(void *self, const char *name, bot_host_work *work, void *worker)
{
	struct mx_account *account = self;
	uint64_t before = bot_store_change_number(account->store);
	enum bot_error error;

	if (account->fatal || !mx_backoff_is_over(&account->store_backoff))
		return false;
	mx_account_find_stop(account);
	error = bot_store_begin(account->store);
	if (!error)
		error = work(worker, account->host);
	if (bot_store_change_number(account->store) != before)
		account->timers_due = 0;
	return mx_account_commit(account, error, name);
}

bool mx_account_read(void *self, const char *name, bot_host_work *work, void *worker)
{
	struct mx_account *account = self;
	enum bot_error error = account->fatal ? BOT_STORE_FAILED : bot_store_begin(account->store);

	mx_account_find_stop(account);
	if (!error)
		error = work(worker, account->host);
	if (error && !account->fatal && mx_backoff_is_over(&account->store_backoff))
		mx_account_store_failed(account, error, name);
	else
		bot_store_rollback(account->store);
	return !error;
}

bool mx_account_is_home(const struct mx_account *account, const char *server)
{
	return strcmp(server, mx_id_server(account->user)) == 0;
}

void mx_account_note_older_store(struct mx_account *account, const char *event)
{
	if (account->store_is_older)
		return;
	account->store_is_older = true;
	account->older_until = bot_clock_wall();
	bot_metrics_set_gauge(BOT_STORE_OLDER, true);
	bot_log_write(BOT_LOG_ERROR, "store_is_older",
		BOT_LOG_FIELDS({"event_id", .text = event},
			{"why", .text = "this store is older than the account: the bot has sent an "
					"event that the store does not know, so an older copy has "
					"replaced the store without engarde-bot restore; the bot "
					"handles again what people wrote since the copy was made, "
					"and repeats no message, but taps on the web page since "
					"then are lost"}));
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

static void copy(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text ? text : "");
}

static void read_contact(struct mx_hold *hold, const struct mx_answer *answer)
{
	static const char *const fields[] = {"consent_uri", "admin_contact", "info_uri"};
	const char *text = NULL;

	for (size_t i = 0; !text && i < sizeof(fields) / sizeof(*fields); i++)
		text = mx_json_text(answer->json, fields[i]);
	copy(hold->contact, sizeof(hold->contact), text);
}

static void log_begin(const struct mx_hold *hold, const char *user)
{
	const char *advice = mx_answer_advice(hold->code);

	bot_log_write(BOT_LOG_ERROR, "account_held",
		BOT_LOG_FIELDS({"user", .text = user}, {"code", .text = hold->code},
			{"why", .text = advice ? advice : hold->code},
			/* without a contact, this ends the list */
			{*hold->contact ? "contact" : NULL, .text = hold->contact}));
}

void mx_hold_note_refused(
	struct mx_hold *hold, unsigned group, const char *user, const struct mx_answer *answer)
{
	int64_t now = bot_clock_steady();
	char code[MX_HOLD_CODE_SIZE];
	bool is_new;

	assert(group < MX_HOLD_GROUPS);
	copy(code, sizeof(code), mx_answer_code(answer));
	is_new = hold->since == 0 || strcmp(code, hold->code) != 0;
	hold->refused[group] = now;
	if (!is_new)
		return;
	if (hold->since == 0)
		hold->since = now;
	copy(hold->code, sizeof(hold->code), code);
	read_contact(hold, answer);
	log_begin(hold, user);
	bot_metrics_set_gauge(BOT_ACCOUNT_HELD, true);
}

static void end_if_over(struct mx_hold *hold)
{
	for (unsigned i = 0; i < MX_HOLD_GROUPS; i++)
		if (hold->refused[i] != 0)
			return;
	/* A hold that ends within a millisecond has taken one: 0 would mean that there was none. */
	hold->length = bot_clock_steady() - hold->since + 1;
	hold->since = 0;
	bot_log_write(BOT_LOG_INFO, "account_released",
		BOT_LOG_FIELDS(
			{"code", .text = hold->code}, {"seconds", .number = hold->length / 1000}));
	bot_metrics_set_gauge(BOT_ACCOUNT_HELD, false);
}

void mx_hold_note_accepted(struct mx_hold *hold, unsigned group)
{
	assert(group < MX_HOLD_GROUPS);
	if (hold->refused[group] == 0)
		return;
	hold->refused[group] = 0;
	end_if_over(hold);
}

void mx_hold_forget_old(struct mx_hold *hold)
{
	if (hold->since == 0)
		return;
	for (unsigned i = 0; i < MX_HOLD_GROUPS; i++)
		if (hold->refused[i] != 0 && bot_clock_steady() - hold->refused[i] > OLD)
			hold->refused[i] = 0;
	end_if_over(hold);
}

bool mx_hold_lasts(const struct mx_hold *hold)
{
	return hold->since != 0;
}
