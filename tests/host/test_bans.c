/* Bans: the bot ignores a user or a server everywhere, and their matches end without a result. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define HOST       "@host:test"
#define MAL        "@mal:evil.org"
#define SUB        "@sub:deep.evil.org"
#define IMPOSSIBLE "This challenge is not possible."

static bool read_origin(void *self, const char *word, char found[BOT_ID_SIZE])
{
	(void)self;
	if (strpbrk(word, "<>@") || !strchr(word, '.'))
		return false;
	snprintf(found, BOT_ID_SIZE, "%s", word);
	return true;
}

SCENE_SET_UP(setup)
{
	scene_add_admin(scene, HOST);
	scene->port.origin = scene_write_server;
	scene->port.read_origin = read_origin;
}

static void ban(struct scene *scene, const char *whom)
{
	scene_tellf(scene, HOST, "ban %s", whom);
	assert_non_null(strstr(scene_last(scene, HOST)->body, "From now on I ignore"));
}

SCENE_TEST_FROM(setup, test_bot_does_not_hear_a_banned_user)
{
	ban(scene, BOB);
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_assert_quiet(scene);
	scene_tell(scene, BOB, "help");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, ANN, "!eg challenge");
	scene_react(scene, ROOM, BOB, scene_last(scene, ROOM)->event, "\xE2\x9C\x85");
	scene_assert_quiet(scene);
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", IMPOSSIBLE);
	scene_ask(scene, HOST, "unban " BOB, "I no longer ignore " BOB);
	scene_say(scene, ROOM, BOB, "!eg accept");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(setup, test_ban_ends_the_matches_of_the_user)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "");
	scene_say(scene, "!yard:test", BOB, "!eg challenge");
	scene_say(scene, ROOM, EVE, "!eg challenge");
	ban(scene, BOB);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_int_equal(scene_match(scene, 1).winner, EG_NOBODY);
	assert_false(scene_match(scene, 1).rated);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
	scene_assert_said(scene, ANN, "ends without a result");
	/* the bot leaves the private room of the user, so it need not read what they write there */
	const struct scene_row *row = &scene->row[scene->count - 1];
	while (row->kind != BOT_OUT_LEAVE)
		row--;
	assert_string_equal(row->to, "!private-bob:test");
}

SCENE_TEST_FROM(setup, test_ban_of_a_server_holds_for_its_users)
{
	scene_say(scene, ROOM, MAL, "!eg challenge");
	scene_say(scene, "!yard:test", SUB, "!eg challenge");
	ban(scene, "evil.org");
	scene_wait(scene, 2 * SECOND);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene_say(scene, ROOM, MAL, "!eg help");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, SUB, "!eg help");
	assert_int_equal(scene_events(scene), 1);
	ban(scene, "*.evil.org");
	scene_tell(scene, HOST, "unban evil.org");
	scene_wait(scene, 2 * SECOND);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	scene_say(scene, ROOM, SUB, "!eg help");
	scene_assert_quiet(scene);
	scene_say(scene, ROOM, MAL, "!eg help"); /* evil.org is not below evil.org */
	assert_int_equal(scene_events(scene), 1);
	scene_say(scene, ROOM, "@bob:notevil.org", "!eg help");
	assert_int_equal(scene_events(scene), 1);
}

/* Thousands of matches may be with users of one server, so the bot ends them little by little. */
SCENE_TEST_FROM(setup, test_ban_of_a_server_ends_many_matches)
{
	char room[32], user[32];

	for (int i = 0; i < 150; i++) {
		snprintf(room, sizeof(room), "!r%d:test", i);
		snprintf(user, sizeof(user), "@u%d:%s", i, i % 3 ? "evil.org" : "good.org");
		scene_say(scene, room, user, "!eg challenge");
	}
	ban(scene, "evil.org");
	scene_restart(scene, SECOND);
	scene_wait(scene, MINUTE);
	for (int i = 0; i < 150; i++)
		assert_int_equal(
			scene_match(scene, i + 1).status, i % 3 ? BOT_ENDED : BOT_CHALLENGE);
}

SCENE_TEST_FROM(setup, test_some_can_not_be_banned)
{
	static const char *const protected[] = {HOST, "@engarde:host.test", "host.test", "*.test"};
	char text[64], answer[64];

	scene->port.user = "@engarde:host.test";
	for (size_t i = 0; i < sizeof(protected) / sizeof(protected[0]); i++) {
		snprintf(text, sizeof(text), "ban %s", protected[i]);
		snprintf(answer, sizeof(answer), "I can't ban %s", protected[i]);
		scene_ask(scene, HOST, text, answer);
	}
	scene_ask(scene, HOST, "ban", "Whom?");
	scene_ask(scene, HOST, "ban evil", "Whom?");
	scene_ask(scene, HOST, "ban @bob:<b>", "Whom?");
	scene_ask(scene, HOST, "unban evil.org", "I did not ignore evil.org.");
}

/* A ban of an admin's server never shuts the admin out. */
SCENE_TEST_FROM(setup, test_admin_is_never_ignored)
{
	scene_add_admin(scene, "@far:evil.org");
	scene_tell(scene, "@far:evil.org", "ban evil.org");
	scene_ask(scene, "@far:evil.org", "bans", "I ignore:\nevil.org");
}

SCENE_TEST_FROM(setup, test_bans_are_listed_and_bounded)
{
	char text[64];

	scene_ask(scene, HOST, "bans", "I ignore nobody.");
	for (int i = 0; i < BOT_BANS_MOST; i++) {
		snprintf(text, sizeof(text), "s%04d.org", i);
		SCENE_HOST(scene, bot_store_ban(scene->store, text));
	}
	scene_ask(scene, HOST, "ban one.more.org", "1000 users and servers, which is the limit");
	scene_tell(scene, HOST, "ban s0000.org"); /* it is in the list already */
	scene_assert_answer(scene, HOST, "From now on I ignore s0000.org");
	scene_ask(scene, HOST, "bans", "s0019.org\nFor more: bans s0019.org");
	scene_ask(scene, HOST, "bans s0995.org",
		"I ignore:\ns0996.org\ns0997.org\ns0998.org\ns0999.org\nTo stop");
}

SCENE_TEST_FROM(setup, test_nobody_else_can_ban)
{
	size_t count = 7;

	scene_tell(scene, EVE, "ban " BOB);
	scene_say(scene, ROOM, HOST, "!eg ban " BOB);
	scene_say(scene, ROOM, EVE, "!eg ban evil.org");
	SCENE_HOST(scene, count = bot_store_ban_count(scene->store));
	assert_int_equal(count, 0);
}
