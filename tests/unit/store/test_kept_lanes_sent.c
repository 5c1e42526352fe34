/* Tests that a row that may have been sent stays one when the transaction that removes it fails. */
#include "bot/store/outbox.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

#include <string.h>

/*
 * Says the board, and adds what may have been sent. Returns the row. The transaction is committed.
 */
static int64_t send_board(struct bot_store *store, int64_t *post)
{
	*post = outbox_say(store, "!a:x", "the board");
	int64_t row = outbox_look(store).head[0].id;

	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_outbox_sending(store, row);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_outbox_done(store, row, "$board");
	return row;
}

STORE_TEST(test_echo_of_a_row_whose_end_was_rolled_back_is_known)
{
	enum bot_echo echo = BOT_ECHO_UNKNOWN;
	char txn[BOT_TXN_SIZE];
	int64_t post, row = send_board(store, &post);

	bot_store_rollback(store);
	struct outbox_heads heads = outbox_look(store);
	assert_int_equal(heads.head[0].id, row);
	strcpy(txn, heads.head[0].txn);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	echo = bot_outbox_seen(store, false, "!a:x", txn, "$board");
	assert_int_equal(echo, BOT_ECHO_KNOWN);
	assert_int_equal(outbox_waiting(store), 0);
}

STORE_TEST(test_board_that_was_sent_is_an_edit_after_the_commit)
{
	int64_t post;

	(void)send_board(store, &post);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	outbox_edit(store, "!a:x", post, "the next board");
	assert_int_equal(outbox_waiting(store), 1);
}
