/* The outbox: order within a lane, edits that replace each other, and what becomes of posts. */
#include "bot/outbox.h"
#include "bot/store/database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static int begin(void **state)
{
	struct bot_store *store;
	if (bot_store_open(":memory:", &store) || bot_store_begin(store))
		return -1;
	*state = store;
	return 0;
}

static int end(void **state)
{
	struct bot_store *store = *state;
	enum bot_error error = bot_store_commit(store);
	bot_store_close(store);
	return error ? -1 : 0;
}

/* The heads as a copy to look at. */
struct head {
	int64_t id;
	enum bot_outbox_kind kind;
	char to[BOT_ID_SIZE];
	char body[64];
	char edits[BOT_ID_SIZE];
	char txn[BOT_TXN_SIZE];
};

struct heads {
	size_t count;
	size_t wanted;
	struct head head[16];
};

static void copy(char *out, size_t size, const char *text)
{
	snprintf(out, size, "%s", text ? text : "");
}

static bool take(void *self, const struct bot_outbox_row *row)
{
	struct heads *heads = self;
	assert_true(heads->count < 16);
	struct head *head = &heads->head[heads->count++];
	head->id = row->id;
	head->kind = row->kind;
	copy(head->to, sizeof head->to, row->to);
	copy(head->body, sizeof head->body, row->body);
	copy(head->edits, sizeof head->edits, row->edits);
	copy(head->txn, sizeof head->txn, row->txn);
	return heads->count < heads->wanted;
}

static struct heads look(struct bot_store *store)
{
	struct heads heads = {.wanted = 16};
	assert_int_equal(bot_outbox_heads(store, take, &heads), BOT_OK);
	return heads;
}

static struct bot_letter text(const char *to, const char *body)
{
	static unsigned number;
	static char txn[8][BOT_TXN_SIZE];
	char *unique = txn[number % 8];
	snprintf(unique, BOT_TXN_SIZE, "t%u", number++);
	return (struct bot_letter){.kind = BOT_OUT_MESSAGE, .to = to, .body = body, .txn = unique};
}

static int64_t say(struct bot_store *store, const char *to, const char *body)
{
	struct bot_letter letter = text(to, body);
	int64_t post = 0;
	assert_int_equal(bot_outbox_add(store, &letter, &post), BOT_OK);
	assert_true(post > 0);
	return post;
}

static void edit(struct bot_store *store, const char *to, int64_t post, const char *body)
{
	struct bot_letter letter = text(to, body);
	int64_t same = 0;
	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_int_equal(bot_outbox_add(store, &letter, &same), BOT_OK);
	assert_int_equal(same, post);
}

static size_t waiting(struct bot_store *store)
{
	size_t size = 99;
	assert_int_equal(bot_outbox_size(store, &size), BOT_OK);
	return size;
}

static void sent(struct bot_store *store, const char *body, const char *event)
{
	struct heads heads = look(store);
	for (size_t i = 0; i < heads.count; i++)
		if (strcmp(heads.head[i].body, body) == 0) {
			assert_int_equal(bot_outbox_done(store, heads.head[i].id, event), BOT_OK);
			return;
		}
	fail_msg("no head says %s", body);
}

static void assert_head(
	const struct head *head, enum bot_outbox_kind kind, const char *body, const char *edits)
{
	assert_int_equal(head->kind, kind);
	assert_string_equal(head->body, body);
	assert_string_equal(head->edits, edits);
}

static bool take_whole(void *self, const struct bot_outbox_row *row)
{
	bool *seen = self;
	*seen = true;
	assert_int_equal(row->kind, BOT_OUT_MESSAGE);
	assert_true(row->private);
	assert_string_equal(row->to, "@a:x");
	assert_string_equal(row->txn, "whole");
	assert_string_equal(row->body, "plain");
	assert_string_equal(row->html, "<p>rich</p>");
	assert_int_equal(row->ring, BOT_RING);
	assert_string_equal(row->mention, "@a:x");
	assert_string_equal(row->via, "x");
	assert_null(row->edits);
	return true;
}

static void test_row_comes_back_as_it_was_added(void **state)
{
	struct bot_letter letter = {.kind = BOT_OUT_MESSAGE,
		.private = true,
		.to = "@a:x",
		.body = "plain",
		.html = "<p>rich</p>",
		.ring = BOT_RING,
		.mention = "@a:x",
		.via = "x",
		.txn = "whole"};
	bool seen = false;
	assert_int_equal(bot_outbox_add(*state, &letter, NULL), BOT_OK);
	assert_int_equal(bot_outbox_heads(*state, take_whole, &seen), BOT_OK);
	assert_true(seen);
}

