/*
 * The command `bans`: shows whom the admins have banned, which policy lists ban others, and the
 * rules of these lists.
 */
#ifndef BOT_ADMIN_BAN_LIST_H
#define BOT_ADMIN_BAN_LIST_H

#include "bot/call/call.h"

/*
 * `bans` shows the first bans by admins, and the policy lists. `bans BAN` shows the bans that come
 * after this one in byte order; `bans @USER|SERVER`, which rule of a list bans them; `bans LIST N`,
 * the rules of a list from number N on.
 */
void bot_admin_list_bans(struct bot_call *call);

/*
 * If a rule of a policy list bans a user or an origin, replies with this rule. Otherwise returns
 * false.
 */
bool bot_admin_reply_ban_by_list(struct bot_call *call, const char *banned);

#endif
