/* Tests how the store keeps who wants to be told of open challenges. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>

#define ROOM "!hall:x"

static const struct bot_notify_limits all = {.from = 0};

STORE_TEST(test_limits_are_kept_and_changed)
{
	const struct bot_notify_limits evening = {
		.from = 18, .to = 23, .lowest = 1400, .highest = 1700};
	struct bot_notify_limits limits = {.from = 5};

	assert_false(bot_notify_list_get(store, ROOM, "@a:x", &limits));
	assert_int_equal(limits.from, 5);
	bot_notify_list_add(store, ROOM, "@a:x", &all);
	bot_notify_list_add(store, ROOM, "@a:x", &evening);
	assert_true(bot_notify_list_get(store, ROOM, "@a:x", &limits));
	assert_int_equal(limits.from, 18);
	assert_int_equal(limits.to, 23);
	assert_int_equal(limits.lowest, 1400);
	assert_int_equal(limits.highest, 1700);
	bot_notify_list_add(store, "", "@a:x", &all);
	size_t count = bot_notify_list_count(store, "@a:x");
	assert_int_equal(count, 2);
	assert_error(bot_notify_list_add(store, ROOM, "", &all), BOT_INVALID);
	assert_error(bot_notify_list_add(store, ROOM, memory_store_long_id, &all), BOT_INVALID);
}

STORE_TEST(test_removing_keeps_the_other_rooms)
{
	struct bot_notify_limits limits;

	bot_notify_list_add(store, ROOM, "@a:x", &all);
	bot_notify_list_add(store, "", "@a:x", &all);
	bot_notify_list_add(store, ROOM, "@b:x", &all);
	bot_notify_list_remove(store, "", "@a:x");
	assert_true(bot_notify_list_get(store, ROOM, "@a:x", &limits));
	bot_notify_list_remove_user(store, "@a:x");
	size_t count = bot_notify_list_count(store, "@a:x");
	assert_int_equal(count, 0);
	assert_true(bot_notify_list_get(store, ROOM, "@b:x", &limits));
}

STORE_TEST(test_those_told_longest_ago_come_first)
{
	struct bot_notify_person people[3];
	char id[32];

	for (int i = 0; i < 5; i++) {
		snprintf(id, sizeof(id), "@u%d:x", i);
		bot_notify_list_add(store, ROOM, id, &all);
		bot_notify_list_told(store, id, 100 - 10 * i);
	}
	bot_notify_list_add(store, "!other:x", "@z:x", &all);
	size_t count = bot_notify_list_of_room(
		store, &(struct bot_notify_filter){ROOM, false, 90, 0}, people, 3);
	assert_int_equal(count, 3);
	assert_string_equal(people[0].user, "@u4:x");
	assert_string_equal(people[2].user, "@u2:x");
	count = bot_notify_list_of_room(
		store, &(struct bot_notify_filter){ROOM, false, 75, 0}, people, 3);
	assert_int_equal(count, 2);
	count = bot_notify_list_of_room(
		store, &(struct bot_notify_filter){"", false, 100, 0}, people, 3);
	assert_int_equal(count, 0);
}

STORE_TEST(test_people_with_a_rating_are_listed_by_themselves)
{
	const struct bot_rating rating = {{1500, 200, 0.06}, 1, 0, 1, 0, 0};
	struct bot_notify_person people[3];

	bool has = bot_notify_list_has(store, ROOM);
	assert_false(has);
	bot_notify_list_add(store, ROOM, "@a:x", &all);
	bot_notify_list_add(store, ROOM, "@b:x", &all);
	bot_rating_set(store, NULL, "@b:x", &rating);
	size_t count = bot_notify_list_of_room(
		store, &(struct bot_notify_filter){ROOM, true, 0, 0}, people, 3);
	assert_int_equal(count, 1);
	assert_string_equal(people[0].user, "@b:x");
	count = bot_notify_list_of_room(
		store, &(struct bot_notify_filter){ROOM, false, 0, 0}, people, 3);
	assert_int_equal(count, 1);
	assert_string_equal(people[0].user, "@a:x");
	has = bot_notify_list_has(store, ROOM);
	assert_true(has);
}

/* Being told in one room counts in all rooms. */
STORE_TEST(test_somebody_of_all_rooms_is_found_until_they_are_told)
{
	struct bot_notify_person person;

	assert_false(bot_notify_list_of_all_rooms(store, "@a:x", 50, &person));
	bot_notify_list_add(store, ROOM, "@a:x", &all);
	assert_false(bot_notify_list_of_all_rooms(store, "@a:x", 50, &person));
	bot_notify_list_add(store, "", "@a:x", &all);
	assert_true(bot_notify_list_of_all_rooms(store, "@a:x", 50, &person));
	assert_string_equal(person.user, "@a:x");
	bot_notify_list_told(store, "@a:x", 60);
	assert_false(bot_notify_list_of_all_rooms(store, "@a:x", 50, &person));
	assert_true(bot_notify_list_of_all_rooms(store, "@a:x", 60, &person));
}

