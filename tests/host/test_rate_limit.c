/* The rate limits: what the bot answers to a flood, and that a flood does not harm others. */
#include "bot/call/rate_limit.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define SENDER 6
#define ROOMS  10
/* the milliseconds after which a sender may give one more command */
#define SHARE (INT64_C(60000) / SENDER)
#define CY    "@cy:test"

SCENE_SET_UP(setup)
{
	scene->config.limits =
		(struct cfg_limits){.sender_per_minute = SENDER, .room_per_minute = ROOMS};
}

/* Gives `count` commands and expects an answer to each. */
static void spend(struct scene *scene, const char *user, int commands)
{
	for (int i = 0; i < commands; i++)
		scene_ask_in(scene, ROOM, user, "!eg about", "engarde-bot");
}

static bool has_name(struct scene *scene, const char *user, const char *name)
{
	struct bot_known_name known;

	return bot_store_name(scene->store, user, &known) && strcmp(known.name, name) == 0;
}

/* To store a name costs much more than to ignore an event. */
SCENE_TEST_FROM(setup, test_names_of_a_flood_are_not_stored)
{
	scene->name = "Anna";
	spend(scene, ANN, SENDER);
	assert_true(has_name(scene, ANN, "Anna"));
	scene->name = "Annika";
	scene_ask_in(scene, ROOM, ANN, "!eg about",
		"Annika, that was a lot at once. I answer you again in 20 s.");
	for (int i = 0; i < 9; i++) {
		scene->name = i % 2 ? "Anni" : "Anneliese";
		scene_say(scene, ROOM, ANN, i % 3 ? "!eg about" : "!eg nonsense");
		scene_assert_quiet(scene);
		assert_true(has_name(scene, ANN, "Annika"));
	}
	scene_wait(scene, 2 * SHARE);
	scene->name = "Anni";
	spend(scene, ANN, 1);
	assert_true(has_name(scene, ANN, "Anni"));
}

static bool may_read(struct scene *scene, const char *user)
{
	const struct bot_message message = {
		.event = "$read", .room = ROOM, .sender = user, .text = "hello"};
	bool may = false;

	SCENE_STORE(scene, bot_host_may_read(scene->host, &message, &may));
	return may;
}

/* A message whose mentions the bot has read, although it is no command, counts as one. */
SCENE_TEST_FROM(setup, test_reading_mentions_is_limited)
{
	const struct bot_message message = {
		.event = "$read", .room = ROOM, .sender = ANN, .name = "Ann", .text = "hello"};

	for (int i = 0; i < SENDER; i++) {
		assert_true(may_read(scene, ANN));
		SCENE_CALL(scene, bot_host_note_read(scene->host, &message));
		scene_assert_quiet(scene);
	}
	assert_false(has_name(scene, ANN, "Ann"));
	assert_false(may_read(scene, ANN));
	assert_true(may_read(scene, CY));
	SCENE_CALL(scene, bot_host_note_read(scene->host, &message));
	scene_assert_answer(scene, ROOM, "that was a lot at once. I answer you again in 20 s.");
	SCENE_CALL(scene, bot_host_note_read(scene->host, &message));
	scene_assert_quiet(scene);
	scene_wait(scene, 2 * SHARE);
	assert_true(may_read(scene, ANN));
}

SCENE_TEST_FROM(setup, test_sender_gets_one_notice_and_answers_after_a_while)
{
	scene->name = "Ann";
	spend(scene, ANN, SENDER);
	scene_ask_in(scene, ROOM, ANN, "!eg about",
		"Ann, that was a lot at once. I answer you again in 20 s.");
	for (int i = 0; i < 50; i++) {
		scene_say(scene, ROOM, ANN, i % 2 ? "!eg about" : "!eg nonsense");
		scene_assert_quiet(scene);
	}
	/* the notice of the limit has cost the sender as much as a command */
	scene_wait(scene, 2 * SHARE - 1);
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
	scene_wait(scene, 1);
	spend(scene, ANN, 1);
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
	/* after a minute Ann has her whole allowance again, and a new flood gets a new notice */
	scene_wait(scene, 60000);
	spend(scene, ANN, SENDER);
	scene_ask_in(scene, ROOM, ANN, "!eg about", "a lot at once");
}

