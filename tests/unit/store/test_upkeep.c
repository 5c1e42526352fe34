/* Tests which old rows the store deletes, and which it keeps. */
#include "bot/store/outbox.h"
#include "bot/store/upkeep.h"
#include "bot/store/ratings.h"
#include "bot/store/rounds.h"
#include "bot/store/settings.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#include <stdio.h>

#define NOW INT64_C(1700000000000)

static void prune(struct bot_store *store, int times)
{
	for (int i = 0; i < times; i++)
		bot_store_prune(store, NOW);
}

/*
 * Adds `count` copies of a match, each with a shuffle. If `dealt` is true, each copy also has a
 * round.
 */
static void add(struct bot_store *store, size_t count, struct bot_match match, bool dealt)
{
	static const uint8_t deck[EG_DECK] = {
		1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
	const struct bot_shuffle shuffle = {
		.secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .challenge = "$c"};

	for (size_t i = 0; i < count; i++) {
		bot_store_match_add(store, &match);
		bot_store_set_shuffle(store, match.id, &shuffle);
		if (dealt)
			bot_store_round_add(store, match.id, 1, deck);
	}
}

STORE_TEST(test_old_unplayed_challenges_are_deleted)
{
	struct bot_match ended = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct bot_match live = ended;

	ended.status = BOT_ENDED;
	add(store, 1, live, false);
	add(store, 1100, ended, false);
	prune(store, 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 1101 - 64);
	prune(store, 5);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 1001);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM shuffles"), 1001);
	assert_int_equal(sql_number(store, "SELECT min(id) FROM matches"), 1);
	assert_int_equal(sql_number(store, "SELECT min(id) FROM matches WHERE id > 1"), 102);
}

STORE_TEST(test_only_old_unrated_matches_are_deleted)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	match.ended = 7;
	match.rated = true;
	add(store, 100, match, true);
	match.rated = false;
	add(store, 10100, match, true);
	prune(store, 4);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches WHERE rated = 1"), 100);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches WHERE rated = 0"), 10000);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM rounds"), 10100);
	assert_int_equal(sql_number(store, "SELECT min(id) FROM matches WHERE rated = 0"), 201);
}

/* People may still reply to messages of a match with a post, so the store keeps this match. */
STORE_TEST(test_match_with_a_post_is_kept)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	add(store, 1010, match, false);
	memory_store_sql(
		store, "INSERT INTO posts (match_id, private, lane) VALUES (3, 0, '!a:x')");
	prune(store, 2);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 1001);
	assert_int_equal(sql_number(store, "SELECT min(id) FROM matches"), 3);
}

/* A year after their last days off, the store no longer knows that somebody was away. */
STORE_TEST(test_old_days_off_are_deleted)
{
	const int64_t year = INT64_C(365) * 24 * 3600000;
	const struct bot_days_off old = {.until = NOW - year, .since = 1, .days = 42};
	const struct bot_days_off young = {.until = NOW - year + 1, .since = 1, .days = 42};
	bot_days_off_save(store, "@old:x", &old);
	bot_days_off_save(store, "@young:x", &young);
	bot_store_prune_settings(store, NOW);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM days_off"), 1);
	assert_int_equal(
		sql_number(store, "SELECT count(*) FROM days_off WHERE user_id = '@young:x'"), 1);
}

/* Returns a rated match that ended at the time `ended`. */
static struct bot_match old_match(int64_t ended)
{
	struct bot_match match = memory_store_challenge("!a:x", "@w:x", "@b:x");

	match.status = BOT_ENDED;
	match.ended = ended;
	match.rated = true;
	return match;
}

static void forget(struct bot_store *store, int64_t until, int times)
{
	for (int i = 0; i < times; i++)
		bot_store_forget_matches(store, until);
}

STORE_TEST(test_old_matches_are_deleted_in_small_steps)
{
	struct bot_match unplayed = memory_store_challenge("!a:x", "@w:x", "@b:x");
	struct bot_rating rating = {.glicko = {1500, 350, 0.06}, .played = 7, .won = 3};

	bot_rating_set(store, NULL, "@w:x", &rating);
	add(store, 1, memory_store_challenge("!a:x", "@w:x", "@b:x"), false);
	unplayed.status = BOT_ENDED;
	add(store, 3, unplayed, false);
	add(store, 150, old_match(1000), true);
	add(store, 2, unplayed, false);
	add(store, 5, old_match(1001), true);
	memory_store_sql(
		store, "INSERT INTO posts (match_id, private, lane) VALUES (5, 1, '@w:x')");
	forget(store, 999, 3);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 161);
	forget(store, 1000, 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 161 - 16 - 3);
	forget(store, 1000, 12);
	/* the open challenge, the challenges that are newer, and the matches that ended later */
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 1 + 2 + 5);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM rounds"), 5);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM shuffles"), 1 + 2 + 5);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM posts"), 0);
	assert_int_equal(sql_number(store, "SELECT played FROM ratings"), 7);
}

