/* The commands `record` and `verify` about the bouts of club nights and seasons. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <string.h>

#define KEY_SIZE 44

/* Copies the key that follows `before` in a text. */
static void copy_key(const char *text, const char *before, char key[KEY_SIZE])
{
	const char *at = strstr(text, before);

	if (!at)
		fail_msg("no %s in %s", before, text);
	snprintf(key, KEY_SIZE, "%s", at + strlen(before));
}

/* Returns what the bot answers in the room to a command about a match. */
static const struct scene_row *ask(struct scene *scene, const char *command, int64_t match)
{
	scene_sayf(scene, ROOM, EVE, "!eg %s #%d", command, (int)match);
	return scene_last(scene, ROOM);
}

/* Whoever asks during a bout gets the commitment that its record has in the end. */
SCENE_TEST(test_bout_shows_its_commitment_before_its_cards)
{
	char early[KEY_SIZE], late[KEY_SIZE];

	scene_begin_night(scene, "30m to 1", 4);
	int64_t match = scene_bout(scene);
	copy_key(ask(scene, "verify", match)->body, "the commitment ", early);
	scene_fence_bout(scene, match);
	ask(scene, "verify", match);
	scene_assert_answer(scene, ROOM, "is correct, from the first card to the last touch.");
	scene_assert_answer(scene, ROOM, "by which both fencers signed up");
	scene_assert_answer(scene, ROOM, "To check this without me, use");
	copy_key(ask(scene, "record", match)->file, "[Commitment \"", late);
	assert_string_equal(early, late);
}

SCENE_TEST(test_bouts_have_different_commitments)
{
	char key[3][KEY_SIZE];

	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	for (int i = 0; i < 3; i++)
		copy_key(ask(scene, "record", i + 1)->file, "[Commitment \"", key[i]);
	assert_string_not_equal(key[0], key[1]);
	assert_string_not_equal(key[1], key[2]);
	assert_string_not_equal(key[0], key[2]);
}

SCENE_TEST(test_bout_of_a_season_is_proven_too)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_fence_season(scene);
	scene_ask(
		scene, "@f0:test", "verify", "is correct, from the first card to the last touch.");
	scene_assert_answer(scene, "@f0:test", "by which both fencers signed up");
}

/* A bot that handles the command again, on an older store, draws the same lots. */
UNIT_TEST(test_lots_follow_from_the_event_and_the_key)
{
	static const unsigned char key[BOT_KEY_SIZE] = "lots follow from this key, don't";
	char secret[2][BOT_SECRET_SIZE];

	for (int i = 0; i < 2; i++) {
		struct scene *scene = scene_create((uint64_t)i);

		bot_store_offer_key(scene->store, key);
		scene_say(scene, ROOM, EVE, "!eg night 30m");
		memcpy(secret[i], scene_competition(scene).secret, BOT_SECRET_SIZE);
		scene_destroy(scene);
	}
	assert_string_equal(secret[0], secret[1]);
}

SCENE_TEST(test_competition_has_no_record)
{
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	scene_ask_in(scene, ROOM, EVE, "!eg verify night", "night");
	scene_ask_in(scene, ROOM, EVE, "!eg record season", "season");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_MESSAGE);
}
