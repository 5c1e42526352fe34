/* Tests adding, reading, sending and finishing the rows of the outbox. */
#include "bot/store/outbox.h"
#include "bot/store/posts.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"
#include "tests/support/test_store.h"

#include <stdio.h>
#include <string.h>

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
	assert_string_equal(row->mentions, "@a:x");
	assert_string_equal(row->via, "x");
	assert_string_equal(row->choices, "one\ntwo");
	assert_string_equal(row->thread, "$first");
	assert_string_equal(row->answers, "$command");
	assert_null(row->edits);
	return true;
}

STORE_TEST(test_row_is_read_as_it_was_added)
{
	struct bot_letter letter = {.kind = BOT_OUT_MESSAGE,
		.private = true,
		.to = "@a:x",
		.body = "plain",
		.html = "<p>rich</p>",
		.ring = BOT_RING,
		.mentions = "@a:x",
		.via = "x",
		.choices = "one\ntwo",
		.thread = "$first",
		.answers = "$command",
		.txn = "whole"};
	bool seen = false;
	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_outbox_heads(store, take_whole, &seen);
	assert_true(seen);
}

STORE_TEST(test_kinds_without_text_are_read)
{
	static const enum bot_outbox_kind kinds[] = {BOT_OUT_REACH, BOT_OUT_JOIN, BOT_OUT_LEAVE};
	static const char *const to[] = {"@a:x", "!b:x", "!c:x"};
	for (size_t i = 0; i < 3; i++) {
		struct bot_letter letter = outbox_text(to[i], NULL);
		letter.kind = kinds[i];
		assert_true(bot_outbox_add(store, &letter, NULL));
	}
	struct outbox_heads heads = outbox_look(store);
	assert_int_equal(heads.count, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(heads.head[i].kind, kinds[i]);
		assert_string_equal(heads.head[i].to, to[i]);
		bot_outbox_done(store, heads.head[i].id, NULL);
	}
	assert_int_equal(outbox_waiting(store), 0);
}

struct belonging {
	size_t count;
	int64_t match;
	bool practice[4];
};

static bool take_belonging(void *self, const struct bot_outbox_row *row)
{
	struct belonging *seen = self;
	seen->match = row->match;
	seen->practice[seen->count++ % 4] = row->practice;
	return true;
}

STORE_TEST(test_row_names_its_match_and_practice)
{
	struct bot_match match = {.status = BOT_ACCEPTED,
		.room = "!r:x",
		.player[EG_WHITE] = "@a:x",
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5},
		.practice = BOT_MAITRE};
	struct bot_letter letter = {
		.kind = BOT_OUT_REACH, .private = true, .to = "@a:x", .txn = "1"};
	struct belonging seen = {0};
	bot_store_match_add(store, &match);
	letter.match = match.id;
	assert_true(bot_outbox_add(store, &letter, NULL));
	letter.kind = BOT_OUT_MESSAGE;
	letter.to = "@b:x";
	letter.body = "practice";
	letter.txn = "2";
	assert_true(bot_outbox_add(store, &letter, NULL));
	match.practice = BOT_NO_PRACTICE;
	strcpy(match.player[EG_BLACK], "@c:x");
	bot_store_match_add(store, &match);
	letter.match = match.id;
	letter.to = "@c:x";
	letter.txn = "3";
	assert_true(bot_outbox_add(store, &letter, NULL));
	letter.kind = BOT_OUT_JOIN;
	letter.private = false;
	letter.to = "!new:x";
	letter.txn = "4";
	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_outbox_heads(store, take_belonging, &seen);
	assert_int_equal(seen.count, 4);
	assert_true(seen.practice[0]);
	assert_true(seen.practice[1]);
	assert_false(seen.practice[2]);
	assert_false(seen.practice[3]);
	assert_int_equal(seen.match, match.id);
}

STORE_TEST(test_heads_are_the_first_of_each_lane_oldest_first)
{
	outbox_say(store, "!a:x", "a1");
	outbox_say(store, "!b:x", "b1");
	outbox_say(store, "!a:x", "a2");
	struct bot_letter letter = outbox_text("!a:x", "p1");
	/* a private letter has another lane than a letter to a room, even if both have one name */
	letter.private = true;
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_int_equal(outbox_waiting(store), 4);
	struct outbox_heads heads = outbox_look(store);
	assert_int_equal(heads.count, 3);
	assert_string_equal(heads.head[0].body, "a1");
	assert_string_equal(heads.head[1].body, "b1");
	assert_string_equal(heads.head[2].body, "p1");
	outbox_sent(store, "a1", "$a1");
	heads = outbox_look(store);
	assert_int_equal(heads.count, 3);
	assert_string_equal(heads.head[0].body, "b1");
	assert_string_equal(heads.head[1].body, "a2");
	struct outbox_heads one = {.wanted = 1};
	bot_outbox_heads(store, outbox_take, &one);
	assert_int_equal(one.count, 1);
}

