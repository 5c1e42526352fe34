/*
 * Tests what only a store in PostgreSQL has: its lock, its connection that ends, and the commit
 * whose answer is lost. Without such a store there is nothing to test.
 */
#include "bot/store/device_keys.h"
#include "bot/store/events.h"
#include "bot/store/postgresql/connection.h"
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/server.h"
#include "tests/support/sql.h"

#include "bot/store/postgresql/driver.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/postgresql/transaction.h"
#include "bot/store/sql/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void put(struct bot_store *store, const char *key, const char *value)
{
	assert_int_equal(bot_store_set(store, key, value), BOT_OK);
}

static void assert_has(struct bot_store *store, const char *key, bool has)
{
	char *value = NULL;

	assert_int_equal(bot_store_get(store, key, &value), has ? BOT_OK : BOT_NOT_FOUND);
	free(value);
}

SERVER_TEST(test_each_statement_can_be_prepared)
{
	for (size_t i = 0; i < BOT_SQL_COUNT; i++)
		if (bot_server_prepare(server_of(store), (enum bot_sql)i))
			fail_msg("statement %zu: %s", i, bot_store_detail(store));
}

SERVER_TEST(test_second_process_may_not_open_the_store)
{
	struct bot_store *second = NULL;

	assert_int_equal(bot_store_open(server_of(store)->url, &second), BOT_STORE_IN_USE);
}

UNIT_TEST_FROM(server_begin, server_end, test_other_version_is_refused)
{
	struct bot_store *store = server_need(state), *second = NULL;
	char *url = strdup(server_of(store)->url);

	sql_run(store, "UPDATE store_schema SET version = version + 1");
	bot_store_close(store);
	*state = NULL;
	assert_int_equal(bot_store_open(url, &second), BOT_STORE_NEWER);
	sql_make_schema(getenv("ENGARDE_TEST_STORE"), strrchr(url, 'D') + 1);
	free(url);
}

SERVER_TEST(test_transaction_of_a_lost_connection_is_undone)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	server_cut(store);
	assert_int_equal(bot_store_set(store, "two", "2"), BOT_OK); /* not sent yet */
	char *value = NULL;
	assert_int_equal(bot_store_get(store, "two", &value), BOT_STORE_FAILED);
	assert_int_equal(bot_store_set(store, "three", "3"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_has(store, "one", false);
	assert_has(store, "three", false);
	put(store, "four", "4");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_has(store, "four", true);
}

SERVER_TEST(test_read_outside_a_transaction_connects_again)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_device_keys_undone(store), 0);
	server_cut(store);
	char *value = NULL;
	enum bot_error error = bot_store_key_between(store, "o", "p", &value);
	assert_int_equal(error, BOT_STORE_FAILED);
	assert_int_equal(bot_store_key_between(store, "o", "p", &value), BOT_OK);
	free(value);
	/* No other process has changed the keys of the device in between. */
	assert_int_equal(bot_device_keys_undone(store), 0);
}

/* The server has not noticed that the old session is dead. */
SERVER_TEST(test_old_session_of_the_process_is_ended)
{
	PGconn *old = server_of(store)->connection;

	server_of(store)->connection = NULL;
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	PQfinish(old);
}

/* Waits until the server has noticed that a session has ended, and opens the store for another. */
static struct bot_store *open_when_free(const char *url)
{
	struct bot_store *second = NULL;
	enum bot_error error;

	do
		error = bot_store_open(url, &second);
	while (error == BOT_STORE_IN_USE);
	assert_int_equal(error, BOT_OK);
	return second;
}

