#include "bot/call/policy_rules.h"

#include "bot/base/glob.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* One key of a subject, and what follows its letter, prepared for globs. */
struct target {
	const char *key;
	size_t length;
	struct bot_glob_text text;
};

/* A subject, prepared for globs. */
struct targets {
	struct target user, server;
};

static void prepare_key(struct target *target, const char *key)
{
	target->key = key;
	target->length = strlen(key);
	bot_glob_prepare(&target->text, *key ? key + 1 : key, BOT_GLOB_EXACT);
}

static void prepare(struct targets *targets, const struct bot_policy_subject *subject)
{
	prepare_key(&targets->user, subject->user);
	prepare_key(&targets->server, subject->server);
}

static bool glob_bans(const struct bot_policy_rule *rule, const struct targets *targets)
{
	const struct target *target =
		rule->key[0] == BOT_POLICY_USER ? &targets->user : &targets->server;

	/* Most globs fail here, at once. */
	if (target->length == 0 || target->length < rule->tail_length ||
		memcmp(target->key + target->length - rule->tail_length, rule->tail,
			rule->tail_length) != 0)
		return false;
	return bot_glob_matches(rule->key + 1, &target->text);
}

static bool bans(const struct bot_policy_rule *rule, const struct targets *targets)
{
	return rule->tail ? glob_bans(rule, targets)
			  : strcmp(rule->key, targets->user.key) == 0 ||
				    strcmp(rule->key, targets->server.key) == 0;
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
	struct targets itself;
	char *rest = NULL;

	*rules = (struct bot_policy_rules){.text = bot_strdup(text)};
	rules->rule = bot_calloc(count_lines(text), sizeof(*rules->rule));
	prepare(&itself, bot);
	for (char *line = strtok_r(rules->text, "\n", &rest); line;
		line = strtok_r(NULL, "\n", &rest)) {
		if (!read_rule(line, &rule))
			continue;
		if (bans(&rule, &itself)) {
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

static const struct bot_policy_rule *find_glob(
	const struct bot_policy_rules *rules, const struct bot_policy_subject *subject)
{
	struct targets targets;

	if (rules->exact == rules->count)
		return NULL;
	prepare(&targets, subject);
	for (size_t i = rules->exact; i < rules->count; i++)
		if (glob_bans(&rules->rule[i], &targets))
			return &rules->rule[i];
	return NULL;
}

const struct bot_policy_rule *bot_policy_rules_find(
	const struct bot_policy_rules *rules, const struct bot_policy_subject *subject)
{
	const struct bot_policy_rule *found = find_exact(rules, subject->user);

	if (!found)
		found = find_exact(rules, subject->server);
	return found ? found : find_glob(rules, subject);
}
