/*
 * Limits on newcomers: users who have finished no match. A hostile homeserver can make any number
 * of them at no cost. Newcomers share limits, and they cannot delay users who have played.
 */
#include "bot/call/allowance.h"
#include "bot/club/rating.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/store.h"
#include "tests/support/scene_match.h"

#include <stdio.h>

SCENE_SET_UP(setup)
{
	scene->config.limits.newcomers_waiting = 20;
}

/*
 * Lets `count` new users of a homeserver give one command each in private. Returns how many
 * messages the bot sent.
 */
static size_t ask_as_many(struct scene *scene, const char *origin, unsigned count)
{
	size_t answers = 0;

	scene->origin = origin;
	for (unsigned i = 0; i < count; i++) {
		char user[64];

		snprintf(user, sizeof(user), "@u%u:%s", i, origin);
		scene_tell(scene, user, "about");
		answers += scene_events(scene);
	}
	return answers;
}

/* Stores that the user has played a rated match. */
static void establish(struct scene *scene, const char *user)
{
	const struct bot_rating rating = {.glicko = bot_glicko_new, .played = 1};

	SCENE_HOST(scene, bot_rating_set(scene->store, NULL, user, &rating));
}

static void assert_answered(struct scene *scene, const char *user, const char *part)
{
	scene_ask(scene, user, "about", part);
}

SCENE_TEST_FROM(setup, test_newcomers_of_one_origin_share_a_limit)
{
	scene->config.limits = (struct cfg_limits){.newcomers_of_server = 20};
	establish(scene, ANN);
	assert_int_equal(ask_as_many(scene, "evil", 20), 20);
	assert_answered(scene, "@told:evil", "Many new people are asking");
	assert_int_equal(ask_as_many(scene, "evil", 1000), 0);
	/* The bot still answers users who have played before, and newcomers of other servers. */
	assert_answered(scene, ANN, "engarde-bot");
	scene->origin = "test";
	assert_answered(scene, BOB, "engarde-bot");
	scene->origin = NULL;
	assert_answered(scene, "@cy:test", "engarde-bot");
	scene_wait(scene, 30000);
	/*
	 * In half a minute, the bot may answer 10 more commands, which is half of the limit. The
	 * notice has used up one of them.
	 */
	assert_int_equal(ask_as_many(scene, "evil", 1000), 9);
	scene_wait(scene, 60000);
	assert_int_equal(ask_as_many(scene, "evil", 1000), 21);
}

SCENE_TEST_FROM(setup, test_newcomers_do_not_use_up_the_limit_of_players)
{
	size_t answers = 0;

	scene->config.limits =
		(struct cfg_limits){.newcomers_of_server = 20, .newcomers_per_minute = 50};
	establish(scene, ANN);
	for (unsigned i = 0; i < 1000; i++) {
		char origin[32];

		snprintf(origin, sizeof(origin), "s%u", i);
		answers += ask_as_many(scene, origin, 1);
	}
	assert_int_equal(answers, 51);
	scene->origin = "s0";
	assert_answered(scene, ANN, "engarde-bot");
	scene_tell(scene, BOB, "about");
	scene_assert_quiet(scene);
}

/* A few newcomers who ask without end leave something for the other newcomers of their server. */
SCENE_TEST_FROM(setup, test_few_newcomers_leave_the_limit_of_their_server_to_others)
{
	char user[32];

	scene->config.limits =
		(struct cfg_limits){.sender_per_minute = 30, .newcomers_of_server = 100};
	scene->origin = "big";
	for (int i = 0; i < 240; i++) {
		for (int j = 0; j < 5; j++) {
			snprintf(user, sizeof(user), "@flood%d:big", j);
			scene_tell(scene, user, "about");
		}
		if (i % 10 == 9) {
			snprintf(user, sizeof(user), "@u%d:big", i / 10 % 4);
			assert_answered(scene, user, "engarde-bot");
		}
		scene_forget_rows(scene);
		scene_wait(scene, 500);
	}
}

/* The newcomers of one server leave something for the newcomers of other servers. */
SCENE_TEST_FROM(setup, test_newcomers_of_one_server_leave_the_limit_to_others)
{
	char user[32];

	scene->config.limits = (struct cfg_limits){.newcomers_per_minute = 50};
	for (int i = 0; i < 240; i++) {
		scene->origin = "evil";
		snprintf(user, sizeof(user), "@flood%d:evil", i);
		scene_tell(scene, user, "about");
		scene->origin = "good";
		if (i % 20 == 19)
			assert_answered(scene, "@u:good", "engarde-bot");
		scene_forget_rows(scene);
		scene_wait(scene, 500);
	}
}

