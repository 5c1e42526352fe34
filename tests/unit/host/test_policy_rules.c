/* The rules of a policy list: how the store keeps them, and whom they ban. */
#include "tests/support/cmocka.h"

#include "bot/call/policy_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct bot_policy_subject bot = {"u@engarde:home.org", "shome.org"};

/* Returns the key of the rule that bans a user, or "". The result lives until the next call. */
static const char *find(const char *text, const char *user)
{
	static char key[2 * BOT_ID_SIZE];
	struct bot_policy_rules rules;
	struct bot_policy_subject subject;

	snprintf(subject.user, sizeof(subject.user), "u%s", user);
	snprintf(subject.server, sizeof(subject.server), "s%s", strchr(user, ':') + 1);
	bot_policy_rules_init(&rules, text, &bot);
	const struct bot_policy_rule *rule = bot_policy_rules_find(&rules, &subject);
	snprintf(key, sizeof(key), "%s", rule ? rule->key : "");
	bot_policy_rules_finish(&rules);
	return key;
}

UNIT_TEST(test_rules_ban_users_and_servers)
{
	static const char text[] = "u@bob:evil.org\tspam\n"
				   "u@troll*:*\t\n"
				   "sbad.org\t\n"
				   "s*.bad.org\t\n"
				   "u@?:short.org\t\n";

	assert_string_equal(find(text, "@bob:evil.org"), "u@bob:evil.org");
	assert_string_equal(find(text, "@bobby:evil.org"), "");
	assert_string_equal(find(text, "@troll7:any.org"), "u@troll*:*");
	assert_string_equal(find(text, "@a:bad.org"), "sbad.org");
	assert_string_equal(find(text, "@a:very.bad.org"), "s*.bad.org");
	assert_string_equal(find(text, "@a:notbad.org"), "");
	assert_string_equal(find(text, "@a:short.org"), "u@?:short.org");
	assert_string_equal(find(text, "@ab:short.org"), "");
	/* a rule about users is none about servers, and the reverse */
	assert_string_equal(find("uevil.org\t\ns@bob:evil.org\t\n", "@bob:evil.org"), "");
}

UNIT_TEST(test_lines_that_are_no_rules_are_skipped)
{
	assert_string_equal(
		find("\n\t\nx@bob:evil.org\t\nu\t\nu@bob:evil.org\n", "@bob:evil.org"), "");
	assert_string_equal(find("", "@bob:evil.org"), "");
	assert_string_equal(find("u@bob:evil.org\t", "@bob:evil.org"), "u@bob:evil.org");
}

/* A list that bans everybody is a mistake or an attack. */
UNIT_TEST(test_rules_that_ban_the_bot_are_ignored)
{
	static const char text[] = "u*\t\nu@*\t\nu@engarde:home.org\t\ns*\t\nshome.org\t\n"
				   "s*.org\t\ns????.org\t\nu@*:home.org\t\nsevil.org\t\n";
	struct bot_policy_rules rules;

	bot_policy_rules_init(&rules, text, &bot);
	assert_int_equal(rules.ignored, 8);
	assert_int_equal(rules.count, 1);
	bot_policy_rules_finish(&rules);
	assert_string_equal(find(text, "@ann:home.org"), "");
	assert_string_equal(find(text, "@ann:evil.org"), "sevil.org");
}

UNIT_TEST(test_reason_stays_with_its_rule)
{
	struct bot_policy_subject subject = {"u@b:evil.org", "sevil.org"};
	struct bot_policy_rules rules;

	bot_policy_rules_init(
		&rules, "u@c:evil.org\tC\nu@b:evil.org\tB, twice\nu@a:evil.org\tA\n", &bot);
	assert_string_equal(bot_policy_rules_find(&rules, &subject)->reason, "B, twice");
	bot_policy_rules_finish(&rules);
}

UNIT_TEST(test_every_rule_of_a_long_list_is_found)
{
	enum { RULES = 20000 };
	char *text = malloc(RULES * 40), *end = text;
	struct bot_policy_rules rules;
	struct bot_policy_subject subject = {{0}, {0}};

	for (int i = 0; i < RULES; i++)
		end += sprintf(end, "u%s%d:evil.org\t%d\n", i % 2 ? "@*x" : "@u", i, i);
	bot_policy_rules_init(&rules, text, &bot);
	assert_int_equal(rules.count, RULES);
	assert_int_equal(rules.exact, RULES / 2);
	for (int i = 0; i < RULES; i += 997) {
		snprintf(subject.user, sizeof(subject.user), "u@%s%d:evil.org", i % 2 ? "yx" : "u",
			i);
		const struct bot_policy_rule *rule = bot_policy_rules_find(&rules, &subject);
		assert_non_null(rule);
		assert_int_equal(atoi(rule->reason), i);
	}
	bot_policy_rules_finish(&rules);
	free(text);
}
