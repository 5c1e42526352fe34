/* The commands of the bot's admins, and that nobody else can give them. */
#include "tests/support/scene_match.h"
#include "tests/support/test_store.h"

#include <stdio.h>
#include <string.h>

#define HOST "@host:test"
#define YARD "!yard:test"

static const struct scene_room rooms[] = {{.id = ROOM}, {.id = "!private-ann:test"}, {.id = YARD}};

static void describe(void *self, struct bot_platform *platform)
{
	(void)self;
	*platform = (struct bot_platform){.rooms = 2, .connected = true, .encrypts = true};
}

static bool is_inside(void *self, const char *room)
{
	(void)self;
	for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++)
		if (strcmp(rooms[i].id, room) == 0)
			return true;
	return false;
}

SCENE_SET_UP(setup)
{
	scene_add_admin(scene, HOST);
	scene->port.describe = describe;
	scene->port.is_inside = is_inside;
	scene_set_rooms(scene, rooms, 3);
	scene->port.room_name = NULL;
}

static const char *const commands[] = {"status", "rooms", "leave " ROOM, "leave " ROOM " yes",
	"st\xC3\xA4tus", "lascia " ROOM, "verlaat " ROOM " ja"};

/* The answer names no command that only admins have, and the rooms stay as they are. */
static void assert_unknown(struct scene *scene, const char *to)
{
	const char *body = scene_last(scene, to)->body;

	assert_int_equal(scene_events(scene), 1);
	assert_true(strstr(body, "I don't know") || strstr(body, "That is no command") ||
		    strstr(body, "I'm not sure what you mean") ||
		    strstr(body, "games lists your matches") ||
		    strstr(body, "resign gives a match up"));
	assert_null(strstr(body, "admin"));
	assert_null(strstr(body, "without a result"));
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_nobody_else_can_give_the_commands)
{
	char text[64];

	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		scene_tell(scene, EVE, commands[i]);
		assert_unknown(scene, EVE);
		snprintf(text, sizeof(text), "!eg %s", commands[i]);
		scene_say(scene, ROOM, EVE, text); /* a moderator of the room */
		assert_unknown(scene, ROOM);
		scene_say(scene, ROOM, HOST, text); /* an admin, but not in private */
		assert_unknown(scene, ROOM);
	}
	scene_tell(scene, "@HOST:test", "status"); /* ids are compared exactly */
	assert_unknown(scene, "@HOST:test");
	scene_tell(scene, EVE, "help admin");
	assert_null(strstr(scene_last(scene, EVE)->body, "status"));
	scene_tell(scene, EVE, "help leave");
	assert_null(strstr(scene_last(scene, EVE)->body, "ROOM"));
	scene_tell(scene, EVE, "help");
	assert_null(strstr(scene_last(scene, EVE)->body, "admin"));
	scene_tell(scene, EVE, "help all");
	assert_null(strstr(scene_last(scene, EVE)->body, "admin"));
}

SCENE_TEST_FROM(setup, test_help_is_for_admins_in_private)
{
	scene_tell(scene, HOST, "hilfe"); /* the bot offers German once */
	scene_ask(scene, HOST, "help", "help admin shows your commands");
	scene_ask(scene, HOST, "help all", "help admin shows your commands");
	scene_ask(scene, HOST, "help admin", "status \xE2\x80\x93 how I am doing");
	scene_ask(scene, HOST, "help leave", "ROOM is the room's id");
	scene_ask(scene, HOST, "hilfe verlassen", "ROOM is the room's id");
	scene_say(scene, ROOM, HOST, "!eg help");
	assert_null(strstr(scene_last(scene, ROOM)->body, "admin"));
	scene_tell(scene, HOST, "help challenge"); /* the other commands are explained as ever */
	scene_assert_answer(scene, HOST, "You are White.");
}

