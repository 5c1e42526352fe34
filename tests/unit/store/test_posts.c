/* Tests how edits of a post replace each other, and which posts the store keeps. */
#include "bot/store/outbox.h"
#include "bot/store/posts.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

#include <stdio.h>

STORE_TEST(test_waiting_edit_is_replaced_by_a_newer_edit)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", "$board");
	outbox_edit(store, "!a:x", board, "first");
	struct outbox_head replaced = outbox_look(store).head[0];
	outbox_say(store, "!a:x", "line");
	outbox_edit(store, "!a:x", board, "second");
	outbox_edit(store, "!a:x", board, "third");
	assert_int_equal(outbox_waiting(store), 2);
	/* If the homeserver answers the replaced edit late, this answer changes nothing. */
	bot_outbox_done(store, replaced.id, "$first");
	assert_int_equal(outbox_waiting(store), 2);
	outbox_sent(store, "line", "$line");
	struct outbox_heads heads = outbox_look(store);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "third", "$board");
	assert_string_not_equal(heads.head[0].txn, replaced.txn);
	outbox_sent(store, "third", "$third");
	outbox_edit(store, "!a:x", board, "fourth");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "fourth", "$board");
}

/* An edit that may have been sent stays, and the newest edit waits behind it. */
STORE_TEST(test_edit_that_may_have_been_sent_is_not_replaced)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", "$board");
	outbox_edit(store, "!a:x", board, "first");
	int64_t first = outbox_look(store).head[0].id;
	bot_outbox_sending(store, first);
	bot_outbox_sending(store, first);
	outbox_edit(store, "!a:x", board, "second");
	outbox_edit(store, "!a:x", board, "third");
	assert_int_equal(outbox_waiting(store), 2);
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "first", "$board");
	outbox_sent(store, "first", "$1");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "third", "$board");
	/* The bot knows that this edit was not sent, so a newer edit replaces it. */
	int64_t third = outbox_look(store).head[0].id;
	bot_outbox_sending(store, third);
	bot_outbox_not_sent(store, third);
	outbox_edit(store, "!a:x", board, "fourth");
	assert_int_equal(outbox_waiting(store), 1);
}

STORE_TEST(test_edits_of_other_posts_stay)
{
	int64_t a = outbox_say(store, "!a:x", "a"), b = outbox_say(store, "!a:x", "b");
	outbox_sent(store, "a", "$a");
	outbox_sent(store, "b", "$b");
	outbox_edit(store, "!a:x", a, "a edited");
	outbox_edit(store, "!a:x", b, "b edited");
	assert_int_equal(outbox_waiting(store), 2);
	outbox_sent(store, "a edited", "$1");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "b edited", "$b");
}

STORE_TEST(test_edit_of_an_unsent_post_waits_behind_it)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_edit(store, "!a:x", board, "first");
	outbox_edit(store, "!a:x", board, "second");
	assert_int_equal(outbox_waiting(store), 2);
	assert_head(&outbox_look(store).head[0], BOT_OUT_MESSAGE, "board", "");
	outbox_sent(store, "board", "$board");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "second", "$board");
}

STORE_TEST(test_waiting_edit_of_a_given_up_post_becomes_a_message)
{
	struct bot_post post;
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_edit(store, "!a:x", board, "waiting");
	outbox_sent(store, "board", NULL);
	assert_head(&outbox_look(store).head[0], BOT_OUT_MESSAGE, "waiting", "");
	/* The new message may have been sent, so the next edit waits behind it. */
	outbox_edit(store, "!a:x", board, "next");
	assert_int_equal(outbox_waiting(store), 2);
	outbox_sent(store, "waiting", "$waiting");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "next", "$waiting");
	outbox_sent(store, "next", "$next");
	assert_true(bot_store_post_by_event(store, "$waiting", &post));
	assert_int_equal(post.id, board);
}

STORE_TEST(test_new_edit_of_a_given_up_post_becomes_a_message)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", NULL);
	assert_int_equal(outbox_waiting(store), 0);
	outbox_edit(store, "!a:x", board, "again");
	assert_head(&outbox_look(store).head[0], BOT_OUT_MESSAGE, "again", "");
	outbox_sent(store, "again", NULL);
	outbox_edit(store, "!a:x", board, "and again");
	outbox_sent(store, "and again", "$3");
	outbox_edit(store, "!a:x", board, "edited");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "edited", "$3");
}

STORE_TEST(test_given_up_edit_leaves_the_post)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", "$board");
	outbox_edit(store, "!a:x", board, "first");
	outbox_sent(store, "first", NULL);
	outbox_edit(store, "!a:x", board, "second");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "second", "$board");
}

STORE_TEST(test_edit_in_another_lane_is_refused)
{
	int64_t post = outbox_say(store, "!a:x", "board");
	struct bot_letter letter = outbox_text("!b:x", "moved");
	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	assert_false(bot_outbox_add(store, &letter, NULL));
	letter.to = "!a:x";
	letter.private = true;
	assert_false(bot_outbox_add(store, &letter, NULL));
	letter.private = false;
	letter.edits = post + 1;
	assert_false(bot_outbox_add(store, &letter, NULL));
	assert_int_equal(outbox_waiting(store), 1);
}

static int64_t add_match(struct bot_store *store, enum bot_match_status status)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");
	match.status = status;
	bot_store_match_add(store, &match);
	return match.id;
}

