/* Tests the optional rows of the outbox, which the adapter may drop. */
#include "bot/store/matches.h"
#include "bot/store/outbox.h"
#include "bot/store/person.h"
#include "bot/store/upkeep.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

/* Adds an optional edit of the post, with this text. */
static void edit_optionally(struct bot_store *store, int64_t post, const char *body)
{
	struct bot_letter letter = outbox_text("@a:x", body);

	letter.kind = BOT_OUT_EDIT;
	letter.private = true;
	letter.edits = post;
	letter.optional = true;
	assert_true(bot_outbox_add(store, &letter, NULL));
}

static void edit(struct bot_store *store, int64_t post, const char *body)
{
	struct bot_letter letter = outbox_text("@a:x", body);

	letter.kind = BOT_OUT_EDIT;
	letter.private = true;
	letter.edits = post;
	assert_true(bot_outbox_add(store, &letter, NULL));
}

/* Adds a message to the private lane of the optional rows, and returns its post. */
static int64_t say_privately(struct bot_store *store, const char *body)
{
	struct bot_letter letter = outbox_text("@a:x", body);
	int64_t post = 0;

	letter.private = true;
	assert_true(bot_outbox_add(store, &letter, &post));
	return post;
}

static struct outbox_heads look_at_optional(struct bot_store *store)
{
	struct outbox_heads heads = {.wanted = 16};

	bot_outbox_optional_heads(store, outbox_take, &heads);
	return heads;
}

STORE_TEST(test_optional_row_waits_for_the_rows_before_it)
{
	int64_t post = say_privately(store, "list");

	edit_optionally(store, post, "first");
	edit_optionally(store, post, "done");
	assert_int_equal(look_at_optional(store).count, 0);
	assert_int_equal(outbox_waiting(store), 1);
	outbox_sent(store, "list", "$list");
	assert_int_equal(outbox_look(store).count, 0);
	assert_int_equal(outbox_waiting(store), 0);
	struct outbox_heads heads = look_at_optional(store);
	assert_int_equal(heads.count, 1);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "done", "$list");
	bot_outbox_done(store, heads.head[0].id, NULL);
	assert_int_equal(look_at_optional(store).count, 0);
}

STORE_TEST(test_optional_row_gives_way_to_the_next_row_of_its_lane)
{
	int64_t post = say_privately(store, "list");

	outbox_sent(store, "list", "$list");
	edit_optionally(store, post, "done");
	bot_outbox_sending(store, look_at_optional(store).head[0].id);
	outbox_say(store, "!a:x", "elsewhere");
	assert_int_equal(look_at_optional(store).count, 1);
	say_privately(store, "next");
	assert_int_equal(look_at_optional(store).count, 0);
	outbox_sent(store, "elsewhere", "$elsewhere");
	struct outbox_heads heads = outbox_look(store);
	assert_int_equal(heads.count, 1);
	assert_head(&heads.head[0], BOT_OUT_MESSAGE, "next", "");
}

STORE_TEST(test_optional_row_never_becomes_a_message)
{
	int64_t post = say_privately(store, "list");

	edit_optionally(store, post, "done");
	outbox_sent(store, "list", NULL);
	edit_optionally(store, post, "done");
	assert_int_equal(look_at_optional(store).count, 0);
	assert_int_equal(outbox_look(store).count, 0);
}

/* Removes the post's message optionally. */
static void remove_optionally(struct bot_store *store, int64_t post)
{
	const struct bot_letter letter = {.kind = BOT_OUT_REMOVE,
		.private = true,
		.to = "@a:x",
		.txn = "removal",
		.edits = post,
		.optional = true};

	assert_true(bot_outbox_add(store, &letter, NULL));
}

STORE_TEST(test_removal_names_the_event_of_its_message)
{
	int64_t post = say_privately(store, "poll");

	remove_optionally(store, post);
	outbox_sent(store, "poll", "$poll");
	struct outbox_heads heads = look_at_optional(store);
	assert_int_equal(heads.count, 1);
	assert_int_equal(heads.head[0].kind, BOT_OUT_REMOVE);
	assert_string_equal(heads.head[0].edits, "$poll");
	bot_outbox_done(store, heads.head[0].id, "$removal");
	assert_int_equal(look_at_optional(store).count, 0);
}