STORE_TEST(test_old_match_is_kept_while_its_messages_wait)
{
	const struct bot_letter letter = {
		.kind = BOT_OUT_MESSAGE, .to = "!a:x", .body = "x", .txn = "t"};

	add(store, 2, old_match(1000), true);
	assert_true(bot_outbox_add(store, &letter, NULL));
	memory_store_sql(
		store, "INSERT INTO posts (id, match_id, private, lane) VALUES (77, 1, 0, '!a:x')");
	memory_store_sql(store, "UPDATE outbox SET post_id = 77");
	forget(store, 1000, 2);
	assert_int_equal(sql_number(store, "SELECT id FROM matches"), 1);
	memory_store_sql(store, "DELETE FROM outbox");
	forget(store, 1000, 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM matches"), 0);
}

STORE_TEST(test_names_of_people_who_never_played_are_deleted)
{
	struct bot_match match = memory_store_challenge("!a:x", "@u0001:x", "@u0002:x");
	struct bot_known_name known;
	char user[BOT_ID_SIZE];

	for (int i = 0; i < 1000; i++) {
		snprintf(user, sizeof(user), "@u%04d:x", i);
		bot_store_set_name(store, user, "Name", "name");
	}
	prune(store, 100); /* the store has fewer names than NAMES_KEPT, so it keeps all */
	assert_int_equal(sql_number(store, "SELECT count(*) FROM names"), 1000);
	bot_store_match_add(store, &match);
	bot_store_set_private_room(store, "@u0003:x", "!p:x");
	for (int i = 1000; i < 1200; i++) {
		snprintf(user, sizeof(user), "@u%04d:x", i);
		bot_store_set_name(store, user, "Name", "name");
	}
	prune(store, 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM names"), 1200 - 64 + 3);
	prune(store, 100);
	assert_in_range(sql_number(store, "SELECT count(*) FROM names"), 900, 1000);
	for (int i = 1; i <= 3; i++) {
		snprintf(user, sizeof(user), "@u%04d:x", i);
		assert_true(bot_store_name(store, user, &known));
		assert_string_equal(known.name, "Name");
	}
}

STORE_TEST(test_full_allowances_are_deleted)
{
	char user[BOT_ID_SIZE];
	int64_t full;

	for (int i = 0; i < 100; i++) {
		snprintf(user, sizeof(user), "@u%d:x", i);
		bot_store_set_allowance(store, BOT_ALLOW_RING, user, "@a:x", NOW - i);
	}
	bot_store_set_allowance(store, BOT_ALLOW_RING, "@b:x", "@a:x", NOW + 1);
	prune(store, 1);
	assert_int_equal(sql_number(store, "SELECT count(*) FROM allowances"), 37);
	prune(store, 1);
	assert_true(bot_store_allowance(store, BOT_ALLOW_RING, "@b:x", "@a:x", &full));
	assert_int_equal(sql_number(store, "SELECT count(*) FROM allowances"), 1);
}

STORE_TEST(test_settings_of_a_room_left_long_ago_are_deleted)
{
	char value[BOT_SETTING_SIZE];

	for (int i = 0; i < 3; i++) {
		static const char *const rooms[] = {"!left:x", "!back:x", "!late:x"};

		bot_store_set_setting(store, BOT_OF_ROOM, rooms[i], "language", "nl");
		bot_store_room_left(store, rooms[i], NOW - BOT_ROOM_KEPT + (i == 2));
	}
	bot_store_room_left(store, "!unset:x", 1);
	bot_store_set_setting(store, BOT_OF_USER, "!left:x", "k", "v");
	bot_store_room_entered(store, "!back:x");
	assert_int_equal(sql_number(store, "SELECT count(*) FROM settings"), 6);
	prune(store, 1);
	assert_false(bot_store_setting(store, BOT_OF_ROOM, "!left:x", "language", value));
	assert_true(bot_store_setting(store, BOT_OF_ROOM, "!back:x", "language", value));
	assert_true(bot_store_setting(store, BOT_OF_ROOM, "!late:x", "language", value));
	assert_int_equal(sql_number(store, "SELECT count(*) FROM settings"), 4);
}
