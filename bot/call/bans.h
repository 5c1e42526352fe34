/*
 * Bans. The bot ignores users whom an admin or a policy list has banned: it drops their messages
 * and declines their invitations, and nobody can challenge them. A ban names one user, or an origin
 * (see bot_message) with all its users. A ban of *.example.org holds for all origins whose names
 * end with .example.org, but not for example.org itself. Bans never hold for an admin, nor for the
 * bot.
 *
 * A rule of a policy list that the configuration names (bans.lists) counts as a ban by an admin
 * does, as long as the list has the rule. The adapter reads the lists and reports them
 * (bot/host/policy_news.h). The store keeps what the adapter read last. The bot does not use a rule
 * that would ban the bot itself, such as the server *.
 *
 * The admins of the bot are the users whom the configuration names in admins.users. The bot obeys
 * their commands only in their private rooms with the bot.
 */
#ifndef BOT_CALL_BANS_H
#define BOT_CALL_BANS_H

#include "bot/call/call.h"
#include "bot/call/policy_rules.h"

/* Returns whether a ban holds for a user. No ban holds for an empty id. */
bool bot_bans_hold_for(struct bot_host *host, const char *user);

/* Returns whether a ban of `user`, or a block of either of the two, keeps them apart. */
bool bot_bans_part(struct bot_host *host, const char *user, const char *other);

/* Returns whether the user is an admin. */
bool bot_admins_include(const struct cfg *config, const char *user);

/*
 * Returns whether the message may be a command of an admin: an admin has written it, in their
 * private room.
 */
bool bot_admins_may_command(const struct bot_host *host, const struct bot_message *message);

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