/* Another process has led while the connection was lost: this one does nothing more. */
SERVER_TEST(test_process_that_lost_the_lead_does_nothing)
{
	struct bot_store *second;

	assert_int_equal(bot_store_confirm(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	PQfinish(server_of(store)->connection);
	server_of(store)->connection = NULL;
	second = open_when_free(server_of(store)->url);
	assert_int_equal(bot_store_set(store, "two", "2"), BOT_STORE_FAILED);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	bot_store_close(second);
	/* The lock is free again, and that does not help. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(bot_store_begin(store), BOT_STORE_LOST);
		bot_store_rollback(store);
		assert_int_equal(bot_store_confirm(store), BOT_STORE_LOST);
	}
	assert_non_null(strstr(bot_store_detail(store), bot_store_leader(store)));
	char *value = NULL;
	assert_int_equal(bot_store_key_between(store, "o", "p", &value), BOT_STORE_LOST);
	second = open_when_free(server_of(store)->url);
	assert_has(second, "one", false);
	assert_has(second, "two", false);
	bot_store_close(second);
}

static bool again(struct bot_store *store, const char *event)
{
	return bot_store_handled(store, event);
}

SERVER_TEST(test_next_leader_knows_the_handled_events)
{
	struct bot_store *second;

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$handled"));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$begun"));
	PQfinish(server_of(store)->connection);
	server_of(store)->connection = NULL;
	second = open_when_free(server_of(store)->url);
	assert_int_equal(bot_store_begin(second), BOT_OK);
	assert_true(again(second, "$handled"));
	assert_false(again(second, "$begun"));
	assert_int_equal(bot_store_commit(second), BOT_OK);
	bot_store_close(second);
}

/*
 * Commits, and loses the answer. Returns whether the server has made the commit. On a busy machine
 * the next session can end this one before the server reads it, so whoever needs it tries again.
 */
static bool commit_without_answer(struct bot_store *store)
{
	shutdown(PQsocket(server_of(store)->connection), SHUT_RD);
	const enum bot_error error = bot_store_commit(store);
	assert_true(error == BOT_OK || error == BOT_STORE_FAILED);
	if (error)
		bot_store_rollback(store);
	return !error;
}

#define COMMITS_MOST 50 /* the most commits until one is made before its session ends */

/* The server has made the commit or has not: what was handled before is known in any case. */
SERVER_TEST(test_handled_events_are_known_after_a_lost_connection)
{
	bool made = false;

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$first"));
	assert_false(again(store, "$lost"));
	assert_has(store, "one", false); /* so that only the commit is under way */
	shutdown(PQsocket(server_of(store)->connection), SHUT_RDWR);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$first"));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	for (int i = 0; i < COMMITS_MOST && !made; i++) {
		assert_int_equal(bot_store_begin(store), BOT_OK);
		assert_true(again(store, "$first"));
		assert_false(again(store, "$made"));
		assert_has(store, "one", false);
		made = commit_without_answer(store);
	}
	assert_true(made);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(again(store, "$first"));
	assert_false(again(store, "$lost"));
	assert_true(again(store, "$made"));
	bot_store_rollback(store);
}

SERVER_TEST(test_other_account_is_refused)
{
	struct bot_store *other = NULL;
	char *url = strdup(server_of(store)->url);

	sql_run(store, "UPDATE store_leader SET user_id = '@one:x'");
	assert_int_equal(bot_store_open_as(url, "@two:x", &other), BOT_STORE_FAILED);
	assert_null(other);
	assert_non_null(strstr(bot_store_opening_fault(),
		"the tables belong to @one:x: give each account a database or a schema of its "
		"own"));
	assert_int_equal(bot_store_open_as(url, "@one:x", &other), BOT_STORE_IN_USE);
	free(url);
}

/* Even if the session and its lock last, as behind a pooler. */
SERVER_TEST(test_other_epoch_ends_the_lead)
{
	sql_run(store, "UPDATE store_leader SET epoch = epoch + 1, leader = 'other (process 7)'");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	assert_int_equal(bot_store_commit(store), BOT_STORE_LOST);
	bot_store_rollback(store);
	assert_string_equal(bot_store_detail(store), "other (process 7) leads now");
	assert_int_equal(bot_store_begin(store), BOT_STORE_LOST);
	struct bot_store *other = open_when_free(server_of(store)->url);
	assert_has(other, "one", false);
	bot_store_close(other);
}

/* A transaction that changes nothing does not ask who leads, but a confirmation in it does. */
SERVER_TEST(test_lead_is_confirmed_in_a_transaction_that_only_reads)
{
	sql_run(store, "UPDATE store_leader SET epoch = epoch + 1");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_has(store, "one", false);
	server_of(store)->confirmed = 0;
	assert_int_equal(bot_store_confirm(store), BOT_STORE_LOST);
	bot_store_rollback(store);
}

/* A question that is a second old is asked again. */
SERVER_TEST(test_lead_is_confirmed_when_the_last_answer_is_old)
{
	sql_run(store, "UPDATE store_leader SET epoch = epoch + 1");
	server_of(store)->confirmed += 1000;
	assert_int_equal(bot_store_confirm(store), BOT_OK);
	server_of(store)->confirmed -= 2500;
	assert_int_equal(bot_store_confirm(store), BOT_STORE_LOST);
}

SERVER_TEST(test_confirmation_connects_again)
{
	server_of(store)->confirmed = 0;
	server_cut(store);
	assert_int_equal(bot_store_confirm(store), BOT_OK);
	assert_true(server_of(store)->confirmed > 0);
}

/* Runs SQL that fails within a transaction, and checks that the transaction can be done again. */
static void fail_once(struct bot_store *store, const char *sql)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	bot_query_write(BOT_QUERY(store, sql));
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_has(store, "one", false);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "2");
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

SERVER_TEST(test_serialization_failure_undoes_the_transaction)
{
	fail_once(store, "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
}

SERVER_TEST(test_statement_that_waits_too_long_undoes_the_transaction)
{
	char limit[16];

	assert_int_equal(
		bot_server_read(server_of(store), "SHOW statement_timeout", limit, sizeof(limit)),
		BOT_OK);
	assert_string_equal(limit, "10s");
	sql_run(store, "SET statement_timeout = 2000");
	fail_once(store, "SELECT pg_sleep(20)::text");
}

/* As on a server that a replica has replaced. */
SERVER_TEST(test_server_that_becomes_read_only_is_left)
{
	sql_run(store, "SET default_transaction_read_only = on");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	char *value = NULL;
	assert_int_equal(bot_store_get(store, "one", &value), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_null(server_of(store)->connection);
	/* It does not ask without a pause. */
	assert_int_equal(bot_store_begin(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	server_of(store)->retry_at = 0;
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

/* The server never got the commit. */
SERVER_TEST(test_commit_that_was_not_sent_has_failed)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	put(store, "one", "1");
	server_cut(store);
	assert_int_equal(bot_store_commit(store), BOT_STORE_FAILED);
	bot_store_rollback(store);
	assert_has(store, "one", false);
}

/* The server got the commit, and its answer was lost. */
SERVER_TEST(test_commit_whose_answer_was_lost_is_looked_up)
{
	bool made = false;

	for (int i = 0; i < COMMITS_MOST && !made; i++) {
		assert_int_equal(bot_store_begin(store), BOT_OK);
		put(store, "one", "1");
		assert_has(store, "one", true); /* so that only the commit is under way */
		made = commit_without_answer(store);
		assert_has(store, "one", made);
	}
	assert_true(made);
}

SERVER_TEST(test_text_that_is_not_sent_leaves_the_transaction)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "bad", "\xff"), BOT_INVALID);
	put(store, "two", "2");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_has(store, "two", true);
	assert_has(store, "bad", false);
}

/* The server refuses the row when something asks it for an answer. */
SERVER_TEST(test_refused_row_undoes_the_transaction)
{
	char *value = NULL;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(bot_store_begin(store), BOT_OK);
		put(store, "one", "1");
		bot_store_analysis_queue(store, 77);
		put(store, "two", "2");
		if (i > 0)
			assert_int_equal(bot_store_get(store, "one", &value), BOT_NOT_FOUND);
		assert_int_equal(bot_store_commit(store), i > 0 ? BOT_STORE_FAILED : BOT_NOT_FOUND);
		bot_store_rollback(store);
		assert_has(store, "one", false);
	}
}

/* More changes than the queue takes, none of which somebody waits for. */
SERVER_TEST(test_many_changes_are_all_made)
{
	char key[24];

	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (int i = 0; i < 3 * BOT_SERVER_QUEUE; i++) {
		snprintf(key, sizeof(key), "many %d", i);
		put(store, key, "1");
		assert_true(server_of(store)->queued < BOT_SERVER_QUEUE);
	}
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(
		sql_number(store, "SELECT count(*) FROM adapter_values WHERE key LIKE 'many %'"),
		3 * BOT_SERVER_QUEUE);
}