SCENE_TEST_FROM(setup, test_status_says_how_the_bot_is_doing)
{
	scene_begin(scene, "");
	scene_say(scene, YARD, EVE, "!eg challenge");
	scene_wait(scene, 2 * HOUR + 5 * MINUTE);
	scene_ask(scene, HOST, "Status?",
		"running for 2 h 5 min\nHomeserver: reachable\n"
		"Encrypted rooms: yes\nRooms: 2");
	scene_assert_said(scene, HOST,
		"\nMatches: 1; challenges: 1\n"
		"Messages waiting to be sent: none\n");
	if (test_store_is_server())
		scene_assert_said(scene, HOST, "\nLeads: ");
	scene_assert_said(scene, HOST, "\nStore: ");
	scene_assert_said(scene, HOST, "MB");
	scene_tell(scene, HOST, "status of all"); /* too many words */
	scene_assert_answer(scene, HOST, "help status says how to write it");
}

SCENE_TEST_FROM(setup, test_status_counts_what_waits)
{
	const struct bot_message message = {
		.kind = BOT_WRITTEN, .room = ROOM, .sender = EVE, .text = "!eg help"};

	scene_handle(scene, &message);
	scene->now += 3 * MINUTE;
	scene_tell(scene, HOST, "status");
	assert_non_null(strstr(
		scene_last(scene, HOST)->body, "waiting to be sent: 1, the oldest for 3 min"));
}

SCENE_TEST_FROM(setup, test_rooms_are_listed_without_private_rooms)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "");
	scene_ask(scene, HOST, "rooms", ROOM " (1)\n" YARD " (0)\nTo leave a room:");
	assert_null(strstr(scene_last(scene, HOST)->body, "!private-ann"));
	scene_tell(scene, HOST, "rooms " ROOM);
	assert_null(strstr(scene_last(scene, HOST)->body, ROOM));
	scene_assert_answer(scene, HOST, YARD);
	scene_ask(scene, HOST, "rooms " YARD, "I am only in private rooms.");
}

SCENE_TEST_FROM(setup, test_leave_ends_the_matches_of_the_room)
{
	const struct scene_row *leave, *told;

	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg challenge");
	scene_ask(scene, HOST, "leave " ROOM,
		"without a result: 2. To leave anyway, write "
		"leave " ROOM " yes.");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, HOST, "leave " ROOM " yes");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_int_equal(scene_match(scene, 1).winner, EG_NOBODY);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	scene_assert_said(scene, HOST, "I leave " ROOM ".");
	scene_assert_said(scene, BOB, "#1");
	/* the room is told before the bot leaves */
	leave = &scene->row[scene->count - 1];
	while (leave->kind != BOT_OUT_LEAVE)
		leave--;
	assert_string_equal(leave->to, ROOM);
	told = leave;
	while (!strstr(told->body, "the people who run this bot"))
		told--;
	assert_string_equal(told->to, ROOM);
}

SCENE_TEST_FROM(setup, test_leave_with_a_wrong_room_is_explained)
{
	scene_give_private_rooms(scene);
	scene_ask(scene, HOST, "leave", "Which room?");
	scene_ask(scene, HOST, "leave !nowhere:test", "I am in no room with the id !nowhere:test.");
	scene_ask(scene, HOST, "leave !private-ann:test yes", "a player's private room");
	scene_tell(scene, HOST, "leave " YARD); /* no match there, so no question */
	scene_assert_said(scene, HOST, "I leave " YARD ".");
}

/* A flood of newcomers' commands can't keep an admin from their commands. */
SCENE_TEST_FROM(setup, test_rate_limits_do_not_stop_an_admin)
{
	scene->config.limits.newcomers_per_minute = 1;
	scene->config.limits.sender_per_minute = 1;
	scene_tell(scene, EVE, "help");
	for (int i = 0; i < 5; i++)
		scene_ask(scene, HOST, "status", "engarde-bot");
}

SCENE_TEST_FROM(setup, test_admin_is_answered_in_their_language)
{
	scene_tell(scene, HOST, "language nl");
	scene_ask(scene, HOST, "kamers", "Om een kamer te verlaten: verlaat KAMER");
	scene_ask(scene, HOST, "stato", "Opslag:");
}
