/*
 * Tests that the store answers small queries with what the rows say, although it keeps the answers:
 * after each kind of change, and after a rollback.
 */
#include "bot/store/upkeep.h"
#include "bot/store/settings.h"
#include "bot/store/sql/kept_answers.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANN     "@ann:x"
#define BOB     "@bob:x"
#define ANSWERS 512

/* Writes the answers of all queries whose answers the store keeps. */
static void write_answers(struct bot_store *store, char text[ANSWERS])
{
	char setting[BOT_SETTING_SIZE], room[BOT_ID_SIZE] = "", user[BOT_ID_SIZE] = "";
	struct bot_known_name name = {.shared = false};
	struct bot_question question = {.until = 0};
	struct bot_rating rating = {.played = 0};
	char *value = NULL;
	bool set[] = {bot_store_setting(store, BOT_OF_ROOM, "!r:x", "language", setting),
		bot_store_setting(store, BOT_OF_USER, "!r:x", "language", setting),
		bot_store_name(store, ANN, &name), bot_store_private_room(store, ANN, room),
		bot_store_private_user(store, "!p:x", user),
		bot_store_get(store, "key", &value) == BOT_OK,
		bot_rating_get(store, "!r:x", ANN, &rating),
		bot_store_question(store, ANN, "!r:x", &question)};
	int used = 0;

	bool joined = bot_store_has_joined(store, ANN);
	bool has_name = set[2] && strcmp(name.name, "Ann") == 0;
	bool finished = bot_store_match_finished(store, ANN);
	for (size_t i = 0; i < sizeof(set) / sizeof(*set); i++)
		used += snprintf(text + used, ANSWERS - (size_t)used, "%d ", set[i]);
	snprintf(text + used, ANSWERS - (size_t)used, "%s %d %s %s %d %d %d %s %u %d",
		set[0] ? setting : "", name.shared, room, user, joined, has_name, finished,
		value ? value : "", (unsigned)rating.played, (int)question.until);
	free(value);
}

static void ok(enum bot_error error)
{
	assert_int_equal(error, BOT_OK);
}

static void set_setting(struct bot_store *store)
{
	bot_store_set_setting(store, BOT_OF_ROOM, "!r:x", "language", "de");
}

static void unset_setting(struct bot_store *store)
{
	bot_store_set_setting(store, BOT_OF_ROOM, "!r:x", "language", NULL);
}

static void learn_name(struct bot_store *store)
{
	bot_store_set_name(store, ANN, "Ann", "ann");
}

static void learn_same_name(struct bot_store *store)
{
	bot_store_set_name(store, BOB, "Ann", "ann");
}

static void give_private_room(struct bot_store *store)
{
	bot_store_set_private_room(store, ANN, "!p:x");
}

static void join(struct bot_store *store)
{
	bot_store_set_joined(store, ANN, true);
}

static void give_private_room_to_other(struct bot_store *store)
{
	bot_store_set_private_room(store, BOB, "!p:x");
}

static void take_private_room(struct bot_store *store)
{
	bot_store_set_private_room(store, BOB, NULL);
	bot_store_set_private_room(store, ANN, "!p:x");
}

static void set_value(struct bot_store *store)
{
	ok(bot_store_set(store, "key", "value"));
}

static void set_other_value(struct bot_store *store)
{
	ok(bot_store_set(store, "key", "other"));
}

static void rate(struct bot_store *store)
{
	const struct bot_rating rating = {
		.glicko = {.rating = 1500, .deviation = 100, .volatility = 0.06}, .played = 3};

	bot_rating_set(store, "!r:x", ANN, &rating);
}

static void ask(struct bot_store *store)
{
	bot_store_ask(store, ANN, "!r:x", &(struct bot_question){.until = 7});
}

static void close_question(struct bot_store *store)
{
	bot_store_close_question(store, ANN, "!r:x", 3);
}

static void finish_match(struct bot_store *store)
{
	struct bot_match match = memory_store_challenge("!r:x", ANN, BOB);

	bot_store_match_add(store, &match);
	match.status = BOT_ENDED;
	match.ending = BOT_WON;
	match.ended = 1;
	bot_store_match_save(store, &match);
}

static void move_room(struct bot_store *store)
{
	bot_store_room_moved(store, "!r:x", "!s:x");
}

static void move_back(struct bot_store *store)
{
	bot_store_room_moved(store, "!s:x", "!r:x");
}

static void leave_room(struct bot_store *store)
{
	set_setting(store);
	bot_store_room_left(store, "!r:x", 1);
	bot_store_prune(store, 2 + BOT_ROOM_KEPT);
}

static void erase_person(struct bot_store *store)
{
	bot_store_person_erase(store, ANN, "erased");
}

/* Each of these changes what one of the queries answers. */
static void (*const changes[])(struct bot_store *store) = {set_setting, unset_setting, learn_name,
	learn_same_name, give_private_room, join, give_private_room_to_other, take_private_room,
	set_value, set_other_value, rate, ask, close_question, finish_match, set_setting, move_room,
	move_back, leave_room, erase_person};
#define CHANGES (sizeof(changes) / sizeof(*changes))

STORE_TEST(test_answer_follows_each_change)
{
	char before[ANSWERS], after[ANSWERS], again[ANSWERS];

	for (size_t i = 0; i < CHANGES; i++) {
		write_answers(store, before);
		changes[i](store);
		write_answers(store, after);
		assert_string_not_equal(before, after);
		write_answers(store, again);
		assert_string_equal(after, again);
	}
}

STORE_TEST(test_rollback_brings_the_old_answers_back)
{
	char before[ANSWERS], after[ANSWERS];

	for (size_t i = 0; i < CHANGES; i++) {
		write_answers(store, before);
		changes[i](store);
		write_answers(store, after);
		assert_string_not_equal(before, after);
		bot_store_rollback(store);
		ok(bot_store_begin(store));
		write_answers(store, after);
		assert_string_equal(before, after);
		changes[i](store);
		ok(bot_store_commit(store));
		ok(bot_store_begin(store));
	}
}

STORE_TEST(test_long_value_is_not_kept)
{
	char text[2000], *value = NULL;

	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	ok(bot_store_set(store, "key", text));
	for (int i = 0; i < 2; i++) {
		ok(bot_store_get(store, "key", &value));
		assert_string_equal(value, text);
		free(value);
	}
}

STORE_TEST(test_answer_stays_among_many_that_nobody_asks_again)
{
	const struct bot_kept_query often = {BOT_SQL_VALUE_GET, "often", NULL, 0};
	bool found;

	bot_kept_add(store, &often, false, NULL, 0);
	for (int64_t i = 0; i < 64 * BOT_KEPT_PLACES; i++) {
		const struct bot_kept_query once = {BOT_SQL_MATCH_IS_PRACTICE, NULL, NULL, i};

		bot_kept_add(store, &once, false, NULL, 0);
		if (i % BOT_KEPT_PLACES == 0)
			assert_true(bot_kept_find(store, &often, &found, NULL, 0));
	}
	assert_false(bot_kept_find(store,
		&(struct bot_kept_query){BOT_SQL_MATCH_IS_PRACTICE, NULL, NULL, 0}, &found, NULL,
		0));
}
