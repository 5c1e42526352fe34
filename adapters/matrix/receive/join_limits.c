#include "adapters/matrix/receive/join_limits.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/login/account.h"
#include "bot/store/outbox.h"

#include <string.h>

/*
 * How many joins may wait in the outbox. Synapse lets an account join one room every ten seconds,
 * so 50 joins take eight minutes.
 */
#define ALL_MOST    50 /* in all; or a tenth of invites.max_rooms, if that is more */
#define SERVER_MOST 10 /* through one server, other than the bot's own */
#define USER_MOST   5  /* by one user's invitations */

bool mx_join_limits_is_home(const struct mx_account *account, const char *server)
{
	return strcmp(server, mx_id_server(account->me)) == 0;
}

enum bot_error mx_join_limits_check_server(
	struct mx_account *account, const char *server, bool *busy)
{
	size_t waiting = 0;
	enum bot_error error = BOT_OK;

	if (!mx_join_limits_is_home(account, server))
		error = bot_outbox_waiting(account->store, BOT_OUT_JOIN, server, NULL, &waiting);
	*busy = waiting >= SERVER_MOST;
	return error;
}

enum bot_error mx_join_limits_check(struct mx_account *account, const char *inviter, bool *busy)
{
	const char *server = mx_id_server(inviter);
	size_t all = 0, of_user = 0, most = account->config->invites.max_rooms / 10;
	enum bot_error error = bot_outbox_waiting(account->store, BOT_OUT_JOIN,
		mx_join_limits_is_home(account, server) ? server : NULL, NULL, &all);

	if (!error)
		error = bot_outbox_waiting(account->store, BOT_OUT_JOIN, NULL, inviter, &of_user);
	if (!error)
		error = mx_join_limits_check_server(account, server, busy);
	if ((all >= ALL_MOST && all >= most) || of_user >= USER_MOST)
		*busy = true;
	return error;
}
