/*
 * Limits for the joins that wait in the outbox. Above a limit the bot declines invitations and does
 * not follow room upgrades.
 */
#ifndef MX_JOIN_LIMITS_H
#define MX_JOIN_LIMITS_H

#include "bot/store/store.h"

#include <stdbool.h>

struct mx_account;

/* Whether `server`, a server name, is the bot's own homeserver. */
bool mx_join_limits_is_home(const struct mx_account *account, const char *server);

/* *busy: whether too many joins through `server` wait. The bot's own homeserver has no limit. */
BOT_MUST_USE enum bot_error mx_join_limits_check_server(
	struct mx_account *account, const char *server, bool *busy);

/*
 * *busy: whether too many joins wait in all, through the inviter's server, or for the inviter.
 * Strangers can own any number of servers, so their joins must not hold back the users of the bot's
 * own homeserver: for those users, "in all" counts only the joins through the own homeserver.
 */
BOT_MUST_USE enum bot_error mx_join_limits_check(
	struct mx_account *account, const char *inviter, bool *busy);

#endif
