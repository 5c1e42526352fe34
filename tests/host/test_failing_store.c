/*
 * The store fails at each step of a call of the host, one after the other. The call then reports
 * the failure, frees what it has made (the sanitizers look for leaks), and works once the store
 * does.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include "bot/table/table_view.h"
#include "tests/support/scene_match.h"

#include <dlfcn.h>
#include <jansson.h>
#include <sqlite3.h>
#include <stdlib.h>

static int steps_left; /* until a step fails; 0 if none does */

/* Stands before SQLite's function: the library of the bot finds this one first. */
int step_or_fail(sqlite3_stmt *statement) __asm__("sqlite3_step");

int step_or_fail(sqlite3_stmt *statement)
{
	static int (*step)(sqlite3_stmt * statement);

	if (!step)
		*(void **)&step = dlsym(RTLD_NEXT, "sqlite3_step");
	if (steps_left > 0 && --steps_left == 0)
		return SQLITE_IOERR;
	return step(statement);
}

/* The call that is tried. */
typedef enum bot_error attempt_fn(struct scene *scene, const void *what);

/* Makes the call in a transaction whose step `at` fails. */
static enum bot_error fail_at(struct scene *scene, attempt_fn *call, const void *what, int at)
{
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	steps_left = at;
	enum bot_error error = call(scene, what);
	bool came = steps_left == 0;

	steps_left = 0;
	assert_int_equal(error, came ? BOT_STORE_FAILED : BOT_OK);
	if (error)
		bot_store_rollback(scene->store);
	else
		assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	return error;
}

/* Lets the call fail at each of its steps, until it succeeds. */
static void fail_everywhere(struct scene *scene, attempt_fn *call, const void *what)
{
	int at = 1;

	while (fail_at(scene, call, what, at))
		at++;
	assert_true(at > 1);
	scene->mark = scene->count;
	scene_drain(scene);
}

static enum bot_error say(struct scene *scene, const void *what)
{
	return bot_host_message(scene->host, what);
}

/* Lets what a user writes to the bot in private fail everywhere. */
static void tell(struct scene *scene, const char *user, const char *text)
{
	char event[32], room[BOT_ID_SIZE];

	snprintf(event, sizeof(event), "$event%u", scene->events++);
	snprintf(room, sizeof(room), "!private-%s", user + 1);
	fail_everywhere(scene, say,
		&(struct bot_message){.event = event,
			.room = room,
			.sender = user,
			.text = text,
			.private = true});
}

static enum bot_error show_table(struct scene *scene, const void *what)
{
	char *json = NULL;
	enum bot_error error = bot_table_of_user(scene->host, what, &json);

	free(json);
	return error;
}

static enum bot_error work(struct scene *scene, const void *what)
{
	(void)what;
	return bot_host_do_long_work(scene->host);
}

static void play_match(struct scene *scene)
{
	scene_begin(scene, "to 1");
	scene_play_rounds(scene, 1, UINT16_MAX);
}

static size_t live; /* values and texts of jansson that nobody has freed */

static void *count_new(size_t size)
{
	live++;
	return malloc(size);
}

static void count_freed(void *memory)
{
	live -= memory != NULL;
	free(memory);
}

SCENE_TEST(test_failing_table_frees_its_json)
{
	json_malloc_t allocate;
	json_free_t release;

	scene_begin(scene, "to 1");
	json_get_alloc_funcs(&allocate, &release);
	json_set_alloc_funcs(count_new, count_freed);
	for (int at = 1; fail_at(scene, show_table, ANN, at); at++)
		assert_int_equal(live, 0);
	json_set_alloc_funcs(allocate, release);
}

SCENE_TEST(test_table_of_an_ended_match)
{
	play_match(scene);
	fail_everywhere(scene, show_table, ANN);
}

SCENE_TEST(test_action_with_pictures)
{
	scene_begin(scene, "to 1");
	tell(scene, scene_to_act(scene), "board");
	tell(scene, scene_to_act(scene), "a");
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_analysis_and_its_picture)
{
	play_match(*state);
	tell(*state, ANN, "analysis #1");
	while (bot_host_has_long_work((*(struct scene **)state)->host))
		fail_everywhere(*state, work, NULL);
	tell(*state, BOB, "analysis #1");
}

SCENE_TEST(test_ratings_and_records)
{
	play_match(scene);
	tell(scene, ANN, "rating");
	tell(scene, ANN, "record #1");
	tell(scene, ANN, "record all");
	tell(scene, ANN, "verify #1");
}

/* A word that only the store knows as a command must not pass for small talk. */
SCENE_TEST(test_bare_answer_is_not_lost)
{
	const struct bot_message message = {
		.event = "$answer", .room = ROOM, .sender = BOB, .text = "accept"};
	bool came;
	int at = 1;

	scene_say(scene, ROOM, ANN, "!engarde challenge " BOB " to 1");
	do {
		steps_left = at++;
		assert_true(bot_host_is_command(scene->host, &message));
		came = steps_left == 0;
		steps_left = 0;
	} while (came);
	assert_true(at > 2);
}

/* The note that a failed call made is not there any more, so the next call makes it. */
SCENE_TEST(test_clock_is_noted_after_a_failure)
{
	char *ahead = NULL;

	tell(scene, ANN, "about");
	assert_int_equal(bot_store_get(scene->store, "time ahead", &ahead), BOT_OK);
	free(ahead);
}

static enum bot_error start(struct scene *scene, const void *what)
{
	(void)what;
	return bot_host_started(scene->host);
}

SCENE_TEST(test_start_after_a_crash)
{
	scene_add_admin(scene, EVE);
	scene_give_private_rooms(scene);
	fail_everywhere(scene, start, NULL);
	fail_everywhere(scene, start, NULL);
}