SCENE_TEST_FROM(setup, test_flood_of_one_sender_does_not_limit_others)
{
	for (int i = 0; i < 100; i++)
		scene_say(scene, ROOM, ANN, "!eg about");
	spend(scene, BOB, 2);
	scene_ask(scene, BOB, "about", "engarde-bot");
}

SCENE_TEST_FROM(setup, test_private_flood_gets_its_notice_in_private)
{
	for (int i = 0; i < SENDER; i++)
		scene_tell(scene, ANN, "whatever");
	scene_ask(scene, ANN, "whatever", "a lot at once");
	scene_tell(scene, ANN, "whatever");
	scene_assert_quiet(scene);
}

/*
 * If the platform takes messages slowly, a player could delay their own hand, and so the start of
 * their clock, by a flood of commands.
 */
SCENE_TEST_FROM(setup, test_private_flood_does_not_fill_the_outbox)
{
	const struct bot_message message = {
		.room = "!ann's:test", .sender = ANN, .text = "about", .private = true};

	scene->config.limits.sender_per_minute = 30;
	for (int i = 0; i < 300; i++) {
		scene_handle(scene, &message);
		scene->now += 2000;
		scene->steady += 2000;
	}
	size_t rows = bot_outbox_lane_size(scene->store, true, ANN);
	assert_in_range(rows, BOT_RATE_LIMIT_ROWS_PRIVATE, BOT_RATE_LIMIT_ROWS_PRIVATE + 10);
	scene_drain(scene);
	scene_wait(scene, 2 * MINUTE);
	scene_ask(scene, ANN, "about", "engarde-bot");
}

/*
 * Under the homeserver's rate limit, the acknowledgements of a quick match wait until others leave
 * a place. They don't keep the player from what they ask then.
 */
SCENE_TEST_FROM(setup, test_acknowledgements_that_wait_cost_nothing)
{
	scene->config.limits.sender_per_minute = 30;
	scene_begin(scene, "first white");
	for (int i = 0; i < 4 * BOT_RATE_LIMIT_ROWS_PRIVATE; i++) {
		const char *user = scene_to_act(scene);

		scene_tell(scene, user, "a");
		if (scene_match(scene, 1).status != BOT_PLAYING)
			break;
	}
	bool waits = bot_outbox_has_optional(scene->store, ANN, 1);
	assert_true(waits);
	scene_ask(scene, ANN, "about", "engarde-bot");
}

SCENE_TEST_FROM(setup, test_moves_cost_nothing)
{
	scene_begin(scene, "first white");
	for (int i = 0; i < 8; i++)
		scene_play_in_room(scene, "!eg a");
	spend(scene, ANN, SENDER - 1); /* Ann has used one command for the challenge */
}

SCENE_TEST_FROM(setup, test_moves_are_played_beyond_the_rate_limit)
{
	scene_begin(scene, "first white");
	for (int i = 0; i < 20; i++) {
		scene_say(scene, ROOM, ANN, "!eg about");
		scene_say(scene, ROOM, BOB, "!eg about");
	}
	for (int i = 0; i < 6; i++)
		scene_play_in_room(scene, "!eg a");
	/* beyond the rate limit the bot does not explain why an action is illegal */
	scene_say(scene, ROOM, ANN, "!eg 99");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "!eg a");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "!eg advance");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, CY, "!eg a #7"); /* Cy has asked nothing yet */
	scene_assert_answer(scene, ROOM, "There is no match #7 here");
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
}

SCENE_TEST_FROM(setup, test_practice_is_limited)
{
	struct eg_match before, after;

	scene_tell(scene, ANN, "practice novice first white to 15");
	/* the command that began the practice match counts as two commands */
	for (int i = 2; i < SENDER; i++)
		scene_tell(scene, ANN, "a");
	before = scene_state(scene, 1);
	scene_ask(scene, ANN, "a", "a lot at once");
	scene_tell(scene, ANN, "a");
	scene_assert_quiet(scene);
	after = scene_state(scene, 1);
	assert_memory_equal(&before, &after, sizeof(before));
	scene_wait(scene, 2 * SHARE);
	scene_tell(scene, ANN, "a");
	assert_int_not_equal(scene_events(scene), 0);
}

