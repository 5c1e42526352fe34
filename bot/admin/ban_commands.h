/*
 * The commands `ban`, `unban` and `bans`. bot/call/bans.h explains what a ban means.
 * The command `ban` also ends the matches of the banned users without a result.
 */
#ifndef BOT_ADMIN_BAN_COMMANDS_H
#define BOT_ADMIN_BAN_COMMANDS_H

#include "bot/call/call.h"

/* An example for messages, as {words}: a ban of all servers below example.org. */
#define BOT_ADMIN_BAN_BELOW "*.example.org"

void bot_admin_ban(struct bot_call *call);
void bot_admin_unban(struct bot_call *call);

/*
 * Begins to end the matches of all users who are banned now, and their links to the web page. The
 * caller has changed many bans at once.
 */
void bot_admin_apply_bans(struct bot_host *host);

/*
 * Ends matches of users whose server was banned. One call looks at only a few matches, because
 * there may be thousands. Returns whether the host must call this function again soon.
 */
bool bot_admin_end_banned(struct bot_host *host);

/*
 * `bans` shows the first bans by admins, and the policy lists. `bans BAN` shows the bans that come
 * after this one in byte order, `bans @USER|SERVER` the rule of a policy list that bans them, and
 * `bans LIST N` the rules of a list from number N on.
 */
void bot_admin_list_bans(struct bot_call *call);

#endif
