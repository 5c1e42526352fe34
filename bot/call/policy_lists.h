/*
 * The policy lists that the configuration names (bans.lists). A rule of a list counts as a ban by
 * an admin does (bans.h), as long as the list has the rule. The adapter reads the lists and reports
 * them (bot/host/policy_news.h). The store keeps what the adapter read last.
 *
 * The bot does not use a rule that would ban the bot itself, such as the server *. Like all bans,
 * rules never hold for an admin.
 */
#ifndef BOT_CALL_POLICY_LISTS_H
#define BOT_CALL_POLICY_LISTS_H

#include "bot/call/call.h"
#include "bot/call/policy_rules.h"

/* A list while the bot runs. */
struct bot_policy_list {
	char name[BOT_ID_SIZE]; /* as the configuration has it: the id or the alias of the room */
	bool is_known; /* the adapter has read the list, in this run or in an earlier one */
	bool fails; /* the adapter can't read the list now; `rules` are those that it read last */
	struct bot_policy_rules rules;
};

/* A rule that bans somebody, and its list. */
struct bot_policy_ban {
	const struct bot_policy_list *list;
	const struct bot_policy_rule *rule; /* NULL if no rule bans them */
};

struct bot_policy_lists;

struct bot_policy_lists *bot_policy_lists_create(void);
void bot_policy_lists_destroy(struct bot_policy_lists *lists);

/*
 * Returns a rule that bans a user. It lives until a list changes. The lists remember the results
 * for the users who were asked for last, so that a long list does not make each message dearer.
 */
struct bot_policy_ban bot_policy_lists_find(struct bot_host *host, const char *user);

/* Likewise, for the users of an origin. */
struct bot_policy_ban bot_policy_lists_find_origin(struct bot_host *host, const char *origin);

/*
 * Returns the list with this name, borrowed until a list is removed, or NULL if there is none.
 */
struct bot_policy_list *bot_policy_lists_get(struct bot_host *host, const char *name);

/* Likewise, but adds a list without rules if there is none and if there are not too many lists. */
struct bot_policy_list *bot_policy_lists_add(struct bot_host *host, const char *name);

/*
 * Replaces the rules of a list by those in a text (bot_policy_rules_init), and stores the text.
 * Returns whether the store had other rules.
 */
bool bot_policy_lists_set(struct bot_host *host, const char *name, const char *text);

/* Forgets a list, in the store too. */
void bot_policy_lists_remove(struct bot_host *host, const char *name);

#endif