static void test_kinds_without_text_come_back(void **state)
{
	struct bot_store *store = *state;
	static const enum bot_outbox_kind kinds[] = {BOT_OUT_REACH, BOT_OUT_JOIN, BOT_OUT_LEAVE};
	static const char *const to[] = {"@a:x", "!b:x", "!c:x"};
	for (size_t i = 0; i < 3; i++) {
		struct bot_letter letter = text(to[i], NULL);
		letter.kind = kinds[i];
		assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_OK);
	}
	struct heads heads = look(store);
	assert_int_equal(heads.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(heads.head[i].kind, kinds[i]);
		assert_string_equal(heads.head[i].to, to[i]);
		assert_int_equal(bot_outbox_done(store, heads.head[i].id, NULL), BOT_OK);
	}
	assert_int_equal(waiting(store), 0);
}

static void test_heads_are_the_first_of_each_lane_oldest_first(void **state)
{
	struct bot_store *store = *state;
	say(store, "!a:x", "a1");
	say(store, "!b:x", "b1");
	say(store, "!a:x", "a2");
	struct bot_letter letter = text("!a:x", "p1");
	letter.private = true; /* another lane, though of the same name */
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_OK);
	assert_int_equal(waiting(store), 4);
	struct heads heads = look(store);
	assert_int_equal(heads.count, 3);
	assert_string_equal(heads.head[0].body, "a1");
	assert_string_equal(heads.head[1].body, "b1");
	assert_string_equal(heads.head[2].body, "p1");
	sent(store, "a1", "$a1");
	heads = look(store);
	assert_int_equal(heads.count, 3);
	assert_string_equal(heads.head[0].body, "b1");
	assert_string_equal(heads.head[1].body, "a2");
	struct heads one = {.wanted = 1};
	assert_int_equal(bot_outbox_heads(store, take, &one), BOT_OK);
	assert_int_equal(one.count, 1);
}

static void test_head_stays_the_same_request_until_done(void **state)
{
	say(*state, "!a:x", "a1");
	struct heads before = look(*state), after = look(*state);
	assert_int_equal(before.head[0].id, after.head[0].id);
	assert_string_equal(before.head[0].txn, after.head[0].txn);
	assert_int_equal(bot_outbox_done(*state, before.head[0].id, "$1"), BOT_OK);
	assert_int_equal(bot_outbox_done(*state, before.head[0].id, "$1"), BOT_OK);
	assert_int_equal(waiting(*state), 0);
}

static void test_edit_waiting_is_replaced_by_a_newer_one(void **state)
{
	struct bot_store *store = *state;
	int64_t board = say(store, "!a:x", "board");
	sent(store, "board", "$board");
	edit(store, "!a:x", board, "first");
	struct head replaced = look(store).head[0];
	say(store, "!a:x", "line");
	edit(store, "!a:x", board, "second");
	edit(store, "!a:x", board, "third");
	assert_int_equal(waiting(store), 2);
	/* The answer to the edit that was replaced while it was sent changes nothing. */
	assert_int_equal(bot_outbox_done(store, replaced.id, "$first"), BOT_OK);
	assert_int_equal(waiting(store), 2);
	sent(store, "line", "$line");
	struct heads heads = look(store);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "third", "$board");
	assert_string_not_equal(heads.head[0].txn, replaced.txn);
	sent(store, "third", "$third");
	edit(store, "!a:x", board, "fourth");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "fourth", "$board");
}

static void test_edits_of_other_posts_are_left_alone(void **state)
{
	struct bot_store *store = *state;
	int64_t a = say(store, "!a:x", "a"), b = say(store, "!a:x", "b");
	sent(store, "a", "$a");
	sent(store, "b", "$b");
	edit(store, "!a:x", a, "a edited");
	edit(store, "!a:x", b, "b edited");
	assert_int_equal(waiting(store), 2);
	sent(store, "a edited", "$1");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "b edited", "$b");
}

static void test_edit_of_an_unsent_post_waits_behind_it(void **state)
{
	struct bot_store *store = *state;
	int64_t board = say(store, "!a:x", "board");
	edit(store, "!a:x", board, "first");
	edit(store, "!a:x", board, "second");
	assert_int_equal(waiting(store), 2);
	assert_head(&look(store).head[0], BOT_OUT_MESSAGE, "board", "");
	sent(store, "board", "$board");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "second", "$board");
}

