/*
 * The rules of one policy list. A policy list is a room in which people keep bans that others use,
 * too. Each rule bans a user, or the users of a server. It names them by a glob (bot/base/glob.h).
 *
 * https://spec.matrix.org/latest/client-server-api/#moderation-policy-lists
 */
#ifndef BOT_CALL_POLICY_RULES_H
#define BOT_CALL_POLICY_RULES_H

#include "bot/store/database.h"

#include <stdbool.h>
#include <stddef.h>

/* The letters with which the key of a rule begins. */
#define BOT_POLICY_USER   'u'
#define BOT_POLICY_SERVER 's'

/* Both texts are parts of bot_policy_rules.text. */
struct bot_policy_rule {
	const char *key;    /* BOT_POLICY_USER or BOT_POLICY_SERVER, then the glob */
	const char *reason; /* text of strangers in one line; may be empty */
	const char *tail;   /* in a glob, what follows the last * or ?; else NULL */
	size_t tail_length; /* in bytes */
};

/* Rules without * and ? come first, in the byte order of their keys. */
struct bot_policy_rules {
	char *text;
	struct bot_policy_rule *rule;
	size_t count;
	size_t exact;   /* how many of the rules have no * and no ? */
	size_t ignored; /* how many rules were left out, because they would ban the bot itself */
};

/* A user as rules name them: their keys. */
struct bot_policy_subject {
	char user[1 + BOT_ID_SIZE];   /* BOT_POLICY_USER and the user id, or empty */
	char server[1 + BOT_ID_SIZE]; /* BOT_POLICY_SERVER and the origin, or empty */
};

/*
 * Reads rules from a text, which is how the store keeps a list. Each line is the key of a rule, a
 * tab and its reason. Skips lines that are no rule. The rules that ban the subject `bot` are left
 * out. The caller calls bot_policy_rules_finish.
 */
void bot_policy_rules_init(
	struct bot_policy_rules *rules, const char *text, const struct bot_policy_subject *bot);
void bot_policy_rules_finish(struct bot_policy_rules *rules);

/* Returns a rule that bans the subject, or NULL. */
const struct bot_policy_rule *bot_policy_rules_find(
	const struct bot_policy_rules *rules, const struct bot_policy_subject *subject);

#endif