STORE_TEST(test_head_stays_the_same_request_until_done)
{
	outbox_say(store, "!a:x", "a1");
	struct outbox_heads before = outbox_look(store), after = outbox_look(store);
	assert_int_equal(before.head[0].id, after.head[0].id);
	assert_string_equal(before.head[0].txn, after.head[0].txn);
	bot_outbox_done(store, before.head[0].id, "$1");
	bot_outbox_done(store, before.head[0].id, "$1");
	assert_int_equal(outbox_waiting(store), 0);
}

/*
 * The bot got no answer to its request, but sees the event in the room. Then the row is done and
 * its post gets the event's id. After the store was replaced by an older one, the row need not be
 * the first of its lane.
 */
STORE_TEST(test_row_seen_in_its_room_is_done)
{
	struct bot_letter letter = outbox_text("!a:x", "hand");
	struct bot_post post;

	letter.txn = "first";
	assert_true(bot_outbox_add(store, &letter, &post.id));
	letter.txn = "second";
	assert_true(bot_outbox_add(store, &letter, NULL));

	bot_outbox_seen(store, true, "!a:x", "first", "$1");
	bot_outbox_seen(store, false, "!b:x", "first", "$1");
	assert_int_equal(outbox_waiting(store), 2);

	bot_outbox_seen(store, false, "!a:x", "second", "$2");
	assert_string_equal(outbox_look(store).head[0].txn, "first");
	bot_outbox_seen(store, false, "!a:x", "first", "$1");
	assert_int_equal(outbox_waiting(store), 0);
	assert_true(bot_store_post_by_event(store, "$1", &post));
	bot_outbox_seen(store, false, "!a:x", "first", "$1");
	assert_int_equal(outbox_waiting(store), 0);
}

STORE_TEST(test_invalid_letter_is_refused)
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
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = long_txn},
		{.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "b", .txn = "t", .edits = 1},
		{.kind = BOT_OUT_EDIT, .to = "!a:x", .body = "b", .txn = "t"},
		{.kind = BOT_OUT_FILE, .to = "!a:x", .body = "b", .txn = "t"},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a b", "text/plain", "x", 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"", "text/plain", "x", 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a/b", "text/plain", "x", 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a", "text/plain\r\nX: y", "x", 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a", NULL, "x", 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a", "text/plain", NULL, 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a", "text/plain", "x", 0}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = "b",
			.txn = "t",
			.file = {"a", "text/plain", "x", BOT_FILE_MAX + 1}},
		{.kind = BOT_OUT_FILE,
			.to = "!a:x",
			.body = NULL,
			.txn = "t",
			.file = {"a", "text/plain", "x", 1}},
		{.kind = BOT_OUT_LEAVE + 1, .to = "!a:x", .body = "b", .txn = "t"},
	};
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		int64_t post = 0;
		assert_error(bot_outbox_add(store, &faults[i], &post), BOT_INVALID);
		assert_int_equal(post, 0);
	}
	assert_int_equal(outbox_waiting(store), 0);
	struct bot_letter unknown_match = outbox_text("!a:x", "b");
	unknown_match.match = 5;
	MEMORY_STORE_REFUSED(store, bot_outbox_add(store, &unknown_match, NULL), BOT_NOT_FOUND);
	assert_int_equal(outbox_waiting(store), 0);
	int64_t post = outbox_say(store, "!a:x", "fine");
	struct outbox_heads heads = outbox_look(store);
	assert_error(bot_outbox_done(store, heads.head[0].id, long_id), BOT_INVALID);
	assert_int_equal(outbox_waiting(store), 1);
	assert_true(post > 0);
}

static bool take_file(void *self, const struct bot_outbox_row *row)
{
	unsigned *seen = self;

	assert_int_equal(row->kind, BOT_OUT_FILE);
	assert_string_equal(row->body, "a picture");
	assert_string_equal(row->file.name, "board-1.png");
	assert_string_equal(row->file.media, "image/png");
	assert_int_equal(row->file.size, 5);
	assert_memory_equal(row->file.data, "a\0b\0c", 5);
	++*seen;
	return true;
}

