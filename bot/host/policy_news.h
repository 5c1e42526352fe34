/*
 * With these functions the adapter reports what it has read of the policy lists (bot/call/bans.h).
 * A list is a room, too, but the bot tells its admins, and nobody in the room. `name` is the name
 * of a list in bans.lists. All functions work in the caller's transaction.
 */
#ifndef BOT_HOST_POLICY_NEWS_H
#define BOT_HOST_POLICY_NEWS_H

#include "bot/base/error.h"

struct bot_host;

/*
 * Reports the rules of a list, as a text in the form of bot_policy_rules_init. They replace the
 * rules that the list had before. If they ban players, their matches end soon. The bot tells its
 * admins if the list could not be read before, and if it has rules that would ban the bot itself.
 */
BOT_MUST_USE enum bot_error bot_host_policy_list_read(
	struct bot_host *host, const char *name, const char *text);

/*
 * Reports that the adapter can't read a list, for the reason `why`, which may be text of strangers.
 * The rules that it read last stay. The bot tells its admins once, until the list can be read
 * again.
 */
BOT_MUST_USE enum bot_error bot_host_policy_list_fails(
	struct bot_host *host, const char *name, const char *why);

/* Reports that the configuration no longer names a list: its rules end. */
BOT_MUST_USE enum bot_error bot_host_policy_list_removed(struct bot_host *host, const char *name);

#endif
