/*
 * Policy lists: their rules ban people as an admin does, and the admins see which rule bans whom.
 */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define HOST       "@host:test"
#define MAL        "@mal:evil.org"
#define LIST       "#bans:lists.org"
#define OTHER      "!other"
#define IMPOSSIBLE "This challenge is not possible."

SCENE_SET_UP(setup)
{
	static char list[] = LIST, other[] = OTHER;
	static char *lists[] = {list, other};

	scene_add_admin(scene, HOST);
	scene->port.origin = scene_write_server;
	scene->port.user = "@engarde:host.test";
	scene->config.bans.lists = lists;
	scene->config.bans.lists_count = 2;
}

static void read_list(struct scene *scene, const char *name, const char *rules)
{
	SCENE_STORE(scene, bot_host_policy_list_read(scene->host, name, rules));
	scene_wait(scene, 2 * SECOND);
}

static void fail_list(struct scene *scene, const char *name, const char *why)
{
	SCENE_STORE(scene, bot_host_policy_list_fails(scene->host, name, why));
	scene_wait(scene, 2 * SECOND);
}

static bool ignores(struct scene *scene, const char *user)
{
	bool ignored = false;

	assert_int_equal(bot_host_ignores(scene->host, user, &ignored), BOT_OK);
	return ignored;
}

SCENE_TEST_FROM(setup, test_rule_bans_until_it_is_revoked)
{
	read_list(scene, LIST, "u" BOB "\tspam\n");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_assert_quiet(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg challenge @bob", IMPOSSIBLE);
	read_list(scene, LIST, "");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	assert_int_equal(scene_match(scene, 1).status, BOT_CHALLENGE);
}

SCENE_TEST_FROM(setup, test_new_rule_ends_the_matches)
{
	scene_give_private_rooms(scene);
	scene_begin(scene, "");
	scene_say(scene, "!yard:test", MAL, "!eg challenge");
	read_list(scene, OTHER, "s*il.org\t\n");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	read_list(scene, LIST, "u@b?b:*\t\n");
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_assert_said(scene, ANN, "ends without a result");
}

SCENE_TEST_FROM(setup, test_rules_survive_a_restart_and_a_failure)
{
	read_list(scene, LIST, "sevil.org\t\n");
	scene_restart(scene, SECOND);
	assert_true(ignores(scene, MAL));
	fail_list(scene, LIST, "M_FORBIDDEN");
	assert_true(ignores(scene, MAL));
	scene_assert_said(scene, HOST, "I can't read the policy list " LIST " (M_FORBIDDEN).");
	scene_restart(scene, SECOND);
	assert_true(ignores(scene, MAL));
}

/* The admins hear of a failure once, and of its end. */
SCENE_TEST_FROM(setup, test_admins_hear_of_a_failure_once)
{
	read_list(scene, LIST, "");
	fail_list(scene, LIST, "M_FORBIDDEN");
	scene_assert_said(scene, HOST, "I can't read the policy list");
	size_t before = scene->count;
	fail_list(scene, LIST, "M_FORBIDDEN");
	assert_int_equal(scene->count, before);
	read_list(scene, LIST, "");
	scene_assert_said(scene, HOST, "I can read the policy list " LIST " again.");
	before = scene->count;
	read_list(scene, LIST, "");
	assert_int_equal(scene->count, before);
}

SCENE_TEST_FROM(setup, test_rules_that_would_ban_the_bot_or_an_admin_do_nothing)
{
	read_list(scene, LIST, "s*\t\nu*\t\nshost.test\t\nu@engarde:*\t\nu" HOST "\t\nu@h*\t\n");
	assert_false(ignores(scene, HOST));
	assert_false(ignores(scene, ANN));
	assert_true(ignores(scene, "@harry:test"));
	scene_assert_said(scene, HOST, "Their number: 4.");
	scene_ask(scene, HOST, "bans " HOST, "I ignore nobody.");
}

SCENE_TEST_FROM(setup, test_removed_list_bans_nobody)
{
	read_list(scene, LIST, "sevil.org\t\n");
	read_list(scene, OTHER, "sbad.org\t\n");
	assert_true(ignores(scene, MAL));
	SCENE_STORE(scene, bot_host_policy_list_removed(scene->host, LIST));
	assert_false(ignores(scene, MAL));
	assert_true(ignores(scene, "@a:bad.org"));
	scene_restart(scene, SECOND);
	assert_false(ignores(scene, MAL));
	assert_true(ignores(scene, "@a:bad.org"));
}

SCENE_TEST_FROM(setup, test_bans_shows_lists_and_rules)
{
	scene_ask(scene, HOST, "bans", "Policy list " LIST ", which I have not read yet");
	read_list(scene, LIST, "sevil.org\tspam wave\nu@x*:*\t\n");
	fail_list(scene, OTHER, "M_NOT_FOUND");
	scene_ask(scene, HOST, "bans", "Policy list " LIST ". Rules: 2");
	scene_assert_said(scene, HOST, "Policy list " OTHER ", which I can't read");
	scene_ask(scene, HOST, "bans " MAL,
		"I ignore " MAL ", because the policy list " LIST
		" bans evil.org.\nReason: spam wave");
	scene_ask(scene, HOST, "bans evil.org", "I ignore evil.org, because");
	scene_ask(scene, HOST, "unban " MAL, "I ignore " MAL ", because");
	scene_ask(scene, HOST, "bans " LIST,
		"The policy list " LIST " bans:\nevil.org (spam wave)\n@x*:*");
	scene_ask(scene, HOST, "bans " OTHER, "The policy list " OTHER " bans nobody.");
}

SCENE_TEST_FROM(setup, test_rules_of_a_long_list_are_shown_page_by_page)
{
	char rules[45 * 32] = "", *end = rules;

	for (int i = 10; i < 55; i++)
		end += sprintf(end, "s%d.evil.org\t\n", i);
	read_list(scene, LIST, rules);
	scene_ask(scene, HOST, "bans " LIST, "29.evil.org\nFor more: bans " LIST " 21");
	scene_ask(scene, HOST, "bans " LIST " 41", "bans:\n50.evil.org\n");
	assert_null(strstr(scene_last(scene, HOST)->body, "For more"));
	scene_ask(scene, HOST, "bans " LIST " -5", "bans nobody");
}
