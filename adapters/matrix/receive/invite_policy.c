#include "adapters/matrix/receive/invite_policy.h"

#include "adapters/matrix/client/id.h"

#include <string.h>

/*
 * Compares ids and server names exactly: two ids that differ only in case may belong to different
 * people.
 */
static bool is_listed(const struct cfg_invites *invites, const char *inviter)
{
	for (unsigned i = 0; i < invites->users_count; i++)
		if (strcmp(invites->users[i], inviter) == 0)
			return true;
	for (unsigned i = 0; i < invites->servers_count; i++)
		if (strcmp(invites->servers[i], mx_id_server(inviter)) == 0)
			return true;
	return false;
}

bool mx_invite_policy_accepts(const struct cfg_invites *invites, const char *inviter)
{
	switch (invites->from) {
	case CFG_INVITES_ANYONE:
		return true;
	case CFG_INVITES_LISTED:
		return is_listed(invites, inviter);
	case CFG_INVITES_NOBODY:
		break;
	}
	return false;
}

/* Returns `percent` percent of the rooms, but at least one room. */
static uint32_t part(uint32_t rooms, uint32_t percent)
{
	uint32_t places = (uint32_t)((uint64_t)rooms * percent / 100);

	return places > 0 ? places : 1;
}

bool mx_invite_policy_has_place(
	const struct cfg_invites *invites, const struct mx_invite_share *share, bool at_home)
{
	return share->rooms < invites->max_rooms &&
	       share->by_inviter < part(invites->max_rooms, invites->inviter_share) &&
	       (at_home || share->by_server < part(invites->max_rooms, invites->server_share));
}
