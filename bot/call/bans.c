#include "bot/call/bans.h"

#include "bot/base/attempt.h"
#include "bot/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_PREFIX "policy." /* in the store, the name of a list follows */
#define KEY_SIZE   (sizeof(KEY_PREFIX) + BOT_ID_SIZE)
#define ANSWERS    256 /* for how many users the lists remember the last result */

/* What the lists say about a user. */
struct answer {
	char user[BOT_ID_SIZE]; /* empty if there is no answer */
	struct bot_policy_ban ban;
};

struct bot_policy_lists {
	bool are_loaded;
	size_t count;
	struct bot_policy_list list[CFG_POLICY_LISTS_MOST];
	struct answer answer[ANSWERS];
};

struct bot_policy_lists *bot_policy_lists_create(void)
{
	return bot_calloc(1, sizeof(struct bot_policy_lists));
}

void bot_policy_lists_destroy(struct bot_policy_lists *lists)
{
	for (size_t i = 0; i < lists->count; i++)
		bot_policy_rules_finish(&lists->list[i].rules);
	free(lists);
}

static void forget_answers(struct bot_policy_lists *lists)
{
	for (size_t i = 0; i < ANSWERS; i++)
		lists->answer[i].user[0] = '\0';
}

static void name_origin(struct bot_policy_subject *subject, const char *origin)
{
	snprintf(subject->server, sizeof(subject->server), "%c%s", BOT_POLICY_SERVER, origin);
}

static void name_user(
	const struct bot_host *host, const char *user, struct bot_policy_subject *subject)
{
	const struct bot_port *port = host->port;
	char origin[BOT_ID_SIZE];

	*subject = (struct bot_policy_subject){{0}, {0}};
	if (!user)
		return;
	snprintf(subject->user, sizeof(subject->user), "%c%s", BOT_POLICY_USER, user);
	if (!port->origin)
		return;
	port->origin(port->self, user, origin);
	name_origin(subject, origin);
}

static void read_rules(const struct bot_host *host, struct bot_policy_list *list, const char *text)
{
	struct bot_policy_subject bot;

	name_user(host, host->port->user, &bot);
	bot_policy_rules_finish(&list->rules);
	bot_policy_rules_init(&list->rules, text, &bot);
	list->is_known = true;
	forget_answers(host->policy_lists);
}

static const char *key_of(const char *name, char key[KEY_SIZE])
{
	snprintf(key, KEY_SIZE, KEY_PREFIX "%s", name);
	return key;
}

/* Returns the list with this name, or NULL. */
static struct bot_policy_list *find_list(struct bot_policy_lists *lists, const char *name)
{
	for (size_t i = 0; i < lists->count; i++)
		if (strcmp(lists->list[i].name, name) == 0)
			return &lists->list[i];
	return NULL;
}

/* Adds a list without rules. Returns NULL if there are too many lists. */
static struct bot_policy_list *add_list(struct bot_policy_lists *lists, const char *name)
{
	struct bot_policy_list *list = &lists->list[lists->count];

	if (lists->count == CFG_POLICY_LISTS_MOST)
		return NULL;
	*list = (struct bot_policy_list){.is_known = false};
	snprintf(list->name, sizeof(list->name), "%s", name);
	lists->count++;
	return list;
}

static void load_list(struct bot_host *host, const char *name)
{
	char key[KEY_SIZE], *text = NULL;

	if (find_list(host->policy_lists, name))
		return;
	if (!bot_found(bot_store_get(host->store, key_of(name, key), &text)))
		return;
	struct bot_policy_list *list = add_list(host->policy_lists, name);
	if (list)
		read_rules(host, list, text);
	free(text);
}

/* Loads the stored policy lists, unless they are loaded already. */
static void load(struct bot_host *host)
{
	const struct cfg_bans *bans = &host->config->bans;

	if (host->policy_lists->are_loaded)
		return;
	for (unsigned i = 0; i < bans->lists_count; i++)
		load_list(host, bans->lists[i]);
	host->policy_lists->are_loaded = true;
}

static struct bot_policy_ban search(
	const struct bot_policy_lists *lists, const struct bot_policy_subject *subject)
{
	struct bot_policy_ban ban = {0};

	for (size_t i = 0; !ban.rule && i < lists->count; i++) {
		ban.list = &lists->list[i];
		ban.rule = bot_policy_rules_find(&ban.list->rules, subject);
	}
	return ban;
}

/* Returns the place of the answer about a user. A hash (FNV-1a) chooses it. */
static struct answer *place_of(struct bot_policy_lists *lists, const char *user)
{
	uint32_t hash = 2166136261U;

