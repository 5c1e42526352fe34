/*
 * Transactions on a PostgreSQL server while the connection is cut at each of their messages: before
 * the server has the message, before it answers, and in the answer. Failed transactions are done
 * again, as the bot does them. In the end the store must have exactly what it has without cuts.
 * Without such a server there is nothing to test.
 */
#include "bot/base/attempt.h"
#include "tests/support/cmocka.h"
#include "tests/support/cutting_proxy.h"
#include "tests/support/sql.h"
#include "tests/support/test_store.h"

#include "bot/store/outbox.h"
#include "bot/store/sql/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TRANSACTIONS 3
#define TRIES        100
#define DOUBLE_CUTS  40

static struct cutting_proxy proxy;
static char url[512];

/* Makes the URL of a schema on the server, or through the proxy. */
static void name_schema(const char *schema, const char *folder)
{
	const char *database = getenv("ENGARDE_TEST_STORE");
	const char *host = strstr(database, "host=") + strlen("host=");

	snprintf(url, sizeof(url), "%.*s%s%s&options=-csearch_path%%3D%s", (int)(host - database),
		database, folder, host + strcspn(host, "&"), schema);
}

static struct bot_store *open_store(const char *schema, const char *folder)
{
	struct bot_store *store = NULL;

	sql_make_schema(getenv("ENGARDE_TEST_STORE"), schema);
	name_schema(schema, folder);
	assert_int_equal(bot_store_open(url, &store), BOT_OK);
	return store;
}

static int begin(void **state)
{
	static char folder[256];
	const char *database = getenv("ENGARDE_TEST_STORE");

	(void)state;
	if (!database)
		return 0;
	const char *host = strstr(database, "host=") + strlen("host=");
	snprintf(folder, sizeof(folder), "%.*s", (int)strcspn(host, "&"), host);
	return cutting_proxy_start(&proxy, folder);
}

static int end(void **state)
{
	(void)state;
	if (proxy.process)
		cutting_proxy_stop(&proxy);
	return 0;
}

static enum bot_error count_up(struct bot_store *store)
{
	char *old = NULL, new[16];
	enum bot_error error = bot_store_get(store, "count", &old);

	if (error && error != BOT_NOT_FOUND)
		return error;
	snprintf(new, sizeof(new), "%d", old ? atoi(old) + 1 : 1);
	free(old);
	return bot_store_set(store, "count", new);
}

/* Counts up, and adds a row to the outbox. So a transaction that is done twice shows. */
static void change(struct bot_store *store, const char *name, bool light)
{
	const struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = name, .txn = name};

	bot_must(light ? bot_store_begin_lightly(store) : bot_store_begin(store));
	bot_must(count_up(store));
	bot_outbox_add(store, &letter, NULL);
	bot_must(bot_store_commit(store));
}

static enum bot_error attempt_change(struct bot_store *store, const char *name, bool light)
{
	BOT_ATTEMPT(change(store, name, light));
}

static enum bot_error transact(struct bot_store *store, const char *name, bool light)
{
	enum bot_error error = attempt_change(store, name, light);

	if (error)
		bot_store_rollback(store);
	return error;
}

static void work(struct bot_store *store, int run)
{
	char name[32];

	for (int i = 0; i < TRANSACTIONS; i++) {
		enum bot_error error = BOT_STORE_FAILED;

		snprintf(name, sizeof(name), "%d.%d", run, i);
		for (int tries = 0; error == BOT_STORE_FAILED && tries < TRIES; tries++) {
			if (tries > 0)
				nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
			error = transact(store, name, i == 1);
		}
		assert_int_equal(error, BOT_OK);
	}
}

static char *read_text(struct bot_store *store, const char *sql)
{
	struct bot_query *query = BOT_QUERY(store, sql);

	bot_query_one(query);
	char *text = bot_query_copy_text(query);
	assert_int_equal(bot_query_finish(query), BOT_OK);
	return text;
}

/* Checks that the store has what each of this many runs has written, once and in this order. */
static void assert_all_once(struct bot_store *store, int runs)
{
	char *expected = calloc((size_t)runs * TRANSACTIONS + 1, 16), *at = expected;
	char *found = read_text(store, "SELECT string_agg(body, ' ' ORDER BY id) FROM outbox");
	char *count = NULL;

	for (int run = 0; run < runs; run++)
		for (int i = 0; i < TRANSACTIONS; i++)
			at += sprintf(at, "%s%d.%d", at == expected ? "" : " ", run, i);
	assert_string_equal(found, expected);
	free(found);
	free(expected);
	assert_int_equal(bot_store_get(store, "count", &count), BOT_OK);
	found = read_text(store, "SELECT value FROM adapter_values WHERE key = 'count'");
	assert_string_equal(found, count);
	assert_int_equal(atoi(count), runs * TRANSACTIONS);
	free(found);
	free(count);
}

static void plan(enum cut cut, int at, enum cut second, int second_at)
{
	struct cut_plan *shared = proxy.plan;

	shared->at[0] = shared->at[1] = 0;
	shared->seen[0] = shared->seen[1] = 0;
	shared->made = 0;
	shared->cut[0] = cut;
	shared->cut[1] = second;
	shared->at[1] = second_at;
	shared->at[0] = at;
}

static void cut_everywhere(enum cut cut)
{
	struct bot_store *store;
	int runs = 0, cuts;

	if (!test_store_is_server())
		skip();
	plan(cut, 0, cut, 0);
	store = open_store("cuts", proxy.folder);
	work(store, runs++); /* prepares the statements */
	do {
		plan(cut, runs, cut, 0);
		work(store, runs++);
		cuts = proxy.plan->made;
	} while (cuts > 0);
	plan(cut, 0, cut, 0);
	assert_all_once(store, runs);
	print_message("%d cuts\n", runs - 2);
	assert_true(runs > 10);
	bot_store_close(store);
}

static void test_cut_before_the_server_reads(void **state)
{
	(void)state;
	cut_everywhere(CUT_QUESTION);
}

static void test_cut_after_the_server_reads(void **state)
{
	(void)state;
	cut_everywhere(CUT_READ);
}

static void test_cut_in_the_answer(void **state)
{
	(void)state;
	cut_everywhere(CUT_ANSWER);
}

/* The second cut is in the new connection, its lock, or the question what became of a commit. */
static void test_cut_twice(void **state)
{
	struct bot_store *store;
	unsigned random = 1;

	(void)state;
	if (!test_store_is_server())
		skip();
	plan(CUT_READ, 0, CUT_READ, 0);
	store = open_store("cuts", proxy.folder);
	for (int run = 0; run < DOUBLE_CUTS; run++) {
		int numbers[4];

		for (int i = 0; i < 4; i++) {
			random = random * 1103515245 + 12345;
			numbers[i] = (int)(random >> 16 & 0x7fff);
		}
		plan((enum cut)(numbers[0] % CUTS), 1 + numbers[1] % 20,
			(enum cut)(numbers[2] % CUTS), 1 + numbers[3] % 12);
		work(store, run);
		assert_int_equal(proxy.plan->made, 2);
	}
	plan(CUT_READ, 0, CUT_READ, 0);
	assert_all_once(store, DOUBLE_CUTS);
	bot_store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut_before_the_server_reads),
		cmocka_unit_test(test_cut_after_the_server_reads),
		cmocka_unit_test(test_cut_in_the_answer),
		cmocka_unit_test(test_cut_twice),
	};

	if (!test_store_is_server())
		return 77;
	return cmocka_run_group_tests(tests, begin, end);
}
