/* Whose invitations the bot accepts. */
#ifndef MX_INVITE_POLICY_H
#define MX_INVITE_POLICY_H

#include "adapters/matrix/room/invite_share.h"
#include "config/config.h"

#include <stdbool.h>

/* Whether invites.from lets the bot accept invitations by `inviter`, a valid user id. */
bool mx_invite_policy_accepts(const struct cfg_invites *invites, const char *inviter);

/*
 * Whether the bot may join one more room of an inviter. All rooms, the inviter's rooms and the
 * rooms of the inviter's server must be below their limits. `at_home`: the inviter is on the bot's
 * own homeserver. Its rooms have no limit as a server, since its administrators are responsible for
 * its accounts.
 */
bool mx_invite_policy_has_place(
	const struct cfg_invites *invites, const struct mx_invite_share *share, bool at_home);

#endif
