/*
 * Tests a process whose server has crashed, or has been replaced by another one: it has forgotten
 * something, or is an old primary. Without a store in PostgreSQL there is nothing to test.
 */
#include "bot/store/outbox_rows.h"
#include "bot/store/postgresql/connection.h"
#include "bot/store/settings.h"
#include "tests/support/cmocka.h"
#include "tests/support/server.h"
#include "tests/support/sql.h"

#include "bot/store/postgresql/server_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/*
 * The answer to a commit is lost with the connection. Also a replica that has become the server
 * knows how many transactions there were, and these are the process's own. The server may also end
 * the lost session before it has read the commit: then the commit has failed, and nothing is there.
 */
SERVER_TEST(test_commit_whose_answer_is_lost)
{
	char *value = NULL;

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "one", "1"), BOT_OK);
	shutdown(PQsocket(server_of(store)->connection), SHUT_RD);
	memcpy(server_of(store)->timeline, "00000000", 9);
	const enum bot_error error = bot_store_commit(store);
	assert_true(error == BOT_OK || error == BOT_STORE_FAILED);
	assert_int_equal(bot_store_get(store, "one", &value), error ? BOT_NOT_FOUND : BOT_OK);
	free(value);
}

/* Lets the URL name the server twice. */
static void name_twice(struct bot_server_store *server)
{
	char *host = strstr(server->url, "host=") + strlen("host="), url[1024];
	int length = (int)strcspn(host, "&");

	snprintf(
		url, sizeof(url), "%.*s,%s", (int)(host - server->url) + length, server->url, host);
	free(server->url);
	server->url = strdup(url);
}

/* Returns whether another server is newer. */
static bool look_at_others(struct bot_server_store *server)
{
	bool is_old;

	server->look_at = 0;
	do
		is_old = bot_server_is_old(server);
	while (server->search);
	return is_old;
}

/* Another server has a newer timeline: the next session is with that server. */
SERVER_TEST(test_newer_server_is_noticed)
{
	struct bot_server_store *server = server_of(store);
	char timeline[16];

	name_twice(server);
	assert_false(look_at_others(server));
	memcpy(timeline, server->timeline, sizeof(timeline));
	memcpy(server->timeline, "00000000", 9);
	assert_true(look_at_others(server));
	assert_string_equal(server->timeline, timeline);
	server_cut(store);
	server->confirmed = 0;
	assert_int_equal(bot_store_confirm(store), BOT_OK);
}

/* The new server can't be reached: nothing is better than the old one. */
SERVER_TEST(test_older_server_is_refused)
{
	struct bot_server_store *server = server_of(store);

	memcpy(server->timeline, "FFFFFFFF", 9);
	server_cut(store);
	server->confirmed = 0;
	assert_int_equal(bot_store_confirm(store), BOT_STORE_FAILED);
	assert_non_null(strstr(bot_store_detail(store), "this server is older"));
}

/* The server has crashed before the commit, so it counts one transaction less. */
SERVER_TEST(test_transaction_that_the_server_forgot)
{
	struct bot_server_store *server = server_of(store);
	bool committed = true;

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "one", "1"), BOT_OK);
	bot_store_rollback(store);
	server->in_doubt = true;
	server_cut(store);
	assert_int_equal(bot_server_settle(server, &committed), BOT_OK);
	assert_false(committed);
}

static void commit_letter(struct bot_store *store)
{
	const struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "text", .txn = "txn"};

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

/* Lets the server forget the last transaction, as a crash does. */
static void forget(struct bot_store *store, const char *undo)
{
	sql_run(store, undo);
	sql_run(store, "UPDATE store_leader SET commits = commits - 1");
	server_cut(store);
	server_of(store)->confirmed = 0;
}

/*
 * A server that crashes forgets light transactions, also those that noted that a row was sent. The
 * process has sent it, so the echo does not come from a newer copy of the store.
 */
SERVER_TEST(test_sent_row_that_a_crash_brings_back)
{
	enum bot_echo echo = BOT_ECHO_UNKNOWN;

	commit_letter(store);
	int64_t row = bot_outbox_last(store);
	sql_run(store, "CREATE TABLE saved AS SELECT * FROM outbox");
	bot_outbox_sending(store, row);
	assert_int_equal(bot_store_begin_lightly(store), BOT_OK);
	bot_outbox_done(store, row, "$event");
	assert_int_equal(bot_store_commit(store), BOT_OK);
	forget(store, "INSERT INTO outbox SELECT * FROM saved; DROP TABLE saved");
	assert_int_equal(bot_store_confirm(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	echo = bot_outbox_seen(store, false, "!a:x", "txn", "$event");
	assert_int_equal(echo, BOT_ECHO_KNOWN);
	bot_store_rollback(store);
}

/* A commit that no crash undoes is gone: the server has the data of an older time. */
SERVER_TEST(test_server_that_forgot_a_commit_ends_the_lead)
{
	commit_letter(store);
	forget(store, "DELETE FROM outbox");
	assert_int_equal(bot_store_confirm(store), BOT_STORE_LOST);
	assert_non_null(strstr(bot_store_detail(store), "older time"));
}