	for (; *user; user++)
		hash = (hash ^ (unsigned char)*user) * 16777619U;
	return &lists->answer[hash % ANSWERS];
}

struct bot_policy_ban bot_policy_lists_find(struct bot_host *host, const char *user)
{
	struct bot_policy_lists *lists = host->policy_lists;
	struct bot_policy_subject subject;

	load(host);
	if (lists->count == 0 || strlen(user) >= BOT_ID_SIZE)
		return (struct bot_policy_ban){0};
	struct answer *answer = place_of(lists, user);
	if (strcmp(answer->user, user) != 0) {
		name_user(host, user, &subject);
		answer->ban = search(lists, &subject);
		strcpy(answer->user, user);
	}
	return answer->ban;
}

struct bot_policy_ban bot_policy_lists_find_origin(struct bot_host *host, const char *origin)
{
	struct bot_policy_subject subject = {{0}, {0}};

	load(host);
	name_origin(&subject, origin);
	return search(host->policy_lists, &subject);
}

struct bot_policy_list *bot_policy_lists_get(struct bot_host *host, const char *name)
{
	load(host);
	return find_list(host->policy_lists, name);
}

struct bot_policy_list *bot_policy_lists_add(struct bot_host *host, const char *name)
{
	struct bot_policy_list *list = bot_policy_lists_get(host, name);

	return list ? list : add_list(host->policy_lists, name);
}

bool bot_policy_lists_set(struct bot_host *host, const char *name, const char *text)
{
	char key[KEY_SIZE], *stored = NULL;
	struct bot_policy_list *list = bot_policy_lists_add(host, name);

	bot_found(bot_store_get(host->store, key_of(name, key), &stored));
	bool changed = !stored || strcmp(stored, text) != 0;
	free(stored);
	if (!list)
		return changed;
	list->fails = false;
	if (changed || !list->is_known)
		read_rules(host, list, text);
	if (changed)
		bot_must(bot_store_set(host->store, key, text));
	return changed;
}

void bot_policy_lists_remove(struct bot_host *host, const char *name)
{
	struct bot_policy_lists *lists = host->policy_lists;
	struct bot_policy_list *list;
	char key[KEY_SIZE];

	load(host);
	list = find_list(lists, name);
	if (list) {
		bot_policy_rules_finish(&list->rules);
		*list = lists->list[--lists->count];
		forget_answers(lists);
	}
	bot_must(bot_store_set(host->store, key_of(name, key), NULL));
}

/* Compares ids exactly: two ids that differ only in case may belong to different people. */
bool bot_admins_include(const struct cfg *config, const char *user)
{
	for (unsigned i = 0; i < config->admins.users_count; i++)
		if (strcmp(config->admins.users[i], user) == 0)
			return true;
	return false;
}

bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message)
{
	return message->private && message->kind == BOT_WRITTEN &&
	       bot_admins_include(host->config, message->sender);
}

/* Returns whether an origin, or a name above it, is banned. */
static bool is_origin_banned(struct bot_host *host, const char *origin)
{
	char above[BOT_ID_SIZE + 1];
	bool banned = bot_store_has_ban(host->store, origin);

	for (const char *dot = strchr(origin, '.'); !banned && dot; dot = strchr(dot + 1, '.')) {
		snprintf(above, sizeof(above), "*%s", dot);
		banned = bot_store_has_ban(host->store, above);
	}
	return banned;
}

/* Returns whether an admin has banned the user or their origin. */
static bool is_banned_by_admin(struct bot_host *host, const char *user)
{
	const struct bot_port *port = host->port;
	char origin[BOT_ID_SIZE];

	if (bot_store_has_ban(host->store, user))
		return true;
	if (!port->origin)
		return false;
	port->origin(port->self, user, origin);
	return is_origin_banned(host, origin);
}

bool bot_bans_hold_for(struct bot_host *host, const char *user)
{
	bool has_lists = host->config->bans.lists_count > 0;
	bool any = bot_store_has_any_ban(host->store);

	if ((!any && !has_lists) || !user[0] || bot_admins_include(host->config, user) ||
		bot_call_is_bot(host, user))
		return false;
	return (any && is_banned_by_admin(host, user)) ||
	       (has_lists && bot_policy_lists_find(host, user).rule);
}

bool bot_bans_part(struct bot_host *host, const char *user, const char *other)
{
	return bot_bans_hold_for(host, user) || bot_store_is_blocked(host->store, user, other) ||
	       bot_store_is_blocked(host->store, other, user);
}
