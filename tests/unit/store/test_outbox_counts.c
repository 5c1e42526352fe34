/* Tests counting the rows of the outbox, and taking rows back. */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

#include <stdio.h>
#include <string.h>

static void order(struct bot_store *store, enum bot_outbox_kind kind, const char *to,
	const char *via, const char *txn)
{
	struct bot_letter letter = {.kind = kind, .to = to, .via = via, .txn = txn};
	assert_true(bot_outbox_add(store, &letter, NULL));
}

static void assert_waiting(
	struct bot_store *store, enum bot_outbox_kind kind, const char *via, size_t want)
{
	size_t count = bot_outbox_waiting(store, kind, via, NULL);
	assert_int_equal(count, want);
}

STORE_TEST(test_join_and_leave_rows_are_counted_and_withdrawn)
{
	assert_waiting(store, BOT_OUT_JOIN, NULL, 0);
	order(store, BOT_OUT_JOIN, "!a:x", "x", "1");
	order(store, BOT_OUT_JOIN, "!b:x", "y", "2");
	order(store, BOT_OUT_LEAVE, "!a:x", NULL, "3");
	outbox_say(store, "!a:x", "stays");
	assert_waiting(store, BOT_OUT_JOIN, NULL, 2);
	assert_waiting(store, BOT_OUT_JOIN, "x", 1);
	assert_waiting(store, BOT_OUT_JOIN, "z", 0);
	assert_waiting(store, BOT_OUT_LEAVE, NULL, 1);
	bot_outbox_withdraw(store, "!a:x");
	assert_waiting(store, BOT_OUT_JOIN, NULL, 1);
	assert_waiting(store, BOT_OUT_LEAVE, NULL, 0);
	assert_waiting(store, BOT_OUT_MESSAGE, NULL, 1);
	bot_outbox_withdraw(store, "!unknown:x");
	struct bot_letter letter = {
		.kind = BOT_OUT_JOIN, .to = "!c:x", .origin = "@a:x", .txn = "4"};
	assert_true(bot_outbox_add(store, &letter, NULL));
	size_t count = bot_outbox_waiting(store, BOT_OUT_JOIN, NULL, "@a:x");
	assert_int_equal(count, 1);
}

/* Writes the values of a row to a text. */
static bool note_row(void *self, const char *to, const char *via, const char *origin)
{
	char *notes = self;

	snprintf(
		notes + strlen(notes), 64, "%s %s %s;", to, via ? via : "-", origin ? origin : "-");
	return true;
}

STORE_TEST(test_waiting_joins_are_listed_the_oldest_first)
{
	struct bot_letter letter = {
		.kind = BOT_OUT_JOIN, .to = "!c:x", .via = "x:1", .origin = "@a:x:1", .txn = "1"};
	char notes[256] = "";

	assert_true(bot_outbox_add(store, &letter, NULL));
	order(store, BOT_OUT_LEAVE, "!d:x", "x", "2");
	order(store, BOT_OUT_JOIN, "!b:x", NULL, "3");
	order(store, BOT_OUT_JOIN, "!a:x", "y", "4");
	bot_outbox_each_waiting(store, BOT_OUT_JOIN, note_row, notes);
	assert_string_equal(notes, "!c:x x:1 @a:x:1;!b:x - -;!a:x y -;");
	/* An empty value stands for rows without one. */
	size_t count = bot_outbox_waiting(store, BOT_OUT_JOIN, "", NULL);
	assert_int_equal(count, 1);
	count = bot_outbox_waiting(store, BOT_OUT_JOIN, NULL, "");
	assert_int_equal(count, 2);
}

static void assert_reaching(struct bot_store *store, const char *origin, size_t want)
{
	size_t count = bot_outbox_reaching(store, origin);
	assert_int_equal(count, want);
}

STORE_TEST(test_reach_rows_are_counted_by_origin)
{
	struct bot_letter letter = {
		.kind = BOT_OUT_REACH, .private = true, .to = "@a:x", .origin = "x", .txn = "1"};
	assert_reaching(store, NULL, 0);
	assert_true(bot_outbox_add(store, &letter, NULL));
	letter.to = "@b:y";
	letter.txn = "2";
	assert_true(bot_outbox_add(store, &letter, NULL));
	letter.to = "@c:z";
	letter.origin = NULL;
	letter.txn = "3";
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_reaching(store, NULL, 3);
	assert_reaching(store, "x", 2);
	assert_reaching(store, "y", 0);
	assert_reaching(store, "", 1);
	/* A row that has failed keeps nobody waiting, except people of its own origin. */
	int64_t row = bot_outbox_last(store);
	bot_outbox_delayed(store, row);
	bot_outbox_delayed(store, row);
	assert_reaching(store, NULL, 2);
	assert_reaching(store, "", 0);
	bot_outbox_delayed(store, row - 2);
	assert_reaching(store, NULL, 1);
	assert_reaching(store, "x", 2);
	for (int64_t other = row + 1; other <= row + 1000; other++)
		bot_outbox_delayed(store, other);
	assert_reaching(store, NULL, 3);
	/* The count does not include users who have a private room. */
	bot_store_set_private_room(store, "@b:y", "!b:x");
	assert_reaching(store, NULL, 2);
	assert_reaching(store, "x", 1);
}

STORE_TEST(test_oldest_row_is_one_with_a_time)
{
	static const int64_t made[] = {0, 2000, 1000, 3000};
	int64_t oldest = 7;

	assert_false(bot_outbox_oldest(store, &oldest));
	for (size_t i = 0; i < 4; i++) {
		struct bot_letter letter = outbox_text(i == 2 ? "!old:x" : "!a:x", i ? "x" : "y");

		letter.made = made[i];
		assert_true(bot_outbox_add(store, &letter, NULL));
		assert_int_equal(bot_outbox_oldest(store, &oldest), i > 0);
	}
	assert_int_equal(oldest, 1000);
	bot_store_room_moved(store, "!old:x", "!new:x");
	assert_true(bot_outbox_oldest(store, &oldest));
	assert_int_equal(oldest, 1000);
	/* sends the oldest row, which was first for the replaced room */
	outbox_sent(store, "x", "$e");
	assert_true(bot_outbox_oldest(store, &oldest));
	assert_int_equal(oldest, 2000);
}