static void test_edit_of_a_post_given_up_becomes_the_post(void **state)
{
	struct bot_store *store = *state;
	struct bot_post post;
	int64_t board = say(store, "!a:x", "board");
	edit(store, "!a:x", board, "waiting");
	sent(store, "board", NULL);
	assert_head(&look(store).head[0], BOT_OUT_MESSAGE, "waiting", "");
	/* It may have been sent by now, so that the next edit waits behind it. */
	edit(store, "!a:x", board, "next");
	assert_int_equal(waiting(store), 2);
	sent(store, "waiting", "$waiting");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "next", "$waiting");
	sent(store, "next", "$next");
	assert_int_equal(bot_store_post_by_event(store, "$waiting", &post), BOT_OK);
	assert_int_equal(post.id, board);
}

static void test_edit_after_a_post_was_given_up_becomes_the_post(void **state)
{
	struct bot_store *store = *state;
	int64_t board = say(store, "!a:x", "board");
	sent(store, "board", NULL);
	assert_int_equal(waiting(store), 0);
	edit(store, "!a:x", board, "again");
	assert_head(&look(store).head[0], BOT_OUT_MESSAGE, "again", "");
	sent(store, "again", NULL);
	edit(store, "!a:x", board, "and again");
	sent(store, "and again", "$3");
	edit(store, "!a:x", board, "edited");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "edited", "$3");
}

static void test_edit_given_up_leaves_the_post(void **state)
{
	struct bot_store *store = *state;
	int64_t board = say(store, "!a:x", "board");
	sent(store, "board", "$board");
	edit(store, "!a:x", board, "first");
	sent(store, "first", NULL);
	edit(store, "!a:x", board, "second");
	assert_head(&look(store).head[0], BOT_OUT_EDIT, "second", "$board");
}

static void test_edit_in_another_lane_is_refused(void **state)
{
	struct bot_store *store = *state;
	int64_t post = say(store, "!a:x", "board");
	struct bot_letter letter = text("!b:x", "moved");
	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_NOT_FOUND);
	letter.to = "!a:x";
	letter.private = true;
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_NOT_FOUND);
	letter.private = false;
	letter.edits = post + 1;
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_NOT_FOUND);
	assert_int_equal(waiting(store), 1);
}

static void test_letter_against_the_contract_is_refused(void **state)
{
	char long_id[BOT_ID_SIZE + 1], long_txn[BOT_TXN_SIZE + 1];
	memset(long_id, 'x', BOT_ID_SIZE);
	memset(long_txn, 'x', BOT_TXN_SIZE);
	long_id[BOT_ID_SIZE] = long_txn[BOT_TXN_SIZE] = '\0';
	const struct bot_letter faults[] = {
		{.kind = BOT_OUT_MESSAGE, .to = "", .body = "b", .txn = "t"},
		{.kind = BOT_OUT_MESSAGE, .to = NULL, .body = "b", .txn = "t"},
		{.kind = BOT_OUT_MESSAGE, .to = long_id, .body = "b", .txn = "t"},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = NULL, .txn = "t"},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = ""},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = NULL},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = long_txn},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = "t", .edits = 1},
		{.kind = BOT_OUT_EDIT, .to = "!a:x", .body = "b", .txn = "t"},
		{.kind = BOT_OUT_LEAVE + 1, .to = "!a:x", .body = "b", .txn = "t"},
	};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		int64_t post = 0;
		assert_int_equal(bot_outbox_add(*state, &faults[i], &post), BOT_INVALID);
		assert_int_equal(post, 0);
	}
	assert_int_equal(waiting(*state), 0);
	struct bot_letter unknown_match = text("!a:x", "b");
	unknown_match.match = 5;
	assert_int_equal(bot_outbox_add(*state, &unknown_match, NULL), BOT_NOT_FOUND);
	assert_int_equal(waiting(*state), 0);
	int64_t post = say(*state, "!a:x", "fine");
	struct heads heads = look(*state);
	assert_int_equal(bot_outbox_done(*state, heads.head[0].id, long_id), BOT_INVALID);
	assert_int_equal(waiting(*state), 1);
	assert_true(post > 0);
}

static int64_t add_match(struct bot_store *store, enum bot_match_status status)
{
	struct bot_match match = {
		.status = status,
		.room = "!a:x",
		.player = {"@w:x", "@b:x"},
		.rules = {{EG_BASIC, EG_FINAL_POSITION}, 1, EG_WHITE},
	};
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	return match.id;
}