STORE_TEST(test_file_keeps_all_its_bytes)
{
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.to = "!old:x",
		.body = "a picture",
		.txn = "t",
		.file = {"board-1.png", "image/png", "a\0b\0c", 5}};
	int64_t post = 0;
	unsigned seen = 0;

	assert_true(bot_outbox_add(store, &letter, &post));
	assert_true(post > 0);
	bot_outbox_heads(store, take_file, &seen);
	bot_store_room_moved(store, "!old:x", "!new:x");
	bot_outbox_heads(store, take_file, &seen);
	assert_int_equal(seen, 2);
	assert_string_equal(outbox_look(store).head[0].to, "!new:x");
}

static struct bot_letter picture(const char *body)
{
	struct bot_letter letter = outbox_text("!a:x", body);

	letter.kind = BOT_OUT_FILE;
	letter.file = (struct bot_file){"board-1.png", "image/png", "png", 3};
	return letter;
}

STORE_TEST(test_board_replaces_a_picture_that_was_surely_not_sent)
{
	struct bot_letter letter = picture("an old picture");
	struct outbox_heads heads;
	int64_t post = 0;

	assert_true(bot_outbox_add(store, &letter, &post));
	outbox_edit(store, "!a:x", post, "the board");
	assert_int_equal(outbox_waiting(store), 1);
	heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_MESSAGE, "the board", "");
	outbox_sent(store, "the board", "$board");
	outbox_edit(store, "!a:x", post, "the next board");
	heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "the next board", "$board");
}

STORE_TEST(test_board_waits_behind_a_picture_that_may_have_been_sent)
{
	struct bot_letter letter = picture("a picture");
	struct outbox_heads heads;
	int64_t post = 0;

	assert_true(bot_outbox_add(store, &letter, &post));
	bot_outbox_sending(store, outbox_look(store).head[0].id);
	outbox_edit(store, "!a:x", post, "the board");
	outbox_edit(store, "!a:x", post, "the next board");
	assert_int_equal(outbox_waiting(store), 2);
	outbox_sent(store, "a picture", "$picture");
	heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "the next board", "$picture");
}

STORE_TEST(test_picture_replaces_a_board)
{
	struct bot_letter letter = picture("a picture");
	struct outbox_heads heads;
	int64_t post = outbox_say(store, "!a:x", "the board");

	outbox_sent(store, "the board", "$board");
	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_true(bot_outbox_add(store, &letter, &post));
	heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "a picture", "$board");
	letter.file.size = 0;
	assert_error(bot_outbox_add(store, &letter, &post), BOT_INVALID);
}

STORE_TEST(test_picture_of_a_board_that_was_given_up_is_a_message)
{
	struct bot_letter letter = picture("a picture");
	struct outbox_heads heads;
	int64_t post = outbox_say(store, "!a:x", "the board");

	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_true(bot_outbox_add(store, &letter, &post));
	outbox_sent(store, "the board", NULL);
	heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_FILE, "a picture", "");
}

static bool never(void *self, const struct bot_outbox_row *row)
{
	(void)self;
	(void)row;
	fail();
	return true;
}

/* PostgreSQL keeps no text that is not UTF-8. */
#define NOT_UTF8(column) column " = CAST(x'61ff' AS TEXT)"

STORE_TEST(test_damaged_row_is_corrupt_and_given_up)
{
	struct bot_damage damage;
	static const char *const faults[] = {"kind = 'song'", "private = 2", "ring = -1",
		"body = NULL", "kind = 'edit'", "kind = 'file'", "lane = ''",
		"lane = '" MEMORY_STORE_LONG_ID "'", "txn = '123456789012345678901234567890123'",
		NOT_UTF8("lane"), NOT_UTF8("txn"), NOT_UTF8("body"), NOT_UTF8("html"),
		NOT_UTF8("mentions"), NOT_UTF8("via"), NOT_UTF8("choices"),
		"thread = '$t', " NOT_UTF8("answers"), "answers = '$a', " NOT_UTF8("thread")};
	int row = 0;
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		char sql[600];
		if (test_store_is_server() && strstr(faults[i], "CAST"))
			continue;
		outbox_say(store, "!a:x", "a");
		row++;
		snprintf(sql, sizeof(sql), "UPDATE outbox SET %s", faults[i]);
		memory_store_sql(store, sql);
		assert_error(bot_outbox_heads(store, never, NULL), BOT_STORE_CORRUPT);
		assert_true(bot_store_set_aside(store, &damage));
		assert_int_equal(damage.row, row);
		bot_outbox_heads(store, never, NULL);
	}
}
