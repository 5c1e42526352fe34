/*
 * Damaged rows in the store: the bot gives up the match that these rows belong to, and says so in
 * the match's room. All other matches go on.
 */
#include "tests/support/memory_store.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define TOLD "I can't go on with #1"

struct trial {
	struct scene *scene;
	unsigned mended;
};

/*
 * Calls the host as an adapter does: with a message, or for the timers if the message is NULL. If
 * the call fails, rolls the transaction back, lets the host give up the damaged matches, and calls
 * the host again.
 */
static void call_host(struct trial *trial, const struct bot_message *message)
{
	struct scene *scene = trial->scene;
	enum bot_error error;

	scene->mark = scene->count;
	do {
		bool mended = false;
		int64_t next;

		assert_int_equal(bot_store_begin(scene->store), BOT_OK);
		error = message ? bot_host_message(scene->host, message)
				: bot_host_run_timers(scene->host, &next);
		if (error) {
			assert_int_equal(error, BOT_STORE_CORRUPT);
			bot_store_rollback(scene->store);
			assert_int_equal(bot_store_begin(scene->store), BOT_OK);
			assert_int_equal(bot_host_set_aside_damage(scene->host, &mended), BOT_OK);
			assert_true(mended);
			trial->mended++;
		}
		assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	} while (error);
	scene_drain(scene);
}

static void say(struct trial *trial, const char *user, const char *text)
{
	char event[32];
	const struct bot_message message = {
		.event = event, .room = ROOM, .sender = user, .text = text};

	snprintf(event, sizeof(event), "$trial%u", trial->scene->events++);
	call_host(trial, &message);
}

/* Begins two matches. */
static struct scene *begin(void)
{
	struct scene *scene = scene_create(3);

	scene_begin(scene, "clock 5m first white to 1");
	scene_begin_between(scene, ANN, EVE, "clock 5m first white to 1");
	scene_wait(scene, 0); /* the clocks start */
	return scene;
}

/* Lets ANN begin match 2, with any card of hers. */
static void advance_in_second(struct trial *trial, const struct eg_match *state)
{
	char text[16];
	unsigned card = 1;

	while (state->round.hand[EG_WHITE][card] == 0)
		card++;
	snprintf(text, sizeof(text), "!eg +%u #2", card);
	say(trial, ANN, text);
}

UNIT_TEST(test_damaged_match_is_given_up_alone)
{
	static const char *const damages[] = {
		"UPDATE matches SET rules = 'none' WHERE id = 1",
		"UPDATE matches SET status = 'sleeping' WHERE id = 1",
		"UPDATE matches SET first = 'nobody' WHERE id = 1",
		"UPDATE matches SET white_reached = 7 WHERE id = 1",
		"UPDATE rounds SET deck = '1' WHERE match_id = 1",
		"UPDATE rounds SET deck = '1111111111111111111111111' WHERE match_id = 1",
		"UPDATE rounds SET actions = 'hop' WHERE match_id = 1",
		"UPDATE rounds SET actions = '-5' WHERE match_id = 1",
		"UPDATE rounds SET number = 2 WHERE match_id = 1",
		"UPDATE timers SET kind = 'song', due = 0 WHERE match_id = 1 AND kind = 'half'",
		"DELETE FROM timers WHERE match_id = 1 AND kind IN ('forfeit', 'idle')",
		("UPDATE shuffles SET secret = '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!' WHERE "
		 "match_id = 1"),
		"UPDATE shuffles SET challenge = '' WHERE match_id = 1",
	};

	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		struct trial trial = {.scene = begin()};
		struct scene *scene = trial.scene;
		struct eg_match before;

		memory_store_sql(scene->store, damages[i]);
		call_host(&trial, NULL);
		say(&trial, ANN, "!eg board #1");
		say(&trial, ANN, "!eg pause #1");
		say(&trial, BOB, "!eg pause #1");
		/*
		 * These commands make the bot read the damaged secrets. The bot reads secrets only
		 * when it deals or writes a record.
		 */
		say(&trial, ANN, "!eg resign #1 yes");
		say(&trial, ANN, "!eg record #1");
		if (trial.mended != 1)
			fail_msg("%u times mended: %s", trial.mended, damages[i]);
		say(&trial, ANN, "!eg board #1");
		scene_assert_answer(scene, ROOM, "There is no match #1");
		scene->mark = 0;
		size_t told = 0;
		for (size_t row = 0; row < scene->count; row++)
			told += strstr(scene->row[row].body, TOLD) != NULL;
		assert_int_equal(told, 1);
		before = scene_state(scene, 2);
		advance_in_second(&trial, &before);
		assert_int_equal(scene_state(scene, 2).round.plies, before.round.plies + 1);
		scene_destroy(scene);
	}
}

UNIT_TEST(test_ended_match_that_is_damaged_is_given_up)
{
	struct trial trial = {.scene = begin()};

	say(&trial, ANN, "!eg resign #1 yes");
	say(&trial, ANN, "!eg resign #2 yes");
	memory_store_sql(trial.scene->store, "UPDATE matches SET winner = 'cat' WHERE id = 1");
	say(&trial, ANN, "!eg history");
	assert_int_equal(trial.mended, 1);
	assert_non_null(strstr(scene_last(trial.scene, ROOM)->body, "#2"));
	scene_destroy(trial.scene);
}

UNIT_TEST(test_damage_outside_of_matches_can_not_be_given_up)
{
	struct scene *scene = begin();
	bool mended = true;
	int64_t next;

	memory_store_sql(
		scene->store, "UPDATE adapter_values SET value = 'noon' WHERE key = 'time'");
	bot_store_rollback(scene->store); /* drops the answer that the store keeps */
	scene_restart(scene, 0);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_run_timers(scene->host, &next), BOT_STORE_CORRUPT);
	bot_store_rollback(scene->store);
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_set_aside_damage(scene->host, &mended), BOT_OK);
	assert_false(mended);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	scene_destroy(scene);
}
