/* Tests messages that the bot has seen in a room, and rooms that another room replaces. */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/posts.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

static int64_t add_match(
	struct bot_store *store, const char *room, enum bot_match_status status, int64_t board)
{
	struct bot_match match = memory_store_challenge(room, "@w:x", "@b:x");
	match.status = status;
	match.board = board;
	match.edits = 3;
	match.scrolled = 5;
	bot_store_match_add(store, &match);
	return match.id;
}

static uint32_t scrolled(struct bot_store *store, int64_t id)
{
	struct bot_match match;
	assert_true(bot_store_match_get(store, id, &match));
	return match.scrolled;
}

STORE_TEST(test_scrolling_is_counted_for_each_board_of_the_room)
{
	int64_t a = add_match(store, "!a:x", BOT_PLAYING, 1);
	int64_t also = add_match(store, "!a:x", BOT_PLAYING, 2);
	int64_t none = add_match(store, "!a:x", BOT_CHALLENGE, 0);
	int64_t ended = add_match(store, "!a:x", BOT_ENDED, 3);
	int64_t other = add_match(store, "!b:x", BOT_PLAYING, 4);
	bot_store_room_scrolled(store, "!a:x", 1);
	bot_store_room_scrolled(store, "!a:x", 2);
	bot_store_room_scrolled(store, "!none:x", 1);
	assert_int_equal(scrolled(store, a), 8);
	assert_int_equal(scrolled(store, also), 8);
	assert_int_equal(scrolled(store, none), 5);
	assert_int_equal(scrolled(store, ended), 5);
	assert_int_equal(scrolled(store, other), 5);
}

/*
 * Lists rows, each as "KIND ROOM BODY EDITED;", with "-" for an empty field. EDITED is the event
 * that the row edits.
 */
struct seen {
	struct bot_store *store;
	char text[1000];
	int64_t first;
};

static bool note(void *self, const struct bot_outbox_row *row)
{
	static const char *const kinds[] = {
		"message", "edit", "remove", "file", "reach", "join", "leave"};
	struct seen *seen = self;
	size_t used = strlen(seen->text);
	if (seen->first == 0)
		seen->first = row->id;
	snprintf(seen->text + used, sizeof(seen->text) - used, "%s %s %s %s;", kinds[row->kind],
		row->to, row->body ? row->body : "-", row->edits ? row->edits : "-");
	return false;
}

/*
 * Sends all waiting rows one after the other, and asserts that `want` lists them. The id of each
 * sent event is a "$" and the row's body.
 */
static void assert_sent(struct bot_store *store, const char *want)
{
	struct seen seen = {.text = ""};
	do {
		char event[64];
		size_t before = strlen(seen.text);
		seen.first = 0;
		bot_outbox_heads(store, note, &seen);
		sscanf(seen.text + before, "%*s %*s %60s", event + 1);
		event[0] = '$';
		if (seen.first)
			bot_outbox_done(store, seen.first, event);
	} while (seen.first);
	assert_string_equal(seen.text, want);
}

static int64_t add(struct bot_store *store, enum bot_outbox_kind kind, const char *to,
	const char *body, int64_t edits)
{
	struct bot_letter letter = {
		.kind = kind, .to = to, .body = body, .edits = edits, .txn = "same"};
	int64_t post = 0;
	assert_true(bot_outbox_add(store, &letter, &post));
	return post;
}

STORE_TEST(test_matches_move_with_their_room)
{
	struct bot_match match;
	char user[BOT_ID_SIZE];
	int64_t moved = add_match(store, "!old:x", BOT_PLAYING, 9);
	int64_t other = add_match(store, "!other:x", BOT_PLAYING, 8);
	bot_store_set_private_room(store, "@a:x", "!old:x");
	bot_store_room_moved(store, "!old:x", "!old:x");
	bot_store_room_moved(store, "!old:x", "!new:x");
	assert_true(bot_store_match_get(store, moved, &match));
	assert_string_equal(match.room, "!new:x");
	assert_int_equal(match.edits, 0);
	assert_int_equal(match.scrolled, 0);
	assert_true(bot_store_match_get(store, other, &match));
	assert_string_equal(match.room, "!other:x");
	assert_int_equal(match.scrolled, 5);
	assert_true(bot_store_private_user(store, "!new:x", user));
	assert_string_equal(user, "@a:x");
	assert_error(bot_store_room_moved(store, "!new:x", memory_store_long_id), BOT_INVALID);
	assert_error(bot_store_room_moved(store, "!new:x", ""), BOT_INVALID);
}

