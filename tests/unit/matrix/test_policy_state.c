/* The rules in the state of a policy list's room, which strangers wrote. */
#include "tests/support/cmocka.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/policy/policy_state.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAN(type, entity)                                                                          \
	"{\"type\":\"" type "\",\"state_key\":\"x\",\"content\":{\"entity\":\"" entity             \
	"\",\"recommendation\":\"m.ban\",\"reason\":\"r\"}}"

static void assert_rules(const char *events, const char *rules)
{
	char text[8192];

	snprintf(text, sizeof(text), "[%s]", events);
	json_t *state = mx_json_parse(text, strlen(text));
	assert_non_null(state);
	char *found = mx_policy_read_state(state);
	assert_string_equal(found, rules);
	free(found);
	json_decref(state);
}

UNIT_TEST(test_old_and_new_types_are_rules)
{
	assert_rules(BAN("m.policy.rule.user", "@a:x") "," BAN("m.room.rule.user", "@b:x") "," BAN(
			     "org.matrix.mjolnir.rule.user", "@c:x") "," BAN("m.policy.rule.server",
			     "d.org") "," BAN("m.room.rule.server",
			     "e.org") "," BAN("org.matrix.mjolnir.rule.server",
			     "f.org") "," BAN("m.policy.rule.room", "!r:x") "," BAN("m.room.member",
			     "@g:x"),
		"sd.org\tr\nse.org\tr\nsf.org\tr\nu@a:x\tr\nu@b:x\tr\nu@c:x\tr\n");
}

UNIT_TEST(test_only_bans_count)
{
	static const struct {
		const char *content;
		bool bans;
	} cases[] = {
		{"{\"entity\":\"@a:x\",\"recommendation\":\"m.ban\"}", true},
		{"{\"entity\":\"@a:x\",\"recommendation\":\"org.matrix.mjolnir.ban\"}", true},
		{"{\"entity\":\"@a:x\",\"recommendation\":\"m.takedown\"}", true},
		{"{\"entity\":\"@a:x\",\"recommendation\":\"org.matrix.msc4204.takedown\"}", true},
		{"{\"entity\":\"@a:x\",\"recommendation\":\"fi.mau.meowlnir.unban\"}", false},
		{"{\"entity\":\"@a:x\"}", false}, /* recommends nothing */
		{"{}", false},                    /* revoked */
		{"{\"entity\":7,\"recommendation\":\"m.ban\"}", false},
		{"{\"entity\":\"\",\"recommendation\":\"m.ban\"}", false},
		{"{\"entity\":\"@a:x\",\"recommendation\":[\"m.ban\"]}", false},
		{"[]", false},
		{"null", false},
	};
	char event[512];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(event, sizeof(event),
			"{\"type\":\"m.policy.rule.user\",\"state_key\":\"k\",\"content\":%s}",
			cases[i].content);
		assert_rules(event, cases[i].bans ? "u@a:x\t\n" : "");
	}
	assert_rules("7,null,\"x\",[],{}", "");
}

UNIT_TEST(test_servers_are_compared_in_one_form)
{
	assert_rules(BAN("m.policy.rule.server", "Evil.ORG:8448") "," BAN("m.policy.rule.server",
			     "*.BAD.org") "," BAN("m.policy.rule.server", "?Evil*"),
		"s*.bad.org\tr\ns?evil*\tr\nsevil.org\tr\n");
}

UNIT_TEST(test_order_of_the_state_does_not_matter)
{
	assert_rules(BAN("m.policy.rule.user", "@b:x") "," BAN("m.policy.rule.user", "@a:x"),
		"u@a:x\tr\nu@b:x\tr\n");
}

/*
 * What a hostile list may write: line ends, tabs, bytes that are not UTF-8, NUL, bidi, and long
 * texts.
 */
UNIT_TEST(test_hostile_texts_make_no_other_rules)
{
	char events[4096], long_text[600];

	assert_rules(BAN("m.policy.rule.user", "@a:x\\n u@b:x") "," BAN(
			     "m.policy.rule.user", "@c:x\\td"),
		"");
	/* the parser makes question marks of what is not UTF-8, and they must not become a glob */
	assert_rules(
		BAN("m.policy.rule.user", "@a:x\xff") "," BAN("m.policy.rule.server", "\xfe"), "");
	assert_rules("{\"type\":\"m.policy.rule.user\",\"state_key\":\"\",\"content\":{\"entity\":"
		     "\"@a:x\","
		     "\"recommendation\":\"m.ban\",\"reason\":\"one\\n\\tu@b:x\\u202e "
		     "two\\u200b\\u0085\"}}",
		"u@a:x\tone  u@b:x two\n");
	memset(long_text, 'a', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	snprintf(events, sizeof(events),
		"{\"type\":\"m.policy.rule.user\",\"state_key\":\"\",\"content\":{\"entity\":\"@%s:"
		"x\","
		"\"recommendation\":\"m.ban\"}}",
		long_text);
	assert_rules(events, "");
	snprintf(events, sizeof(events),
		"{\"type\":\"m.policy.rule.user\",\"state_key\":\"\",\"content\":{\"entity\":\"@a:"
		"x\","
		"\"recommendation\":\"m.ban\",\"reason\":\"%s\"}}",
		long_text);
	long_text[160] = '\0';
	char rule[640];
	snprintf(rule, sizeof(rule), "u@a:x\t%s\n", long_text);
	assert_rules(events, rule);
}

UNIT_TEST(test_too_many_rules_are_no_list)
{
	json_t *list = json_array();
	char entity[32];

	for (int i = 0; i <= MX_POLICY_RULES_MOST; i++) {
		if (i == MX_POLICY_RULES_MOST) {
			char *text = mx_policy_read_state(list);
			assert_non_null(text);
			free(text);
		}
		snprintf(entity, sizeof(entity), "@u%d:x", i);
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:{s:s, s:s}}", "type", "m.policy.rule.user",
				      "state_key", "", "content", "entity", entity,
				      "recommendation", "m.ban"));
	}
	assert_null(mx_policy_read_state(list));
	json_decref(list);
}
