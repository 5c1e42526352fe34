#include "bot/call/policy_rules.h"

#include "bot/base/glob.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool glob_bans(const struct bot_policy_rule *rule, const struct bot_policy_subject *subject)
{
	const char *key = rule->key[0] == BOT_POLICY_USER ? subject->user : subject->server;
	size_t length = strlen(key);

	/* Most globs fail here, at once. */
	if (length == 0 || length < rule->tail_length ||
		memcmp(key + length - rule->tail_length, rule->tail, rule->tail_length) != 0)
		return false;
	return bot_glob_matches(rule->key + 1, key + 1, BOT_GLOB_EXACT);
}

static bool bans(const struct bot_policy_rule *rule, const struct bot_policy_subject *subject)
{
	return rule->tail ? glob_bans(rule, subject)
			  : strcmp(rule->key, subject->user) == 0 ||
				    strcmp(rule->key, subject->server) == 0;
}

/* Splits a line into the parts of a rule. Returns false if the line is no rule. */
static bool read_rule(char *line, struct bot_policy_rule *rule)
{
	char *tab = strchr(line, '\t');
	size_t wild, last = 0;

	if ((line[0] != BOT_POLICY_USER && line[0] != BOT_POLICY_SERVER) || !tab || tab == line + 1)
		return false;
	*tab = '\0';
	*rule = (struct bot_policy_rule){.key = line, .reason = tab + 1};
	while (line[wild = last + strcspn(line + last, "*?")])
		last = wild + 1;
	if (last > 0) {
		rule->tail = line + last;
		rule->tail_length = strlen(rule->tail);
	}
	return true;
}

static int compare(const void *a, const void *b)
{
	const struct bot_policy_rule *left = a, *right = b;

	if (!left->tail != !right->tail)
		return left->tail ? 1 : -1;
	return strcmp(left->key, right->key);
}

static size_t count_lines(const char *text)
{
	size_t lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

void bot_policy_rules_init(
	struct bot_policy_rules *rules, const char *text, const struct bot_policy_subject *bot)
{
	struct bot_policy_rule rule;
	char *rest = NULL;

	*rules = (struct bot_policy_rules){.text = bot_strdup(text)};
	rules->rule = bot_calloc(count_lines(text), sizeof(*rules->rule));
	for (char *line = strtok_r(rules->text, "\n", &rest); line;
		line = strtok_r(NULL, "\n", &rest)) {
		if (!read_rule(line, &rule))
			continue;
		if (bans(&rule, bot)) {
			rules->ignored++;
			continue;
		}
		rules->rule[rules->count++] = rule;
		rules->exact += !rule.tail;
	}
	qsort(rules->rule, rules->count, sizeof(*rules->rule), compare);
}

void bot_policy_rules_finish(struct bot_policy_rules *rules)
{
	free(rules->text);
	free(rules->rule);
	*rules = (struct bot_policy_rules){0};
}

static const struct bot_policy_rule *find_exact(
	const struct bot_policy_rules *rules, const char *key)
{
	const struct bot_policy_rule wanted = {.key = key};

	return *key && rules->exact > 0
		       ? bsearch(&wanted, rules->rule, rules->exact, sizeof(wanted), compare)
		       : NULL;
}

const struct bot_policy_rule *bot_policy_rules_find(
	const struct bot_policy_rules *rules, const struct bot_policy_subject *subject)
{
	const struct bot_policy_rule *found = find_exact(rules, subject->user);

	if (!found)
		found = find_exact(rules, subject->server);
	for (size_t i = rules->exact; !found && i < rules->count; i++)
		if (glob_bans(&rules->rule[i], subject))
			found = &rules->rule[i];
	return found;
}