/* A match between newcomers goes on while other users of their homeserver flood the bot. */
SCENE_TEST_FROM(setup, test_newcomers_play_on_during_a_flood_of_commands)
{
	scene->config.limits =
		(struct cfg_limits){.newcomers_of_server = 20, .newcomers_per_minute = 50};
	scene->origin = "evil";
	scene_begin(scene, "first white");
	ask_as_many(scene, "evil", 100);
	for (int i = 0; i < 8; i++)
		scene_play_in_room(scene, "!eg a");
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(setup, test_newcomer_has_finished_no_match)
{
	SCENE_HOST(scene, assert_true(bot_origin_share_is_newcomer(scene->host, ANN)));
	establish(scene, ANN);
	SCENE_HOST(scene, assert_false(bot_origin_share_is_newcomer(scene->host, ANN)));
}

/*
 * Passes a message to the host, but sends no outbox row. So requests for private rooms stay in the
 * outbox.
 */
static void say_unsent(struct scene *scene, const char *room, const char *user, const char *origin,
	const char *text)
{
	scene_handle(scene, &(struct bot_message){
				    .room = room, .sender = user, .origin = origin, .text = text});
}

static size_t waiting(struct scene *scene, const char *origin)
{
	return bot_outbox_reaching(scene->store, origin);
}

/* Lets `count` new users of a homeserver ask for practice, each in a room of their own. */
static void practise_as_many(struct scene *scene, const char *origin, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		char user[64], room[64];

		snprintf(user, sizeof(user), "@u%u:%s", i, origin);
		snprintf(room, sizeof(room), "!r%u:%s", i, origin);
		say_unsent(scene, room, user, origin, "!eg practice");
	}
}

SCENE_TEST_FROM(setup, test_private_rooms_for_newcomers_are_limited)
{
	practise_as_many(scene, "evil", 20);
	assert_int_equal(waiting(scene, "evil"), 6);
	for (int i = 0; i < 20; i++) {
		char origin[16];

		snprintf(origin, sizeof(origin), "s%d", i);
		practise_as_many(scene, origin, 1);
	}
	assert_int_equal(waiting(scene, NULL), 20);
	/* The bot still makes a private room for a user who has played before. */
	establish(scene, ANN);
	say_unsent(scene, ROOM, ANN, "evil", "!eg practice");
	assert_int_equal(waiting(scene, NULL), 21);
	/* The bot also makes a private room for a newcomer of its own homeserver. */
	say_unsent(scene, "!home:x", "@new:x", NULL, "!eg practice");
	assert_int_equal(waiting(scene, NULL), 22);
	/* After the bot has made these rooms, it makes private rooms for newcomers again. */
	scene_drain(scene);
	assert_int_equal(waiting(scene, NULL), 0);
	practise_as_many(scene, "other", 1);
	assert_int_equal(waiting(scene, NULL), 1);
}

SCENE_TEST_FROM(setup, test_newcomer_is_told_to_try_again_later)
{
	practise_as_many(scene, "evil", 6);
	scene->origin = "evil";
	scene_message(scene, &(struct bot_message){.event = "$late",
				     .room = "!late:evil",
				     .sender = "@late:evil",
				     .origin = "evil",
				     .text = "!eg practice"});
	scene_assert_said(scene, "!late:evil", "Please try this again in a few minutes");
}

SCENE_TEST_FROM(setup, test_acceptances_by_newcomers_are_limited)
{
	for (unsigned i = 0; i < 20; i++) {
		char room[64], one[64], other[64];

		snprintf(room, sizeof(room), "!d%u:evil", i);
		snprintf(one, sizeof(one), "@one%u:evil", i);
		snprintf(other, sizeof(other), "@other%u:evil", i);
		say_unsent(scene, room, one, "evil", "!eg challenge");
		say_unsent(scene, room, other, "evil", "!eg accept");
	}
	assert_int_equal(waiting(scene, NULL), 6);
	/* The challenge stays open, so the user can accept it later. */
	scene_drain(scene);
	say_unsent(scene, "!d9:evil", "@other9:evil", "evil", "!eg accept");
	assert_int_equal(waiting(scene, NULL), 2);
}

SCENE_TEST_FROM(setup, test_private_rooms_are_not_limited_without_the_setting)
{
	scene->config.limits.newcomers_waiting = 0;
	practise_as_many(scene, "evil", 50);
	assert_int_equal(waiting(scene, "evil"), 50);
}