static void test_post_is_found_by_its_event_once_sent(void **state)
{
	struct bot_store *store = *state;
	struct bot_post post = {.id = 77};
	struct bot_letter letter = text("!a:x", "hand");
	letter.match = add_match(store, BOT_PLAYING);
	/* Nobody asked for the post, but people reply to the messages of a match. */
	assert_int_equal(bot_outbox_add(store, &letter, NULL), BOT_OK);
	assert_int_equal(bot_store_post_by_event(store, "$hand", &post), BOT_NOT_FOUND);
	assert_int_equal(bot_store_post_by_event(store, "", &post), BOT_NOT_FOUND);
	assert_int_equal(post.id, 77);
	sent(store, "hand", "$hand");
	assert_int_equal(bot_store_post_by_event(store, "$hand", &post), BOT_OK);
	assert_int_equal(post.match, letter.match);
	assert_string_equal(post.event, "$hand");
	say(store, "!a:x", "of none");
	sent(store, "of none", "$none");
	assert_int_equal(bot_store_post_by_event(store, "$none", &post), BOT_OK);
	assert_int_equal(post.match, 0);
}

static void test_posts_of_what_has_ended_stay_bounded(void **state)
{
	struct bot_store *store = *state;
	struct bot_post post;
	char event[32];
	int64_t live = add_match(store, BOT_PLAYING), over = add_match(store, BOT_ENDED);
	int64_t waits = say(store, "!other:x", "waits");
	for (int i = 0; i < 12000; i++) {
		struct bot_letter letter = text("!a:x", "b");
		letter.match = i % 100 == 0 ? live : i % 3 == 0 ? over : 0;
		int64_t id;
		assert_int_equal(bot_outbox_add(store, &letter, &id), BOT_OK);
		snprintf(event, sizeof event, "$%d", i);
		sent(store, "b", event);
	}
	for (int i = 0; i < 12000; i += 100) {
		snprintf(event, sizeof event, "$%d", i);
		assert_int_equal(bot_store_post_by_event(store, event, &post), BOT_OK);
	}
	assert_int_equal(bot_store_post_by_event(store, "$3", &post), BOT_NOT_FOUND);
	assert_int_equal(bot_store_post_by_event(store, "$1", &post), BOT_NOT_FOUND);
	assert_int_equal(bot_store_post_by_event(store, "$11997", &post), BOT_OK);
	assert_int_equal(bot_store_post_by_event(store, "$2300", &post), BOT_OK);
	edit(store, "!other:x", waits, "still there");
}

static bool never(void *self, const struct bot_outbox_row *row)
{
	(void)self;
	(void)row;
	fail();
	return true;
}

static void test_row_never_written_is_corrupt(void **state)
{
	struct bot_store *store = *state;
	static const char *const faults[] = {"kind = 'song'", "private = 2", "ring = -1",
		"body = NULL", "kind = 'edit'", "lane = ''", "lane = printf('%256c', 'x')",
		"txn = printf('%33c', 'x')"};
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		char sql[80];
		say(store, "!a:x", "a");
		snprintf(sql, sizeof sql, "UPDATE outbox SET %s", faults[i]);
		assert_int_equal(sqlite3_exec(store->db, sql, 0, 0, 0), SQLITE_OK);
		assert_int_equal(bot_outbox_heads(store, never, NULL), BOT_STORE_CORRUPT);
		assert_int_equal(sqlite3_exec(store->db, "DELETE FROM outbox", 0, 0, 0), SQLITE_OK);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
		TEST(test_row_comes_back_as_it_was_added),
		TEST(test_kinds_without_text_come_back),
		TEST(test_heads_are_the_first_of_each_lane_oldest_first),
		TEST(test_head_stays_the_same_request_until_done),
		TEST(test_edit_waiting_is_replaced_by_a_newer_one),
		TEST(test_edits_of_other_posts_are_left_alone),
		TEST(test_edit_of_an_unsent_post_waits_behind_it),
		TEST(test_edit_of_a_post_given_up_becomes_the_post),
		TEST(test_edit_after_a_post_was_given_up_becomes_the_post),
		TEST(test_edit_given_up_leaves_the_post),
		TEST(test_edit_in_another_lane_is_refused),
		TEST(test_letter_against_the_contract_is_refused),
		TEST(test_post_is_found_by_its_event_once_sent),
		TEST(test_posts_of_what_has_ended_stay_bounded),
		TEST(test_row_never_written_is_corrupt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