STORE_TEST(test_message_that_was_given_up_is_not_removed)
{
	int64_t post = say_privately(store, "poll");

	remove_optionally(store, post);
	outbox_sent(store, "poll", NULL);
	assert_int_equal(look_at_optional(store).count, 0);
	remove_optionally(store, post);
	assert_int_equal(look_at_optional(store).count, 0);
}

static int64_t add_match(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!a:x", "@a:x", "@b:x");

	bot_store_match_add(store, &match);
	return match.id;
}

/* Adds an optional message of the match. */
static void notify(struct bot_store *store, int64_t match)
{
	struct bot_letter letter = outbox_text("@a:x", "done");

	letter.private = letter.optional = true;
	letter.match = match;
	assert_true(bot_outbox_add(store, &letter, NULL));
}

STORE_TEST(test_next_hand_drops_an_optional_message_of_its_match)
{
	int64_t match = add_match(store), other = add_match(store);

	notify(store, match);
	bot_outbox_drop_hands(store, "@a:x", other);
	assert_int_equal(look_at_optional(store).count, 1);
	bot_outbox_drop_hands(store, "@a:x", match);
	assert_int_equal(look_at_optional(store).count, 0);
}

STORE_TEST(test_only_edits_and_private_messages_may_be_optional)
{
	struct bot_letter letter = outbox_text("@a:x", "text");

	letter.optional = true;
	assert_error(bot_outbox_add(store, &letter, NULL), BOT_INVALID);
	letter.kind = BOT_OUT_REACH;
	letter.private = true;
	assert_error(bot_outbox_add(store, &letter, NULL), BOT_INVALID);
}

/* Adds a message to a room, and an optional edit of it with the text "over". */
static int64_t say_and_end(struct bot_store *store, const char *body)
{
	int64_t post = outbox_say(store, "!a:x", body);
	struct bot_letter letter = outbox_text("!a:x", "over");

	letter.kind = BOT_OUT_EDIT;
	letter.edits = post;
	letter.optional = true;
	assert_true(bot_outbox_add(store, &letter, NULL));
	return post;
}

STORE_TEST(test_optional_edit_in_a_room_is_not_sent_to_the_next_room)
{
	say_and_end(store, "old");
	outbox_sent(store, "old", "$old");
	assert_int_equal(look_at_optional(store).count, 1);
	bot_store_room_moved(store, "!a:x", "!b:x");
	assert_int_equal(look_at_optional(store).count, 0);
	assert_int_equal(outbox_look(store).count, 0);

	say_and_end(store, "waiting");
	bot_store_room_moved(store, "!a:x", "!b:x");
	outbox_sent(store, "waiting", "$new");
	struct outbox_heads heads = look_at_optional(store);
	assert_int_equal(heads.count, 1);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "over", "$new");
}

/* Nothing can edit or remove a message from another room. */
STORE_TEST(test_change_of_a_message_is_not_sent_to_another_private_room)
{
	bot_store_set_private_room(store, "@a:x", "!p:x");
	int64_t list = say_privately(store, "list"), poll = say_privately(store, "poll");
	int64_t news = say_privately(store, "news");
	outbox_sent(store, "list", "$list");
	outbox_sent(store, "poll", "$poll");
	outbox_sent(store, "news", "$news");
	edit_optionally(store, list, "done");
	remove_optionally(store, poll);
	edit(store, news, "mended");
	bot_store_set_private_room(store, "@a:x", "!p:x");
	assert_int_equal(outbox_look(store).head[0].kind, BOT_OUT_EDIT);

	bot_store_set_private_room(store, "@a:x", "!q:x");
	struct outbox_heads heads = outbox_look(store);
	assert_int_equal(heads.count, 1);
	assert_head(&heads.head[0], BOT_OUT_MESSAGE, "mended", "");
	outbox_sent(store, "mended", "$mended");
	edit_optionally(store, list, "done");
	assert_int_equal(look_at_optional(store).count, 0);
	edit_optionally(store, news, "again");
	heads = look_at_optional(store);
	assert_int_equal(heads.count, 1);
	assert_head(&heads.head[0], BOT_OUT_EDIT, "again", "$mended");
}