STORE_TEST(test_post_is_found_by_its_event_once_sent)
{
	struct bot_post post = {.id = 77};
	struct bot_letter letter = outbox_text("!a:x", "hand");
	letter.match = add_match(store, BOT_PLAYING);
	letter.turn = 259;
	/*
	 * The caller does not ask for a post. The store makes a post nevertheless, because people
	 * may reply to each message of a match.
	 */
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_false(bot_store_post_by_event(store, "$hand", &post));
	assert_false(bot_store_post_by_event(store, "", &post));
	assert_int_equal(post.id, 77);
	outbox_sent(store, "hand", "$hand");
	assert_true(bot_store_post_by_event(store, "$hand", &post));
	assert_int_equal(post.match, letter.match);
	assert_int_equal(post.turn, 259);
	assert_string_equal(post.event, "$hand");
	outbox_say(store, "!a:x", "of none");
	outbox_sent(store, "of none", "$none");
	assert_true(bot_store_post_by_event(store, "$none", &post));
	assert_int_equal(post.match, 0);
	assert_int_equal(post.turn, 0);
}

/* Removes the message that was sent as `event`. Returns its post. */
static struct bot_post remove_message(struct bot_store *store, const char *event)
{
	struct bot_post post;
	assert_true(bot_store_post_removed(store, false, "!a:x", event, &post));
	return post;
}

STORE_TEST(test_edit_of_a_removed_message_becomes_a_message)
{
	struct bot_post post;
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", "$board");
	assert_false(bot_store_post_removed(store, false, "!b:x", "$board", &post));
	assert_false(bot_store_post_removed(store, true, "!a:x", "$board", &post));
	assert_int_equal(remove_message(store, "$board").id, board);
	assert_false(bot_store_post_removed(store, false, "!a:x", "$board", &post));
	assert_false(bot_store_post_by_event(store, "$board", &post));
	assert_int_equal(outbox_waiting(store), 0);
	outbox_edit(store, "!a:x", board, "new");
	assert_head(&outbox_look(store).head[0], BOT_OUT_MESSAGE, "new", "");
	outbox_sent(store, "new", "$new");
	outbox_edit(store, "!a:x", board, "newer");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "newer", "$new");
}

/*
 * The homeserver may have got the first edit already. So the new message has another transaction
 * id, and the answer to the first edit does not become the post's message.
 */
STORE_TEST(test_waiting_edit_of_a_removed_message_becomes_a_message)
{
	int64_t board = outbox_say(store, "!a:x", "board");
	outbox_sent(store, "board", "$board");
	outbox_edit(store, "!a:x", board, "first");
	struct outbox_head first = outbox_look(store).head[0];
	bot_outbox_sending(store, first.id);
	outbox_edit(store, "!a:x", board, "second");
	remove_message(store, "$board");
	assert_int_equal(outbox_waiting(store), 1);
	struct outbox_head again = outbox_look(store).head[0];
	assert_head(&again, BOT_OUT_MESSAGE, "second", "");
	bot_outbox_done(store, first.id, "$edit");
	assert_int_equal(outbox_waiting(store), 1);
	outbox_sent(store, "second", "$second");
	outbox_edit(store, "!a:x", board, "third");
	assert_head(&outbox_look(store).head[0], BOT_OUT_EDIT, "third", "$second");
	struct outbox_head third = outbox_look(store).head[0];
	bot_outbox_sending(store, third.id);
	remove_message(store, "$second");
	assert_head(&outbox_look(store).head[0], BOT_OUT_MESSAGE, "third", "");
	assert_string_not_equal(outbox_look(store).head[0].txn, third.txn);
}

STORE_TEST(test_removed_messages_of_a_challenge_are_counted)
{
	struct bot_letter letter = outbox_text("!a:x", "challenge");
	size_t removed = 0;
	letter.match = add_match(store, BOT_CHALLENGE);
	letter.role = BOT_POST_CHALLENGE;
	for (size_t i = 1; i < 4; i++) {
		char event[8], txn[8];
		snprintf(event, sizeof(event), "$%zu", i);
		snprintf(txn, sizeof(txn), "t%zu", i);
		letter.txn = txn;
		assert_true(bot_outbox_add(store, &letter, NULL));
		outbox_sent(store, "challenge", event);
		struct bot_post post = remove_message(store, event);
		removed = bot_store_posts_removed(store, &post);
		assert_int_equal(removed, i);
	}
}

STORE_TEST(test_old_posts_of_ended_matches_are_deleted)
{
	struct bot_post post;
	char event[32];
	int64_t live = add_match(store, BOT_PLAYING), over = add_match(store, BOT_ENDED);
	int64_t waits = outbox_say(store, "!other:x", "waits");
	for (int i = 0; i < 12000; i++) {
		struct bot_letter letter = outbox_text("!a:x", "b");
		letter.match = i % 100 == 0 ? live : i % 3 == 0 ? over : 0;
		int64_t id;
		assert_true(bot_outbox_add(store, &letter, &id));
		snprintf(event, sizeof(event), "$%d", i);
		outbox_sent(store, "b", event);
	}
	for (int i = 0; i < 12000; i += 100) {
		snprintf(event, sizeof(event), "$%d", i);
		assert_true(bot_store_post_by_event(store, event, &post));
	}
	assert_false(bot_store_post_by_event(store, "$3", &post));
	assert_false(bot_store_post_by_event(store, "$1", &post));
	assert_true(bot_store_post_by_event(store, "$11997", &post));
	assert_true(bot_store_post_by_event(store, "$2300", &post));
	outbox_edit(store, "!other:x", waits, "still there");
}
