/*
 * Tests that the bot does the same again if it handles the same events again, as after an older
 * copy of the store has come back: at another time, and with other random numbers.
 */
#include "bot/store/causes.h"
#include "tests/support/scene_talk.h"
#include "tests/support/scene_match.h"

#include <stdlib.h>
#include <string.h>

#define WHO "@who:test"

static const unsigned char key[BOT_KEY_SIZE] = "a key that only this test knows";

/* A scene whose store has the key, at a time of its own. */
static struct scene *create(uint64_t seed)
{
	struct scene *scene = scene_create(seed);

	bot_store_offer_key(scene->store, key);
	scene->now += (int64_t)seed * HOUR;
	return scene;
}

/* The time at which a turn ends is another one. */
static void assert_same_text(const char *first, const char *again)
{
	const char *until = strstr(first, " until ");
	size_t same = until ? (size_t)(until - first) : strlen(first);

	if (!until)
		assert_string_equal(first, again);
	assert_true(strlen(again) >= same);
	assert_memory_equal(first, again, same);
}

static void assert_same(const struct scene *first, const struct scene *again)
{
	assert_int_equal(first->count, again->count);
	for (size_t i = 0; i < first->count; i++) {
		const struct scene_row *a = &first->row[i], *b = &again->row[i];

		assert_string_equal(a->to, b->to);
		assert_same_text(a->body, b->body);
		assert_string_equal(a->commitment, b->commitment);
		assert_string_equal(a->txn, b->txn);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(a->txn, first->row[j].txn);
	}
}

static void play_match(struct scene *scene)
{
	scene_begin(scene, "to 2 first random");
	for (unsigned i = 0; i < 30 && scene_match(scene, 1).status == BOT_PLAYING; i++)
		scene_play(scene);
	scene_say(scene, ROOM, ANN, "!eg board");
	scene_say(scene, ROOM, ANN, "!eg board");
	scene_tell(scene, BOB, "hand");
	scene_tell(scene, BOB, "resign");
	scene_tell(scene, BOB, "yes");
	scene_say(scene, ROOM, ANN, "!eg rematch");
}

/* Two challenges wait at the same time. The reminders and the forfeit follow from timers. */
static void let_time_pass(struct scene *scene)
{
	scene_say(scene, ROOM, ANN, "!eg challenge clock 5m");
	scene_say(scene, ROOM, EVE, "!eg challenge clock 5m");
	scene_say(scene, ROOM, BOB, "!eg accept #1");
	scene_let_both_act(scene);
	scene_wait(scene, 5 * DAY);
}

static void practise(struct scene *scene)
{
	scene_tell(scene, WHO, "practice novice");
	for (unsigned i = 0; i < 12; i++)
		scene_tell(scene, WHO, "a");
	scene_tell(scene, WHO, "hint");
	scene_tell(scene, WHO, "forget me");
	scene_tell(scene, WHO, "forget me yes");
}

UNIT_TEST(test_same_events_make_the_same_messages)
{
	static void (*const plays[])(struct scene * scene) = {play_match, let_time_pass, practise};

	for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++) {
		struct scene *first = create(1), *again = create(2);

		plays[i](first);
		plays[i](again);
		assert_true(first->count > 10);
		assert_same(first, again);
		scene_destroy(first);
		scene_destroy(again);
	}
}

/* Without the key, nobody can tell the decks. */
UNIT_TEST(test_other_key_makes_other_decks)
{
	struct scene *first = create(1), *other = scene_create(1);
	static const unsigned char another[BOT_KEY_SIZE] = "another key";

	bot_store_offer_key(other->store, another);
	scene_begin(first, "");
	scene_begin(other, "");
	const struct eg_match one = scene_state(first, 1), two = scene_state(other, 1);
	assert_memory_not_equal(&one.round, &two.round, sizeof(one.round));
	scene_destroy(first);
	scene_destroy(other);
}

/* In a match in which it is ANN's turn, who has 1 2 5 5 5. */
static const struct {
	const char *user, *text;
	bool private;
} no_longer_fit[] = {
	{BOB, "+4", true},
	{ANN, "+4", true},
	{ANN, "+9", true},
	{BOB, "!eg accept #1", false},
	{BOB, "!eg cancel", false},
	{ANN, "+1 #7", true},
	{ANN, "nonsense", true},
};

/* What was written before an older store came back may have been done already. */
SCENE_TEST_FROM(scene_setup_in_reach, test_old_command_that_no_longer_fits_is_dropped)
{
	for (size_t i = 0; i < sizeof(no_longer_fit) / sizeof(no_longer_fit[0]); i++) {
		struct bot_message message = {.room = ROOM,
			.sender = no_longer_fit[i].user,
			.text = no_longer_fit[i].text,
			.private = no_longer_fit[i].private};

		scene_message(scene, &message);
		if (scene->count == scene->mark)
			fail_msg("%s has no answer", message.text);
		message.event = NULL;
		message.old = true;
		scene_message(scene, &message);
		if (scene->count != scene->mark)
			fail_msg("%s: %s", message.text, scene->row[scene->mark].body);
	}
	/* What still fits is done. */
	scene_message(scene,
		&(struct bot_message){
			.room = ROOM, .sender = ANN, .text = "+1", .private = true, .old = true});
	assert_true(scene->count > scene->mark);
	assert_string_equal(scene_to_act(scene), BOB);
}
