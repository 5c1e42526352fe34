/*
 * Tests that transaction ids and secrets follow from their causes, so that an older copy of the
 * store makes them again.
 */
#include "bot/store/causes.h"
#include "bot/store/outbox.h"
#include "bot/store/posts.h"
#include "tests/support/cmocka.h"
#include "tests/support/test_store.h"
#include "tests/support/file_store.h"
#include "tests/support/outbox.h"

#include <string.h>

static const unsigned char key[BOT_KEY_SIZE] = "a key that only this test knows";

/* Opens a store in memory with this key, and begins a transaction. */
static struct bot_store *begin(const unsigned char with[BOT_KEY_SIZE])
{
	struct bot_store *store = NULL;

	assert_int_equal(test_store_open(&store), BOT_OK);
	if (with)
		bot_store_offer_key(store, with);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	return store;
}

/* Adds a message to a lane because of an event, and copies the transaction id of its row. */
static int64_t say(struct bot_store *store, const char *event, const char *to, char *txn)
{
	struct bot_letter letter = {.kind = BOT_OUT_MESSAGE, .to = to, .body = "text"};
	int64_t post = 0;

	bot_cause_enter(store, BOT_CAUSE_EVENT, event, 0);
	assert_true(bot_outbox_add(store, &letter, &post));
	for (size_t i = 0; txn && i < outbox_look(store).count; i++)
		if (strcmp(outbox_look(store).head[i].to, to) == 0)
			strcpy(txn, outbox_look(store).head[i].txn);
	return post;
}

/* Makes the row with this event, lane and number of earlier rows in a store of its own. */
static void find_txn(const char *event, const char *to, unsigned before, char txn[BOT_TXN_SIZE])
{
	struct bot_store *store = begin(key);

	for (unsigned i = 0; i <= before; i++) {
		say(store, event, to, txn);
		outbox_sent(store, "text", "$sent");
	}
	bot_store_close(store);
}

UNIT_TEST(test_older_store_makes_the_same_ids)
{
	char first[BOT_TXN_SIZE], again[BOT_TXN_SIZE];

	for (unsigned before = 0; before < 3; before++) {
		find_txn("$event", "!a:x", before, first);
		find_txn("$event", "!a:x", before, again);
		assert_string_equal(first, again);
		assert_int_equal(strlen(first), BOT_TXN_SIZE - 1);
	}
}

UNIT_TEST(test_every_row_has_an_id_of_its_own)
{
	static const struct {
		const char *event, *to;
		unsigned before;
	} rows[] = {{"$event", "!a:x", 0}, {"$event", "!a:x", 1}, {"$event", "!b:x", 0},
		{"$other", "!a:x", 0}, {"$event", "!a:xx", 0}, {"$event!", "!a:x", 0}};
	char txn[sizeof(rows) / sizeof(*rows)][BOT_TXN_SIZE];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		find_txn(rows[i].event, rows[i].to, rows[i].before, txn[i]);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(txn[i], txn[j]);
	}
}

UNIT_TEST(test_row_without_cause_or_key_has_a_random_id)
{
	char txn[2][BOT_TXN_SIZE];

	for (size_t i = 0; i < 2; i++) {
		struct bot_store *store = begin(NULL);

		say(store, "$event", "!a:x", txn[i]);
		bot_store_close(store);
	}
	assert_string_not_equal(txn[0], txn[1]);
	for (size_t i = 0; i < 2; i++) {
		struct bot_store *store = begin(key);
		struct bot_letter letter = {.to = "!a:x", .body = "text"};

		assert_true(bot_outbox_add(store, &letter, NULL));
		strcpy(txn[i], outbox_look(store).head[0].txn);
		bot_store_close(store);
	}
	assert_string_not_equal(txn[0], txn[1]);
}

/* The rooms' history is the log: what was sent once is not sent again. */
UNIT_TEST(test_row_whose_echo_came_first_is_done_at_once)
{
	struct bot_store *store = begin(key);
	enum bot_echo echo = BOT_ECHO_KNOWN;
	char txn[BOT_TXN_SIZE];
	struct bot_post post;
	int64_t id;

	find_txn("$event", "!a:x", 0, txn);
	echo = bot_outbox_seen(store, false, "!a:x", txn, "$sent");
	assert_int_equal(echo, BOT_ECHO_UNKNOWN);
	echo = bot_outbox_seen(store, false, "!a:x", txn, "$sent");
	assert_int_equal(echo, BOT_ECHO_KNOWN);

	id = say(store, "$event", "!a:x", NULL);
	assert_int_equal(outbox_waiting(store), 0);
	assert_true(bot_store_post_by_event(store, "$sent", &post));
	assert_int_equal(post.id, id);

	/* This is the second row of the event, which nobody has sent. */
	say(store, "$event", "!a:x", NULL);
	assert_int_equal(outbox_waiting(store), 1);
	bot_store_close(store);
}

