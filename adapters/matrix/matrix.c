#include "adapters/matrix/matrix.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/login/session_life.h"
#include "adapters/matrix/port.h"
#include "adapters/matrix/receive/timeline.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/send/job_result.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/clock.h"
#include "bot/base/metrics.h"
#include "bot/host/host.h"

#include <sodium.h>

#define WAIT_MOST    30000 /* the longest wait of the loop, in milliseconds */
#define FLIGHT_GRACE 3000  /* how many ms a stopping bot waits for its requests under way */

static enum bot_error handle_opened(void *self, const char *room, const struct mx_event *event)
{
	struct mx_adapter *adapter = self;

	return mx_timeline_handle_late(&adapter->receiver, room, event);
}

static void has_device(void *self, const char *user)
{
	struct mx_adapter *adapter = self;

	mx_private_room_reach_again(&adapter->sender, user);
}

static bool set_keys_aside(void *self)
{
	const struct mx_adapter *adapter = self;

	return mx_crypto_set_keys_aside(adapter->crypto);
}

/*
 * Returns whether the bot may run the host's timers, some of which end a player's time. The next
 * batch may have messages that players sent in time. So the bot runs no timers before the first
 * batch, and no timers while /sync fails.
 */
static bool may_run_timers(const struct mx_adapter *adapter)
{
	const struct mx_account *account = &adapter->account;

	return mx_account_is_connected(account) && mx_backoff_is_over(&account->store_backoff) &&
	       !mx_sync_holds_timers(&adapter->receiver);
}

static void run_timers(struct mx_adapter *adapter)
{
	struct mx_account *account = &adapter->account;
	int64_t next = -1;
	enum bot_error error;

	mx_account_find_stop(account);
	if (!may_run_timers(adapter) || account->timers_due < 0 ||
		account->timers_due > bot_clock_steady())
		return;
	error = bot_store_begin(account->store);
	if (!error)
		error = bot_host_run_timers(account->host, &next);
	if (mx_account_commit(account, error, "timers"))
		account->timers_due = adapter->receiver.demand.timer = next;
}

/* Whether the host has work that can wait, and may write to the store. */
static bool may_work(const struct mx_account *account)
{
	return bot_host_has_long_work(account->host) && mx_backoff_is_over(&account->store_backoff);
}

static enum bot_error work(void *worker, struct bot_host *host)
{
	(void)worker;
	return bot_host_do_long_work(host);
}

/* Returns how long the loop may wait, in milliseconds. */
static int64_t loop_timeout(const struct mx_adapter *adapter)
{
	const struct mx_account *account = &adapter->account;
	int64_t timeout;

	if (may_run_timers(adapter) && account->timers_due >= 0)
		mx_wake_at(account->timers_due);
	if (may_work(account))
		mx_wake_at(bot_clock_steady() + 1);
	mx_crypto_plan_wake(adapter->crypto);
	timeout = mx_wake_timeout(bot_store_leader(account->store) ? BOT_HEARTBEAT : WAIT_MOST);
	return account->fatal ? 0 : timeout;
}

static enum bot_phase find_phase(const struct mx_adapter *adapter)
{
	const struct mx_account *account = &adapter->account;

	if (mx_account_is_connected(account))
		return BOT_CONNECTED;
	if (account->batches > 0 || account->sync_backoff.failures > 0 ||
		adapter->session.backoff.failures > 0)
		return BOT_DISCONNECTED;
	return BOT_STARTING;
}

static void set_phase(struct mx_adapter *adapter, enum bot_phase phase)
{
	if (phase == adapter->phase)
		return;
	adapter->phase = phase;
	mx_http_tell_loop_sources(adapter->account.http, phase);
}

/* Lets each part of the adapter do the work that is due. */
static void run_parts(struct mx_adapter *adapter)
{
	struct mx_receiver *receiver = &adapter->receiver;

	mx_session_start_requests(&adapter->session);
	mx_appservice_ping(&adapter->service);
	mx_receiver_handle(receiver);
	mx_gaps_continue(receiver);
	mx_crypto_do_due_work(adapter->crypto);
	run_timers(adapter);
	mx_filter_store(&receiver->filter);
	mx_idle_rooms_check(&receiver->idle_rooms);
	mx_spare_room_search(&receiver->spare_room);
	mx_people_ask(&receiver->people);
	mx_profile_zones_ask(&adapter->zones);
	mx_policy_lists_start_requests(&adapter->policy_lists);
	mx_sender_start_requests(&adapter->sender);
	/*
	 * this comes after sending, so that one batch brings the echoes of all messages sent above
	 */
	mx_sync_ask(receiver);
	mx_background_start_requests(&adapter->sender);
	mx_profile_start_requests(&adapter->profile);
	/* The requests above are under way meanwhile. */
	if (may_work(&adapter->account))
		(void)mx_account_transact(&adapter->account, "work", work, NULL);
}

