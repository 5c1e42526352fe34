#include "adapters/matrix/policy.h"

#include "adapters/matrix/id.h"

#include <string.h>
#include <strings.h>

static bool is_listed(const struct cfg_invites *invites, const char *inviter)
{
	for (unsigned i = 0; i < invites->users_count; i++)
		if (strcmp(invites->users[i], inviter) == 0)
			return true;
	for (unsigned i = 0; i < invites->servers_count; i++)
		if (strcasecmp(invites->servers[i], mx_id_server(inviter)) == 0)
			return true;
	return false;
}

bool mx_policy_accepts(const struct cfg_invites *invites, const char *inviter, uint32_t rooms)
{
	if (rooms >= invites->max_rooms)
		return false;
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
