/* Tests of what the bot says about its health. */
#include "bot/daemon/readiness.h"
#include "tests/support/cmocka.h"

#include <errno.h>
#include <string.h>

#define NOW 1700000000.0

struct said {
	bool verdict;
	char text[512];
};

static struct said judge(bool (*rule)(const struct readiness *readiness, FILE *out),
	const struct readiness *readiness)
{
	struct said said = {.verdict = false};
	FILE *out = fmemopen(said.text, sizeof(said.text) - 1, "w");

	assert_non_null(out);
	said.verdict = rule(readiness, out);
	fclose(out);
	return said;
}

static const struct readiness fine = {.now = NOW,
	.started = NOW - 86400,
	.heard = NOW - 30,
	.logged_in = true,
	.writable = true,
	.folder = "/var/lib/engarde"};

UNIT_TEST(test_ready_while_events_arrive)
{
	struct said said = judge(readiness_is_ready, &fine);

	assert_true(said.verdict);
	assert_string_equal(said.text, "session: fine\nstore: fine\nsync: fine, last 30 s ago\n");
}

UNIT_TEST(test_not_ready_after_two_minutes_without_events)
{
	struct readiness late = fine;
	struct said said;

	late.heard = NOW - 121;
	said = judge(readiness_is_ready, &late);
	assert_false(said.verdict);
	assert_string_equal(said.text, "session: fine\nstore: fine\nsync: late, last 121 s ago\n");
	assert_true(judge(readiness_is_healthy, &late).verdict);
}

UNIT_TEST(test_not_ready_while_the_sync_token_is_refused)
{
	struct readiness refused = fine;
	struct said said;

	refused.sync_refused = true;
	said = judge(readiness_is_ready, &refused);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "sync: the homeserver refuses the bot's place"));
	assert_true(judge(readiness_is_healthy, &refused).verdict);
}

UNIT_TEST(test_unhealthy_if_the_store_is_gone)
{
	struct readiness gone = fine;
	struct said said;

	gone.store_is_gone = true;
	assert_false(judge(readiness_is_ready, &gone).verdict);
	said = judge(readiness_is_healthy, &gone);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "removed or replaced its file (/var/lib/engarde)"));
}

UNIT_TEST(test_not_ready_without_session_or_store)
{
	struct readiness ended = fine, full = fine;

	ended.logged_in = false;
	full.writable = false;
	assert_false(judge(readiness_is_ready, &ended).verdict);
	assert_false(judge(readiness_is_ready, &full).verdict);
	assert_true(judge(readiness_is_healthy, &ended).verdict);
}

UNIT_TEST(test_account_that_may_not_write_is_told_at_once)
{
	struct readiness held = fine;
	struct said said;

	held.held = true;
	said = judge(readiness_is_healthy, &held);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "the log (account_held) says what to do"));
	assert_false(judge(readiness_is_ready, &held).verdict);
}

UNIT_TEST(test_healthy_for_ten_minutes_without_homeserver)
{
	struct readiness cut_off = fine;

	cut_off.heard = NOW - 599;
	assert_true(judge(readiness_is_healthy, &cut_off).verdict);
	assert_string_equal(judge(readiness_is_healthy, &cut_off).text, "healthy\n");
}

UNIT_TEST(test_not_healthy_after_ten_minutes_without_homeserver)
{
	struct readiness cut_off = fine;
	struct said said;

	cut_off.heard = NOW - 840;
	said = judge(readiness_is_healthy, &cut_off);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "nothing from its homeserver for 14 minutes"));
	assert_non_null(strstr(said.text, "sync: late, last 840 s ago\n"));
}

UNIT_TEST(test_new_process_has_ten_minutes)
{
	struct readiness new = {.now = NOW, .started = NOW - 500, .writable = true};
	struct said said;

	assert_true(judge(readiness_is_healthy, &new).verdict);
	new.started = NOW - 700;
	said = judge(readiness_is_healthy, &new);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "session: not logged in\n"));
	assert_non_null(strstr(said.text, "sync: not yet\n"));
}

UNIT_TEST(test_full_disk_is_told_at_once)
{
	struct readiness full = fine;

	full.writable = false;
	full.refusal = ENOSPC;
	for (int i = 0; i < 2; i++) {
		struct said said = judge(i ? readiness_is_ready : readiness_is_healthy, &full);

		assert_false(said.verdict);
		assert_non_null(strstr(
			said.text, "store: the disk is full (/var/lib/engarde); nothing is lost"));
	}
}

UNIT_TEST(test_store_that_can_not_be_written_is_told_at_once)
{
	struct readiness idle = fine, failed = fine;
	struct said said;

	idle.refusal = EROFS; /* nothing has tried to write yet */
	said = judge(readiness_is_healthy, &idle);
	assert_false(said.verdict);
	assert_non_null(strstr(
		said.text, "store: can't be written: Read-only file system (/var/lib/engarde)"));
	assert_false(judge(readiness_is_ready, &idle).verdict);
	failed.writable = false;
	said = judge(readiness_is_healthy, &failed);
	assert_false(said.verdict);
	assert_non_null(strstr(said.text, "store: can't be written; the log says why"));
}

UNIT_TEST(test_database_is_named_if_it_does_not_answer)
{
	struct readiness silent = fine;

	silent.leader = "here (process 7)";
	silent.folder = "postgresql:///engarde";
	silent.waits = 1999;
	assert_true(judge(readiness_is_ready, &silent).verdict);
	silent.waits = 3500;
	assert_false(judge(readiness_is_ready, &silent).verdict);
	struct said said = judge(readiness_is_healthy, &silent);
	assert_false(said.verdict);
	assert_non_null(
		strstr(said.text, "the database has not answered for 3 s (postgresql:///engarde)"));
	silent.waits = 0;
	silent.writable = false;
	said = judge(readiness_is_healthy, &silent);
	assert_non_null(strstr(said.text, "the database can't be written (postgresql:///engarde)"));
}