/* Does one pass of the loop. Returns how long the loop may wait then. */
static int64_t pass(struct mx_adapter *adapter)
{
	struct mx_account *account = &adapter->account;

	bool has_store = mx_account_has_store(account);
	if (has_store)
		run_parts(adapter);
	set_phase(adapter, find_phase(adapter));
	mx_outages_watch(&adapter->outages, account, adapter->phase == BOT_CONNECTED,
		adapter->phase == BOT_DISCONNECTED);
	bot_metrics_set_gauge(BOT_LOGGED_IN, adapter->session.state == MX_LOGGED_IN);
	return has_store ? loop_timeout(adapter) : account->fatal ? 0 : mx_wake_timeout(WAIT_MOST);
}

static void loop(struct mx_adapter *adapter, int stop)
{
	struct mx_account *account = &adapter->account;
	bool stopped = false;
	int64_t end;

	while (!stopped && !account->fatal) {
		int64_t began = bot_clock_steady(), timeout = pass(adapter);

		account->wakes_at = began + timeout;
		stopped = mx_http_wait(account->http, timeout, stop);
		mx_account_find_stop(account);
		mx_job_results_store(&adapter->sender, stopped);
	}
	set_phase(adapter, BOT_STOPPING);
	end = bot_clock_steady() + FLIGHT_GRACE;
	while (!account->fatal && adapter->sender.limits.in_flight > 0 &&
		bot_clock_steady() < end) {
		mx_http_wait(account->http, end - bot_clock_steady(), -1);
		mx_job_results_store(&adapter->sender, true);
	}
	if (!account->fatal)
		mx_outages_stop(account);
}

/* A homeserver recognises transaction ids, so the bot derives them from a key. */
static void offer_key(struct bot_store *store)
{
	unsigned char key[BOT_KEY_SIZE];

	if (bot_store_has_key(store))
		return;
	randombytes_buf(key, sizeof(key));
	bot_store_offer_key(store, key);
	sodium_memzero(key, sizeof(key));
}

/* Makes the counts of sites in the store of an earlier version of the bot. */
static void count_sites(struct mx_account *account)
{
	enum bot_error error = bot_store_begin(account->store);

	if (!error)
		error = mx_room_count_sites(account->store);
	if (!mx_account_commit(account, error, "room counts"))
		account->fatal = MX_STORE_FAILED;
}

/* Makes and starts the parts of the adapter. A failure sets account->fatal. */
static void connect_parts(struct mx_adapter *adapter)
{
	struct mx_account *account = &adapter->account;
	const struct mx_crypto_hooks hooks = {adapter, handle_opened, has_device};

	mx_id_local(account->user, adapter->name);
	adapter->port.name = adapter->name;
	adapter->port.display_name = adapter->receiver.own_name.text;
	adapter->session.keys.set_aside = set_keys_aside;
	adapter->session.keys.self = adapter;
	adapter->crypto = mx_crypto_create(&adapter->session, &hooks);
	mx_sender_init(&adapter->sender, &adapter->session, adapter->crypto);
	offer_key(account->store);
	bot_host_prepare();
	account->host = bot_host_create(account->store, &adapter->port, account->config);
	mx_policy_lists_init(&adapter->policy_lists, &adapter->session);
	mx_profile_zones_init(&adapter->zones, &adapter->session);
	mx_receiver_init(&adapter->receiver, &adapter->session, &adapter->sender);
	adapter->receiver.policy_lists = &adapter->policy_lists;
	mx_session_start(&adapter->session);
	if (!account->fatal)
		count_sites(account);
	if (!account->fatal)
		mx_policy_lists_start(&adapter->policy_lists);
	if (!account->fatal)
		mx_receiver_start(&adapter->receiver);
	if (!account->fatal)
		mx_appservice_start(&adapter->service, &adapter->receiver);
	if (!account->fatal)
		mx_profile_init(&adapter->profile, &adapter->session);
}

enum mx_error mx_run(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, int stop, const struct bot_loop_source *sources,
	unsigned sources_count)
{
	struct mx_adapter adapter = {
		.account = {.config = config,
			.secrets = secrets,
			.user = config->matrix.user,
			.store = store},
		.session = {.account = &adapter.account},
	};
	struct mx_account *account = &adapter.account;

	adapter.port = mx_port(&adapter);
	account->fatal = mx_account_create_http(account);
	if (account->fatal)
		return account->fatal;
	for (unsigned i = 0; i < sources_count; i++)
		mx_http_add_loop_source(account->http, sources[i]);
	connect_parts(&adapter);
	const struct bot_host_access access = {
		.host = account->host,
		.store = store,
		.self = account,
		.transact = mx_account_transact,
		.read = mx_account_read,
	};
	mx_http_lend_host(account->http, &access);
	loop(&adapter, stop);
	mx_http_lend_host(account->http, NULL);
	/* this cancels the requests, so that no answer reaches a part that is already freed */
	mx_http_destroy(account->http);
	mx_appservice_finish(&adapter.service);
	mx_receiver_finish(&adapter.receiver);
	mx_profile_zones_finish(&adapter.zones);
	mx_policy_lists_finish(&adapter.policy_lists);
	mx_sender_finish(&adapter.sender);
	mx_crypto_destroy(adapter.crypto);
	mx_room_counts_forget_parsed();
	bot_host_destroy(account->host);
	return account->fatal;
}

enum bot_error mx_forget_position(struct bot_store *store)
{
	return mx_receiver_forget_position(store);
}
