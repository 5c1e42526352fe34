/*
 * Tests that the store answers queries about a match and its messages with what the rows say,
 * although it keeps the answers: after each kind of change, and after a rollback.
 */
#include "bot/store/rounds.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

#include "bot/store/posts.h"
#include "bot/store/sql/driver.h"
#include "bot/store/sql/post_rows.h"

#include <stdio.h>
#include <string.h>

#define ANN     "@ann:x"
#define BOB     "@bob:x"
#define ROOM    "!r:x"
#define ANSWERS 1024

/* The match of the queries, and the post of its picture. A rollback gives no id back. */
static int64_t match_id, picture_post;

static void ok(enum bot_error error)
{
	assert_int_equal(error, BOT_OK);
}

static size_t find_lists(struct bot_store *store, struct bot_open_list lists[BOT_OPEN_MOST])
{
	return bot_store_open_lists(store, ANN, match_id, lists);
}

/* Returns how many pictures the match has, and writes the newest. */
static size_t find_pictures(struct bot_store *store, struct bot_placed_post *picture)
{
	return bot_store_pictures(store, match_id, picture, 1);
}

static void write_answers(struct bot_store *store, char text[ANSWERS])
{
	struct bot_open_list lists[BOT_OPEN_MOST] = {{0}};
	char room[BOT_ID_SIZE] = "", challenge[BOT_ID_SIZE] = "";
	struct bot_placed_post picture = {0};
	size_t open = find_lists(store, lists), pictures = find_pictures(store, &picture);

	bot_store_shuffle_challenge(store, match_id, challenge);
	bot_store_own_room(store, ANN, room);
	snprintf(text, ANSWERS, "%s %s %zu %d %d %zu %d", room, challenge, open, (int)lists[0].post,
		lists[0].poll, pictures, (int)picture.id);
}

/* The changes, in the order in which the tests make them */

static void be_challenged(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge(ROOM, BOB, ANN);

	bot_store_match_add(store, &match);
	match_id = match.id;
}

/* ANN's own challenge comes before BOB's, and after a match that is played. */
static void challenge(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!own:x", ANN, BOB);

	bot_store_match_add(store, &match);
}

static void begin_match(struct bot_store *store)
{
	struct bot_match match;

	assert_true(bot_store_match_get(store, match_id, &match));
	match.status = BOT_PLAYING;
	bot_store_match_save(store, &match);
}

static void shuffle(struct bot_store *store)
{
	struct bot_shuffle shuffle = {.challenge = "$challenge"};

	memset(shuffle.secret, 'A', sizeof(shuffle.secret) - 1);
	bot_store_set_shuffle(store, match_id, &shuffle);
}

static void send_list(struct bot_store *store)
{
	struct bot_letter letter = outbox_text(ANN, "list");

	letter.private = true;
	letter.match = match_id;
	letter.turn = 5;
	assert_true(bot_outbox_add(store, &letter, NULL));
}

static void close_lists(struct bot_store *store)
{
	struct bot_open_list lists[BOT_OPEN_MOST];
	size_t count = find_lists(store, lists);

	bot_store_close_lists(store, ANN, match_id, lists, count);
}

static void remove_list(struct bot_store *store)
{
	struct bot_post post;

	while (outbox_waiting(store) > 0)
		outbox_sent(store, "list", "$list");
	assert_true(bot_store_post_removed(store, true, ANN, "$list", &post)); /* the newest */
}

static void send_picture(struct bot_store *store)
{
	struct bot_letter letter = outbox_text(ROOM, "picture");

	letter.match = match_id;
	letter.role = BOT_POST_PICTURE;
	assert_true(bot_outbox_add(store, &letter, &picture_post));
}

static void give_picture_up(struct bot_store *store)
{
	outbox_sent(store, "picture", NULL);
}

/* The post has no message any more, so the edit becomes one. */
static void send_picture_anew(struct bot_store *store)
{
	outbox_edit(store, ROOM, picture_post, "picture");
}

static void overtake_picture(struct bot_store *store)
{
	struct bot_placed_post picture;

	assert_int_equal(find_pictures(store, &picture), 1);
	bot_store_picture_over(store, picture.id);
}

static void end_match(struct bot_store *store)
{
	struct bot_match match;

	assert_true(bot_store_match_get(store, match_id, &match));
	match.status = BOT_ENDED;
	match.ending = BOT_WON;
	match.ended = 1;
	bot_store_match_save(store, &match);
}

/* Each of these changes what one of the queries answers. */
static const struct {
	void (*make)(struct bot_store *store);
	bool nothing; /* but this one changes no answer */
} changes[] = {{be_challenged, true}, {challenge, false}, {begin_match, false}, {shuffle, false},
	{send_list, false}, {close_lists, false}, {send_list, false}, {send_list, false},
	{close_lists, false}, {send_list, false}, {remove_list, false}, {send_picture, false},
	{give_picture_up, false}, {send_picture_anew, false}, {overtake_picture, false},
	{end_match, false}};
#define CHANGES (sizeof(changes) / sizeof(*changes))

static void make_change(struct bot_store *store, size_t i)
{
	char before[ANSWERS], after[ANSWERS], again[ANSWERS];

	write_answers(store, before);
	changes[i].make(store);
	write_answers(store, after);
	if (changes[i].nothing)
		assert_string_equal(before, after);
	else
		assert_string_not_equal(before, after);
	write_answers(store, again);
	assert_string_equal(after, again);
}

STORE_TEST(test_answer_follows_each_change)
{
	for (size_t i = 0; i < CHANGES; i++)
		make_change(store, i);
}

STORE_TEST(test_rollback_brings_the_old_answers_back)
{
	char before[ANSWERS], after[ANSWERS];

	for (size_t i = 0; i < CHANGES; i++) {
		write_answers(store, before);
		make_change(store, i);
		bot_store_rollback(store);
		ok(bot_store_begin(store));
		write_answers(store, after);
		assert_string_equal(before, after);
		make_change(store, i);
		ok(bot_store_commit(store));
		ok(bot_store_begin(store));
	}
}

/* An edit of a post that is gone would be a row of the outbox without a post. */
STORE_TEST(test_pruned_post_is_edited_no_more)
{
	int64_t post = outbox_say(store, ROOM, "post");
	struct bot_letter edit = {.kind = BOT_OUT_EDIT, .to = ROOM, .edits = post};
	struct bot_edited_post edited;

	outbox_sent(store, "post", "$post");
	assert_true(bot_post_find_edited(store, &edit, &edited));
	/* With the next id, the store deletes the posts that are ten thousand older. */
	ok(store->driver->set_last_id(store, "posts", "id", 10239));
	assert_int_equal(outbox_say(store, ROOM, "later"), 10240);
	assert_false(bot_post_find_edited(store, &edit, &edited));
}
