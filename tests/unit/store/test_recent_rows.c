/*
 * Tests that the store finds the events that it has handled, and the ids that it has made, exactly:
 * after a rollback, after the end of the process, and after another process.
 */
#include "bot/store/causes.h"
#include "bot/store/events.h"
#include "bot/store/outbox.h"
#include "bot/store/sql/store_state.h"
#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"
#include "tests/support/outbox.h"
#include "tests/support/test_store.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define KEPT 65536

static bool again(struct bot_store *store, const char *event)
{
	return bot_store_handled(store, event);
}

static bool again_number(struct bot_store *store, const char *kind, int number)
{
	char event[32];

	snprintf(event, sizeof(event), "$%s%d", kind, number);
	return again(store, event);
}

UNIT_TEST(test_event_of_an_undone_transaction_is_handled_anew)
{
	struct bot_store *store = NULL;

	assert_int_equal(test_store_open(&store), BOT_OK);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(bot_store_begin(store), BOT_OK);
		assert_false(again(store, "$undone"));
		assert_true(again(store, "$undone"));
		bot_store_rollback(store);
	}
	/* The first of these may get the number that the undone row had. */
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$other"));
	assert_false(again(store, "$undone"));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(again(store, "$other"));
	assert_true(again(store, "$undone"));
	bot_store_rollback(store);
	bot_store_close(store);
}

/* Opens a store that is no server, and begins a transaction. */
static struct bot_store *begin_file(void)
{
	struct bot_store *store = NULL;

	if (test_store_is_server())
		skip();
	assert_int_equal(test_store_open(&store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	return store;
}

/*
 * A transaction that is undone adds many rows, and takes none of the older ones away. In PostgreSQL
 * it does, because it has used the numbers up; and so many rows would take minutes there.
 */
UNIT_TEST(test_undone_rows_displace_none)
{
	struct bot_store *store = begin_file();

	for (int i = 0; i < 20000; i++)
		assert_false(again_number(store, "old", i));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(bot_store_begin(store), BOT_OK);
		for (int i = 0; i < 2 * KEPT; i++)
			assert_false(again_number(store, round ? "one" : "other", i));
		bot_store_rollback(store);
	}
	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (int i = 0; i < KEPT / 4; i++)
		assert_false(again_number(store, "one", i));
	for (int i = 0; i < 20000; i++)
		assert_true(again_number(store, "old", i));
	bot_store_rollback(store);
	bot_store_close(store);
}

UNIT_TEST(test_oldest_row_is_found_until_it_is_deleted)
{
	struct bot_store *store = begin_file();

	for (int i = 0; i < KEPT; i++)
		assert_false(again_number(store, "", i));
	assert_true(again_number(store, "", 0));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_forget(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(again_number(store, "", 0));
	assert_true(again_number(store, "", KEPT - 1));
	assert_false(again_number(store, "", KEPT));
	bot_store_rollback(store);
	bot_store_close(store);
}

static void handle(struct bot_store *store, const char *event)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, event));
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

/* Handles an event, begins with another one, and is killed. */
static int die_in_a_transaction(void)
{
	struct bot_store *store = file_store_open();

	handle(store, "$handled");
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_false(again(store, "$begun"));
	kill(getpid(), SIGKILL);
	return 0;
}

FILE_TEST(test_killed_process_leaves_what_it_has_committed)
{
	assert_int_equal(file_store_fork(die_in_a_transaction), FILE_STORE_KILLED);
	struct bot_store *store = file_store_open();
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(again(store, "$handled"));
	assert_false(again(store, "$begun"));
	bot_store_rollback(store);
	bot_store_close(store);
}

/* Adds a message because of an event, and copies the transaction id of its row. */
static void say(struct bot_store *store, char txn[BOT_TXN_SIZE])
{
	const struct bot_letter letter = {.to = "!a:x", .body = "text"};

	bot_store_offer_key(store, (const unsigned char[BOT_KEY_SIZE]){"a key of this test"});
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_cause_enter(store, BOT_CAUSE_EVENT, "$event", 0);
	assert_true(bot_outbox_add(store, &letter, NULL));
	snprintf(txn, BOT_TXN_SIZE, "%s", outbox_look(store).head[0].txn);
	outbox_sent(store, "text", "$sent");
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

FILE_TEST(test_next_process_knows_the_transaction_ids)
{
	struct bot_store *store = file_store_open();
	char txn[2][BOT_TXN_SIZE];
	enum bot_echo echo;

	say(store, txn[0]);
	bot_store_close(store);
	store = file_store_open();
	say(store, txn[1]); /* the same event again: a row of its own */
	assert_string_not_equal(txn[0], txn[1]);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (int i = 0; i < 2; i++) {
		echo = bot_outbox_seen(store, false, "!a:x", txn[i], "$sent");
		assert_int_equal(echo, BOT_ECHO_KNOWN);
	}
	bot_store_rollback(store);
	bot_store_close(store);
}
