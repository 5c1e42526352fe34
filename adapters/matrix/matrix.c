#include "adapters/matrix/matrix.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/grant.h"
#include "adapters/matrix/refresh.h"
#include "adapters/matrix/room.h"
#include "bot/log.h"
#include "bot/meter.h"

#include <sodium.h>

#define WAIT_MOST  30000
#define LAST_WORDS 3000 /* for requests under way when the process is to end */

const char *mx_error_text(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return "no error";
	case MX_NO_MEMORY:
		return "out of memory";
	case MX_STORE_FAILED:
		return "the store can't be used";
	case MX_CANNOT_LISTEN:
		return "can't listen for the homeserver";
	case MX_BAD_CONFIG:
		return "the homeserver's address or the account is not right";
	case MX_LOGIN_REFUSED:
		return "the homeserver refuses the log-in";
	case MX_LOGGED_OUT:
		return "the homeserver has ended the session";
	case MX_NO_ANSWER:
		return "the homeserver does not answer as it should; try again later";
	case MX_INTERRUPTED:
		return "interrupted";
	}
	return "unknown error";
}

static int64_t now(void *self)
{
	(void)self;
	return mx_clock_date();
}

static int64_t steady(void *self)
{
	(void)self;
	return mx_clock_now();
}

static void fill_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

static bool moderates(void *self, const char *room, const char *user)
{
	const struct mx *mx = self;
	struct mx_room known;
	bool answer;

	if (mx_room_init(&known, mx->store, room) != BOT_OK)
		return false;
	answer = mx_room_moderates(&known, user);
	mx_room_finish(&known);
	return answer;
}

/*
 * Timers wait for the first batch: what was written in time comes with it. They wait, too, while
 * the homeserver can't be followed.
 */
static bool hears(const struct mx *mx)
{
	return mx->sync.handled > 0 && mx->sync.pause.tries == 0;
}

static bool may_tick(const struct mx *mx)
{
	return hears(mx) && mx_pause_over(&mx->lull) && !mx_left_holds_timers(mx);
}

static void tick(struct mx *mx)
{
	int64_t next = -1;
	enum bot_error error;

	if (!may_tick(mx) || mx->tick < 0 || mx->tick > mx_clock_now())
		return;
	error = bot_store_begin(mx->store);
	if (!error)
		error = bot_host_tick(mx->host, &next);
	if (mx_commit(mx, error, "tick"))
		mx->tick = mx->service.left.due = next;
}

static int64_t patience(struct mx *mx)
{
	int64_t timeout = WAIT_MOST;
	int64_t left = mx->tick - mx_clock_now();

	if (may_tick(mx) && mx->tick >= 0 && left < timeout)
		timeout = left > 0 ? left : 1;
	mx_pause_bound(&mx->lull, &timeout);
	mx_pause_bound(&mx->session.pause, &timeout);
	mx_refresh_bound(mx, &timeout);
	mx_pause_bound(&mx->sync.pause, &timeout);
	mx_pause_bound(&mx->sync.fill.pause, &timeout);
	mx_pause_bound(&mx->direct.pause, &timeout);
	mx_crypto_bound(mx, &timeout);
	mx_drain_bound(&mx->drain, &timeout);
	mx_service_bound(mx, &timeout);
	return mx->fatal ? 0 : timeout;
}

static void enter(struct mx *mx, enum bot_phase phase)
{
	if (phase == mx->phase)
		return;
	mx->phase = phase;
	mx_http_tell_guests(mx->http, phase);
}

static void loop(struct mx *mx, int stop)
{
	bool stopped = false;
	int64_t end;

	while (!stopped && !mx->fatal) {
		mx_pause_turn();
		mx_session_turn(mx);
		mx_service_turn(mx);
		mx_sync_turn(mx);
		mx_crypto_turn(mx);
		tick(mx);
		mx_filter_turn(mx);
		mx_direct_turn(mx);
		mx_drain_turn(mx);
		mx_sync_ask(mx); /* what was said goes out first, and its echoes come together */
		if (mx->sync.handled > 0)
			enter(mx, hears(mx) ? BOT_FOLLOWING : BOT_CUT_OFF);
		bot_meter_set(BOT_LOGGED_IN, mx->session.state == MX_LOGGED_IN);
		stopped = mx_http_wait(mx->http, patience(mx), stop);
		mx_drain_settle(mx, stopped);
	}
	enter(mx, BOT_ENDING);
	end = mx_clock_now() + LAST_WORDS;
	while (!mx->fatal && mx->drain.flying > 0 && mx_clock_now() < end) {
		mx_http_wait(mx->http, end - mx_clock_now(), -1);
		mx_drain_settle(mx, true);
	}
}

enum mx_error mx_run(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, int stop, const struct bot_guest *guests, unsigned guests_count)
{
	struct mx mx = {
		.config = config,
		.secrets = secrets,
		.me = config->matrix.user,
		.store = store,
		.port = {&mx, now, steady, fill_random, moderates},
	};

	mx.fatal = mx_http_create(config->matrix.homeserver, &mx.http);
	if (mx.fatal)
		return mx.fatal;
	for (unsigned i = 0; i < guests_count; i++)
		mx_http_add_guest(mx.http, guests[i]);
	mx.fatal = mx_crypto_create(&mx.crypto);
	if (!mx_drain_init(&mx.drain))
		mx.fatal = MX_NO_MEMORY;
	else if (bot_host_create(store, &mx.port, config, &mx.host) != BOT_OK)
		mx.fatal = MX_STORE_FAILED;
	if (!mx.fatal)
		mx_session_start(&mx);
	if (!mx.fatal)
		mx_sync_start(&mx);
	if (!mx.fatal)
		mx_service_start(&mx);
	loop(&mx, stop);
	mx_http_destroy(mx.http); /* first: abandoned requests call nobody back */
	mx_service_finish(&mx.service);
	mx_sync_finish(&mx.sync);
	mx_filter_finish(&mx.filter);
	mx_direct_finish(&mx.direct);
	mx_drain_finish(&mx.drain);
	mx_crypto_destroy(mx.crypto);
	bot_host_destroy(mx.host);
	return mx.fatal;
}

static void log_in(struct mx *mx, int stop)
{
	bool stopped = false;

	while (!mx->fatal && mx->session.state != MX_LOGGED_IN) {
		mx_session_turn(mx);
		stopped = mx_http_wait(mx->http, mx->session.pause.tries > 0 ? 0 : WAIT_MOST, stop);
		if (!mx->fatal && stopped)
			mx->fatal = MX_INTERRUPTED;
		if (!mx->fatal && mx->session.pause.tries > 0)
			mx->fatal = MX_NO_ANSWER;
	}
}

enum mx_error mx_log_in(const struct cfg *config, const struct cfg_secrets *secrets,
	struct bot_store *store, struct mx_show show, int stop)
{
	struct mx mx = {
		.config = config, .secrets = secrets, .me = config->matrix.user, .store = store};

	mx.fatal = mx_http_create(config->matrix.homeserver, &mx.http);
	if (mx.fatal)
		return mx.fatal;
	/* What a person may refuse takes the place of the old session only at the end. */
	if (config->matrix.login != CFG_LOGIN_OAUTH)
		mx_session_forget(&mx);
	if (!mx.fatal)
		mx_session_start(&mx);
	if (!mx.fatal && config->matrix.login == CFG_LOGIN_OAUTH)
		mx_grant(&mx, show, stop);
	else if (!mx.fatal)
		log_in(&mx, stop);
	mx_http_destroy(mx.http);
	return mx.fatal;
}