SCENE_TEST_FROM(setup, test_reactions_to_old_lists_are_limited)
{
	size_t answers = 0;

	for (int i = 0; i < 100; i++) {
		scene_choose(scene, ANN, "$unheard-of", "3");
		answers += scene_events(scene);
	}
	assert_int_equal(answers, SENDER + 1);
}

UNIT_TEST_FROM(setup, scene_teardown, test_costly_commands_use_more_of_the_limit)
{
	static const struct {
		const char *text;
		int cost;
	} cases[] = {
		{"hint", 2},
		{"practice against nobody", 2},
		{"help", 2},
		{"", 2},
		{"rules", 2},
		{"record", 4},
		{"verify", 4},
		{"board picture", 4},
		{"board", 1},
		{"stats", 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene = scene_create(1);

		scene->config.limits.sender_per_minute = SENDER;
		scene_sayf(scene, ROOM, ANN, "!eg %s", cases[i].text);
		spend(scene, ANN, SENDER - cases[i].cost);
		scene_ask_in(scene, ROOM, ANN, "!eg about", "a lot at once");
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(setup, test_costly_command_is_answered_even_with_a_low_limit)
{
	scene->config.limits.sender_per_minute = 1;
	scene_ask_in(scene, ROOM, ANN, "!eg verify", "No match");
	scene_ask_in(scene, ROOM, ANN, "!eg verify", "a lot at once");
}

/* Different people use up the whole limit of the room. */
static void empty_room(struct scene *scene)
{
	char user[32];

	for (int i = 0; i < ROOMS; i++) {
		snprintf(user, sizeof(user), "@user%d:test", i);
		spend(scene, user, 1);
	}
}

SCENE_TEST_FROM(setup, test_room_gets_one_notice_and_its_moderator_gets_answers)
{
	empty_room(scene);
	scene_ask_in(scene, ROOM, CY, "!eg about",
		"That was a lot at once. I answer here again in 12 s.");
	scene_say(scene, ROOM, CY, "!eg about");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
	scene_ask_in(scene, ROOM, EVE, "!eg stop yes", "nothing to stop");
	/* the bot still answers Cy in another room and in private */
	scene_ask_in(scene, "!other:test", CY, "!eg about", "engarde-bot");
	scene_ask(scene, CY, "about", "engarde-bot");
}

/* When the room has heard that it is full, it hears no more; those who ask hear it in private. */
SCENE_TEST_FROM(setup, test_full_room_answers_once_in_private)
{
	scene_give_private_rooms(scene);
	empty_room(scene);
	scene_say(scene, ROOM, CY, "!eg about");
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_answer(scene, ANN, "Please try again in");
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, BOB, "!eg about");
	scene_assert_answer(scene, BOB, "Please try again in");
	scene_say(scene, ROOM, CY, "!eg about"); /* has no private room */
	scene_assert_quiet(scene);
}

/* What people get who ask in the room while others flood it. */
struct flood {
	unsigned flooders;
	const char *origin;  /* of the flooders */
	unsigned each;       /* the bot hears from each flooder once in so many half seconds */
	unsigned half_steps; /* how many half seconds the flood takes */
};

static size_t count_said(const struct scene *scene, const char *part)
{
	size_t count = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		count += scene->row[i].body && strstr(scene->row[i].body, part) != NULL;
	return count;
}

/*
 * Floods the room. Four other people give a command each, every twenty seconds, and must get an
 * answer each time. Counts the words to the flooders that they have reached a limit.
 */
static size_t flood(struct scene *scene, const struct flood *flood)
{
	size_t notices = 0;
	char user[64];

	for (unsigned i = 0; i < flood->half_steps; i++) {
		scene->origin = flood->origin;
		for (unsigned j = i % flood->each; j < flood->flooders; j += flood->each) {
			snprintf(user, sizeof(user), "@flood%u:evil", j);
			scene_say(scene, ROOM, user, "!eg about");
			notices += count_said(scene, "a lot at once");
		}
		scene->origin = NULL;
		if (i % 10 == 9) {
			snprintf(user, sizeof(user), "@user%u:test", i / 10 % 4);
			spend(scene, user, 1);
		}
		scene_forget_rows(scene);
		scene_wait(scene, 500);
	}
	return notices;
}

SCENE_TEST_FROM(setup, test_few_who_flood_leave_the_room_to_others)
{
	scene->config.limits = (struct cfg_limits){.sender_per_minute = 30, .room_per_minute = 60};
	size_t notices = flood(scene, &(struct flood){3, NULL, 1, 600});
	assert_in_range(notices, 3, 6); /* of their own limit, and of their part of the room's */
}

/* However many accounts of one server ask, people from elsewhere get answers. */
SCENE_TEST_FROM(setup, test_accounts_of_one_server_leave_the_room_to_others)
{
	scene->config.limits = (struct cfg_limits){.sender_per_minute = 30, .room_per_minute = 60};
	flood(scene, &(struct flood){80, "evil", 20, 600});
}

/* While the homeserver takes messages slowly, few people fill the outbox of the room no more. */
SCENE_TEST_FROM(setup, test_few_who_flood_leave_places_in_the_outbox)
{
	scene->config.limits = (struct cfg_limits){.sender_per_minute = 30, .room_per_minute = 60};
	for (unsigned i = 0; i < 90; i++)
		scene_handle(scene, &(struct bot_message){.room = ROOM,
					    .sender = i % 3 == 0   ? ANN
						      : i % 3 == 1 ? BOB
								   : CY,
					    .text = "!eg about"});
	size_t before = bot_outbox_lane_size(scene->store, false, ROOM);
	scene_handle(scene,
		&(struct bot_message){.room = ROOM, .sender = "@dan:test", .text = "!eg about"});
	size_t after = bot_outbox_lane_size(scene->store, false, ROOM);
	assert_int_equal(after, before + 1);
	assert_in_range(after, BOT_RATE_LIMIT_ROWS / 2, BOT_RATE_LIMIT_ROWS);
}

/*
 * The sender and the room reach their limits at the same time. Then the bot sends no notice about
 * the sender to this room.
 */
SCENE_TEST_FROM(setup, test_limited_room_gets_no_notice_about_a_sender)
{
	scene->config.limits.sender_per_minute = 1;
	scene->config.limits.room_per_minute = 1;
	spend(scene, ANN, 1);
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
}

/* While the homeserver accepts no messages, the number of outbox rows for a room stays limited. */
SCENE_TEST_FROM(setup, test_outbox_of_a_room_is_bounded)
{
	scene->config.limits =
		(struct cfg_limits){.sender_per_minute = 10000, .room_per_minute = 10000};
	for (unsigned i = 0; i < 500; i++) {
		char user[32];

		snprintf(user, sizeof(user), "@user%u:test", i);
		scene_handle(scene,
			&(struct bot_message){.room = ROOM, .sender = user, .text = "!eg about"});
	}
	size_t rows = bot_outbox_lane_size(scene->store, false, ROOM);
	assert_int_equal(rows, 17); /* the last row is the notice of the limit */
	scene_drain(scene);
	scene_wait(scene, 60000);
	spend(scene, ANN, 1);
}

SCENE_TEST_FROM(setup, test_restart_keeps_the_used_commands)
{
	for (int i = 0; i < 20; i++)
		scene_say(scene, ROOM, ANN, "!eg about");
	scene_restart(scene, 5000);
	scene_say(scene, ROOM, ANN, "!eg about");
	scene_assert_quiet(scene);
	scene_wait(scene, 2 * SHARE);
	spend(scene, ANN, 1);
}

/*
 * After a rollback the host gets the same command again. The rate limit must count this command
 * only once.
 */
SCENE_TEST_FROM(setup, test_rolled_back_commands_cost_only_once)
{
	for (int i = 0; i < 20; i++) {
		const struct bot_message message = {
			.event = "$lost", .room = ROOM, .sender = ANN, .text = "!eg about"};

		scene_undo(scene, &message);
	}
	spend(scene, ANN, SENDER);
}

SCENE_TEST_FROM(setup, test_no_limits_without_configured_limits)
{
	scene->config.limits = (struct cfg_limits){0};
	spend(scene, ANN, 200);
}
