/* Tests how an attempt ends, and that the memory that belongs to it ends with it. */
#include "bot/base/attempt.h"

#include "tests/support/cmocka.h"

#include <string.h>

static unsigned destroyed;

static void count_destroyed(void *object)
{
	(void)object;
	destroyed++;
}

static void own_and_fail(enum bot_error error)
{
	static int object;

	memset(bot_scratch(100), 1, 100);
	bot_scratch_own(&object, count_destroyed);
	bot_scratch_own(NULL, count_destroyed);
	bot_must(error);
	bot_scratch_own(&object, count_destroyed);
}

static enum bot_error try_to_own(enum bot_error error)
{
	BOT_ATTEMPT(own_and_fail(error));
}

UNIT_TEST(test_failure_ends_the_attempt_and_what_belongs_to_it)
{
	destroyed = 0;
	assert_int_equal(try_to_own(BOT_STORE_FAILED), BOT_STORE_FAILED);
	assert_int_equal(destroyed, 1);
	assert_int_equal(try_to_own(BOT_OK), BOT_OK);
	assert_int_equal(destroyed, 3);
}

static void fail_inside(enum bot_error *inner)
{
	*inner = try_to_own(BOT_STORE_CORRUPT);
	own_and_fail(BOT_STORE_LOST);
}

static enum bot_error try_twice(enum bot_error *inner)
{
	BOT_ATTEMPT(fail_inside(inner));
}

UNIT_TEST(test_attempts_can_be_nested)
{
	enum bot_error inner = BOT_OK;

	assert_int_equal(try_twice(&inner), BOT_STORE_LOST);
	assert_int_equal(inner, BOT_STORE_CORRUPT);
}

static void look_for(enum bot_error error, bool *found, bool *sound)
{
	*sound = bot_sound(error);
	*found = bot_found(error);
}

static enum bot_error try_to_look(enum bot_error error, bool *found, bool *sound)
{
	BOT_ATTEMPT(look_for(error, found, sound));
}

UNIT_TEST(test_what_is_not_found_is_an_answer)
{
	bool found = false, sound = false;

	assert_int_equal(try_to_look(BOT_OK, &found, &sound), BOT_OK);
	assert_true(found && sound);
	assert_int_equal(try_to_look(BOT_NOT_FOUND, &found, &sound), BOT_OK);
	assert_false(found || sound);
	sound = true;
	assert_int_equal(try_to_look(BOT_STORE_CORRUPT, &found, &sound), BOT_STORE_CORRUPT);
	assert_false(sound);
	assert_int_equal(try_to_look(BOT_STORE_FAILED, &found, &sound), BOT_STORE_FAILED);
}

static enum bot_error try_to_need(bool found)
{
	BOT_ATTEMPT(bot_need(found));
}

UNIT_TEST(test_what_is_needed_and_not_found_ends_the_attempt)
{
	assert_int_equal(try_to_need(true), BOT_OK);
	assert_int_equal(try_to_need(false), BOT_NOT_FOUND);
}
