/*
 * The commands `bans`, `ban` and `unban`: whom the bot ignores everywhere (bot/command/bans.h). A
 * ban ends the matches of the banned users without a result.
 */
#ifndef BOT_ADMIN_BAN_COMMANDS_H
#define BOT_ADMIN_BAN_COMMANDS_H

#include "bot/command/call.h"

/* An example of a ban of all servers below one; in messages, the placeholder {words}. */
#define BOT_ADMIN_BAN_BELOW "*.example.org"

BOT_MUST_USE enum bot_error bot_admin_list_bans(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_admin_ban(struct bot_call *call);
BOT_MUST_USE enum bot_error bot_admin_unban(struct bot_call *call);

/*
 * Ends some of the matches of users whose server was banned. One call looks at a few matches only,
 * because there may be thousands. Sets *more to whether the host must call this function again
 * soon.
 */
BOT_MUST_USE enum bot_error bot_admin_end_banned(struct bot_host *host, bool *more);

#endif
