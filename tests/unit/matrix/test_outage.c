/* When the adapter reports outages to the host: the ends of long ones, once each. */
#include "adapters/matrix/outage.h"
#include "bot/host/host.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

/* The linker replaces the functions of the clock and of the host by these (--wrap). */
int64_t __wrap_bot_clock_steady(void);
enum bot_error __wrap_bot_host_started(struct bot_host *host);
enum bot_error __wrap_bot_host_stops(struct bot_host *host);
enum bot_error __wrap_bot_host_homeserver_returned(struct bot_host *host, int64_t length);
enum bot_error __wrap_bot_host_store_returned(struct bot_host *host, int64_t length);

enum bot_error __wrap_bot_host_account_released(struct bot_host *host, const struct bot_hold *hold);

static int64_t now;
static unsigned starts, stops;
static int64_t homeserver, store;
static char released[128]; /* what the host was told of a hold */

int64_t __wrap_bot_clock_steady(void)
{
	return now;
}

enum bot_error __wrap_bot_host_started(struct bot_host *host)
{
	(void)host;
	starts++;
	return BOT_OK;
}

enum bot_error __wrap_bot_host_stops(struct bot_host *host)
{
	(void)host;
	stops++;
	return BOT_OK;
}

enum bot_error __wrap_bot_host_homeserver_returned(struct bot_host *host, int64_t length)
{
	(void)host;
	homeserver = length;
	return BOT_OK;
}

enum bot_error __wrap_bot_host_store_returned(struct bot_host *host, int64_t length)
{
	(void)host;
	store = length;
	return BOT_OK;
}

enum bot_error __wrap_bot_host_account_released(struct bot_host *host, const struct bot_hold *hold)
{
	(void)host;
	snprintf(released, sizeof(released), "%s %s %d", hold->code, hold->contact,
		(int)(hold->length / SECOND));
	return BOT_OK;
}

struct watch {
	struct mx_account account;
	struct mx_outages outages;
};

static void begin(struct watch *watch, struct bot_store *in)
{
	bot_store_rollback(in); /* each report has a transaction of its own */
	*watch = (struct watch){.account = {.store = in}};
	now = 1000;
	starts = stops = 0;
	homeserver = store = 0;
	*released = '\0';
}

static void pass(struct watch *watch, int64_t ms, bool connected)
{
	now += ms;
	mx_outages_watch(&watch->outages, &watch->account, connected, !connected);
}

static int end(void **state)
{
	bot_store_close(*state);
	return 0;
}

UNIT_TEST_FROM(memory_store_begin, end, test_start_is_told_once_the_homeserver_answers)
{
	struct watch watch;

	begin(&watch, *state);
	pass(&watch, 0, false);
	assert_int_equal(starts, 0);
	pass(&watch, SECOND, true);
	pass(&watch, SECOND, true);
	assert_int_equal(starts, 1);
	assert_int_equal(homeserver, 0);
	mx_outages_stop(&watch.account);
	assert_int_equal(stops, 1);
}

UNIT_TEST_FROM(memory_store_begin, end, test_only_long_outages_of_the_homeserver_are_told)
{
	struct watch watch;

	begin(&watch, *state);
	pass(&watch, 0, true);
	pass(&watch, 0, false);
	pass(&watch, 4 * MINUTE, false);
	pass(&watch, 0, true);
	assert_int_equal(homeserver, 0);
	pass(&watch, MINUTE, false);
	pass(&watch, 3 * MINUTE, false);
	pass(&watch, 4 * MINUTE, true);
	assert_int_equal(homeserver, 7 * MINUTE);
	homeserver = 0;
	pass(&watch, MINUTE, true);
	assert_int_equal(homeserver, 0);
	assert_int_equal(starts, 1);
}

UNIT_TEST_FROM(memory_store_begin, end, test_outage_of_the_store_is_told_when_it_is_over)
{
	struct watch watch;

	begin(&watch, *state);
	pass(&watch, 0, true);
	watch.account.store_backoff.failures = 1;
	pass(&watch, 0, true);
	pass(&watch, 2 * MINUTE, true);
	assert_int_equal(store, 0);
	watch.account.store_backoff.failures = 0;
	pass(&watch, 0, true);
	assert_int_equal(store, 2 * MINUTE);
	assert_int_equal(homeserver, 0);
	store = 0;
	pass(&watch, MINUTE, true);
	assert_int_equal(store, 0);
}

/* If the report can't be stored, the bot reports it again later. */
UNIT_TEST_FROM(memory_store_begin, end, test_report_waits_for_the_store)
{
	struct watch watch;

	begin(&watch, *state);
	pass(&watch, 0, true);
	pass(&watch, 0, false);
	watch.account.store_backoff.until = now + 8 * MINUTE;
	pass(&watch, 6 * MINUTE, true);
	assert_int_equal(homeserver, 0);
	pass(&watch, 3 * MINUTE, true);
	assert_int_equal(homeserver, 6 * MINUTE);
}

static void refuse(struct watch *watch, unsigned group)
{
	struct mx_answer answer = {.status = 403,
		.json = json_pack("{s:s, s:s}", "errcode", "M_CONSENT_NOT_GIVEN", "consent_uri",
			"https://here/consent")};

	mx_hold_note_refused(&watch->account.hold, group, "@bot:here", &answer);
	json_decref(answer.json);
}

UNIT_TEST_FROM(memory_store_begin, end, test_hold_is_told_when_nothing_is_refused_any_more)
{
	struct watch watch;

	begin(&watch, *state);
	pass(&watch, 0, true);
	refuse(&watch, 1);
	pass(&watch, SECOND, true);
	refuse(&watch, 2);
	mx_hold_note_accepted(&watch.account.hold, 1);
	mx_hold_note_accepted(&watch.account.hold, 3);
	pass(&watch, SECOND, true);
	assert_true(mx_hold_lasts(&watch.account.hold));
	assert_string_equal(released, "");
	mx_hold_note_accepted(&watch.account.hold, 2);
	pass(&watch, SECOND, true);
	assert_false(mx_hold_lasts(&watch.account.hold));
	assert_string_equal(released, "M_CONSENT_NOT_GIVEN https://here/consent 2");
	*released = '\0';
	pass(&watch, SECOND, true);
	assert_string_equal(released, "");
}

UNIT_TEST_FROM(memory_store_begin, end, test_hold_ends_if_nothing_is_asked_for_long)
{
	struct watch watch;

	begin(&watch, *state);
	refuse(&watch, 1);
	pass(&watch, 14 * MINUTE, true);
	assert_true(mx_hold_lasts(&watch.account.hold));
	pass(&watch, 2 * MINUTE, true);
	assert_false(mx_hold_lasts(&watch.account.hold));
	assert_string_equal(released, "M_CONSENT_NOT_GIVEN https://here/consent 960");
}