UNIT_TEST(test_echo_of_an_edit_gives_its_message_no_event)
{
	struct bot_letter letter = {.to = "!a:x", .body = "text"};
	struct bot_letter edit = {.kind = BOT_OUT_EDIT, .to = "!a:x", .body = "edit", .txn = "t"};
	struct bot_store *store = begin(key);
	struct bot_post post;

	assert_true(bot_outbox_add(store, &letter, &edit.edits));
	assert_true(bot_outbox_add(store, &edit, NULL));
	bot_outbox_seen(store, false, "!a:x", "t", "$edit");
	assert_int_equal(outbox_waiting(store), 1);
	assert_false(bot_store_post_by_event(store, "$edit", &post));
	bot_store_close(store);
}

UNIT_TEST(test_own_echoes_are_known_and_others_are_foreign)
{
	static const unsigned char other[BOT_KEY_SIZE] = "the key of another bot";
	static const char *const foreign[] = {
		"", "t1", "00000000000000000000000000000000", "0000000000000000000000000000000g"};
	struct bot_store *store = begin(key), *stranger = begin(other);
	char txn[BOT_TXN_SIZE];
	enum bot_echo echo;

	say(store, "$event", "!a:x", txn);
	outbox_sent(store, "text", "$sent");
	echo = bot_outbox_seen(store, false, "!a:x", txn, "$sent");
	assert_int_equal(echo, BOT_ECHO_KNOWN);
	echo = bot_outbox_seen(stranger, false, "!a:x", txn, "$sent");
	assert_int_equal(echo, BOT_ECHO_FOREIGN);
	for (size_t i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
		echo = bot_outbox_seen(store, false, "!a:x", foreign[i], "$x");
		assert_int_equal(echo, BOT_ECHO_FOREIGN);
	}
	bot_store_close(store);
	bot_store_close(stranger);
}

UNIT_TEST(test_secrets_follow_from_key_cause_purpose_and_number)
{
	unsigned char drawn[6][16], secret[2][BOT_KEY_SIZE];
	struct bot_store *store = begin(key), *again = begin(key), *keyless = begin(NULL);
	struct bot_cause outer;

	assert_false(bot_cause_draw(store, "dice", drawn[0], sizeof(drawn[0])));
	bot_cause_enter(store, BOT_CAUSE_EVENT, "$event", 0);
	assert_true(bot_cause_draw(store, "dice", drawn[0], sizeof(drawn[0])));
	assert_true(bot_cause_draw(store, "dice", drawn[1], sizeof(drawn[1])));
	outer = bot_cause_enter(store, "timer", "$event", 0);
	assert_true(bot_cause_draw(store, "dice", drawn[2], sizeof(drawn[2])));
	bot_cause_leave(store, &outer);
	assert_true(bot_cause_draw(store, "dice", drawn[3], sizeof(drawn[3])));
	bot_cause_enter(again, BOT_CAUSE_EVENT, "$event", 0);
	assert_true(bot_cause_draw(again, "deck", drawn[4], sizeof(drawn[4])));
	bot_cause_enter(again, BOT_CAUSE_EVENT, "$event", 0);
	assert_true(bot_cause_draw(again, "dice", drawn[5], sizeof(drawn[5])));
	assert_memory_equal(drawn[0], drawn[5], sizeof(drawn[0]));
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < i; j++)
			assert_memory_not_equal(drawn[i], drawn[j], sizeof(drawn[0]));

	assert_true(bot_store_derive(store, "shuffle", "$event", secret[0]));
	assert_true(bot_store_derive(again, "shuffle", "$event", secret[1]));
	assert_memory_equal(secret[0], secret[1], BOT_KEY_SIZE);
	assert_int_equal(bot_store_replace_key(
				 again, (const unsigned char *)"a key that a restore has made...."),
		BOT_OK);
	assert_true(bot_store_derive(again, "shuffle", "$event", secret[1]));
	assert_memory_not_equal(secret[0], secret[1], BOT_KEY_SIZE);
	bot_cause_enter(keyless, BOT_CAUSE_EVENT, "$event", 0);
	assert_false(bot_cause_draw(keyless, "dice", drawn[0], sizeof(drawn[0])));
	assert_false(bot_store_derive(keyless, "shuffle", "$event", secret[0]));
	bot_store_close(store);
	bot_store_close(again);
	bot_store_close(keyless);
}

/* A key is never used before it is in the file, and a rollback does not lose it. */
FILE_TEST(test_key_is_kept_with_the_first_commit)
{
	unsigned char first[BOT_KEY_SIZE], again[BOT_KEY_SIZE];
	struct bot_store *store = NULL;

	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_false(bot_store_has_key(store));
	bot_store_offer_key(store, key);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(bot_store_derive(store, "shuffle", "$event", first));
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);

	assert_int_equal(bot_store_open(file_store.path, &store), BOT_OK);
	assert_true(bot_store_has_key(store));
	bot_store_offer_key(store, (const unsigned char *)"another key, which comes too late");
	assert_true(bot_store_derive(store, "shuffle", "$event", again));
	assert_memory_equal(first, again, BOT_KEY_SIZE);
	bot_store_close(store);
}