#define HOUR (INT64_C(60) * 60 * 1000)

static void add_match_with_clock(struct bot_store *store, const char *white, const char *black,
	enum bot_match_status status, int64_t ended, int64_t clock)
{
	struct bot_match match = {
		.status = status, .ended = ended, .rules.touches = 5, .clock = clock};

	snprintf(match.room, sizeof(match.room), ROOM);
	snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "%s", white);
	snprintf(match.player[EG_BLACK], BOT_ID_SIZE, "%s", black);
	if (!black[0])
		match.practice = BOT_NOVICE;
	bot_store_match_add(store, &match);
}

static void add_match(struct bot_store *store, const char *white, const char *black,
	enum bot_match_status status, int64_t ended)
{
	add_match_with_clock(store, white, black, status, ended, HOUR);
}

static void assert_free(struct bot_store *store, const char *user, bool busy, int64_t played)
{
	bool is_busy = !busy;
	int64_t last = -1;

	bot_notify_list_get_activity(store, user, &is_busy, &last);
	assert_int_equal(is_busy, busy);
	assert_int_equal(last, played);
}

STORE_TEST(test_somebody_in_a_match_with_somebody_is_busy)
{
	assert_free(store, "@a:x", false, 0);
	add_match(store, "@a:x", "@b:x", BOT_CHALLENGE, 0);
	add_match(store, "@a:x", "", BOT_PLAYING, 0);
	add_match(store, "@a:x", "@b:x", BOT_ENDED, 70);
	add_match(store, "@b:x", "@a:x", BOT_ENDED, 80);
	assert_free(store, "@a:x", false, 80);
	assert_false(bot_store_user_sits(store, "@a:x"));
	add_match_with_clock(store, "@d:x", "@a:x", BOT_PLAYING, 0, 24 * HOUR);
	add_match_with_clock(store, "@a:x", "@d:x", BOT_PLAYING, 0, 0);
	assert_free(store, "@a:x", false, 80); /* has days for a turn */
	assert_free(store, "@d:x", false, 0);
	assert_true(bot_store_user_sits(store, "@a:x")); /* but sits in a match */
	assert_true(bot_store_user_sits(store, "@d:x"));
	assert_false(bot_store_user_sits(store, "@b:x"));
	add_match(store, "@c:x", "@a:x", BOT_ACCEPTED, 0);
	assert_free(store, "@a:x", true, 80);
	assert_free(store, "@c:x", true, 0);
	assert_free(store, "@b:x", false, 80);
}

STORE_TEST(test_list_moves_with_the_room)
{
	struct bot_notify_limits limits;

	bot_notify_list_add(store, ROOM, "@a:x", &all);
	bot_store_room_moved(store, ROOM, "!new:x");
	assert_false(bot_notify_list_get(store, ROOM, "@a:x", &limits));
	assert_true(bot_notify_list_get(store, "!new:x", "@a:x", &limits));
}

STORE_TEST(test_list_of_a_room_ends_when_the_bot_has_left_for_long)
{
	struct bot_notify_limits limits;

	bot_notify_list_add(store, ROOM, "@a:x", &all);
	bot_store_room_left(store, ROOM, 1000);
	bot_store_prune(store, BOT_ROOM_KEPT + 999);
	assert_true(bot_notify_list_get(store, ROOM, "@a:x", &limits));
	bot_store_prune(store, BOT_ROOM_KEPT + 1000);
	assert_false(bot_notify_list_get(store, ROOM, "@a:x", &limits));
}