static bool note_challenge(void *self, const struct bot_outbox_row *row)
{
	int *count = self;

	++*count;
	assert_string_equal(row->to, "!new:x");
	assert_string_equal(row->commitment, "promise");
	assert_string_equal(row->reactions, "yes\nno");
	assert_string_equal(row->mentions, "@a:x");
	assert_true(row->clear);
	assert_int_equal(row->made, 7);
	/* The thread is in the old room. */
	assert_null(row->thread);
	assert_null(row->answers);
	return true;
}

/* In the new room, too, people can answer a challenge by a tap, and check the decks later. */
STORE_TEST(test_waiting_challenge_keeps_its_fields)
{
	const struct bot_letter letter = {.kind = BOT_OUT_MESSAGE,
		.to = "!old:x",
		.body = "challenge",
		.commitment = "promise",
		.reactions = "yes\nno",
		.mentions = "@a:x",
		.clear = true,
		.made = 7,
		.thread = "$thread",
		.answers = "$answers"};
	int count = 0;

	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_store_room_moved(store, "!old:x", "!new:x");
	bot_outbox_heads(store, note_challenge, &count);
	assert_int_equal(count, 1);
}

STORE_TEST(test_waiting_messages_move_with_their_room)
{
	int64_t board = add(store, BOT_OUT_MESSAGE, "!old:x", "board", 0);
	assert_sent(store, "message !old:x board -;");
	add(store, BOT_OUT_MESSAGE, "!old:x", "line", 0);
	add(store, BOT_OUT_EDIT, "!old:x", "edited", board);
	int64_t fresh = add(store, BOT_OUT_MESSAGE, "!old:x", "fresh", 0);
	add(store, BOT_OUT_EDIT, "!old:x", "refreshed", fresh);
	add(store, BOT_OUT_LEAVE, "!old:x", NULL, 0);
	add(store, BOT_OUT_JOIN, "!new:x", NULL, 0);
	bot_store_room_moved(store, "!old:x", "!new:x");
	/*
	 * The bot joins the new room before it sends messages there. The new room can't show an
	 * edit of a message in the old room, so the edit becomes a new message.
	 */
	assert_sent(store, "leave !old:x - -;join !new:x - -;message !new:x line -;"
			   "message !new:x edited -;message !new:x fresh -;"
			   "edit !new:x refreshed $fresh;");
	add(store, BOT_OUT_EDIT, "!new:x", "later", board);
	assert_sent(store, "edit !new:x later $edited;");
}

STORE_TEST(test_posts_of_a_replaced_room_lose_their_events)
{
	struct bot_post post;
	int64_t board = add(store, BOT_OUT_MESSAGE, "!old:x", "board", 0);
	assert_sent(store, "message !old:x board -;");
	bot_store_room_moved(store, "!old:x", "!new:x");
	assert_false(bot_store_post_by_event(store, "$board", &post));
	add(store, BOT_OUT_EDIT, "!new:x", "again", board);
	add(store, BOT_OUT_EDIT, "!new:x", "more", board);
	assert_sent(store, "message !new:x again -;edit !new:x more $again;");
}

STORE_TEST(test_late_answer_for_the_old_room_names_no_post)
{
	struct seen seen = {.text = ""};
	int64_t board = add(store, BOT_OUT_MESSAGE, "!old:x", "board", 0);
	bot_outbox_heads(store, note, &seen);
	bot_store_room_moved(store, "!old:x", "!new:x");
	bot_outbox_done(store, seen.first, "$old");
	add(store, BOT_OUT_EDIT, "!new:x", "edited", board);
	assert_sent(store, "message !new:x board -;edit !new:x edited $board;");
}

STORE_TEST(test_private_lanes_stay_when_a_room_moves)
{
	struct bot_letter letter = {.kind = BOT_OUT_MESSAGE,
		.private = true,
		.to = "!old:x",
		.body = "hand",
		.txn = "t"};
	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_store_room_moved(store, "!old:x", "!new:x");
	assert_sent(store, "message !old:x hand -;");
}
