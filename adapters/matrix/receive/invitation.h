/*
 * Invitations of the bot to rooms. The bot accepts an invitation if the configuration allows it, if
 * its rooms are below their limits, and if not too many joins wait in the outbox.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_INVITATION_H
#define ADAPTERS_MATRIX_RECEIVE_INVITATION_H

#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_state.h"
#include "config/config.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_receiver;

/*
 * Handles the invitation to a room, in the caller's transaction and attempt (bot/base/attempt.h):
 * accepts, declines or ignores it. `body` is the room's part of the batch.
 */
void mx_invitation_handle(struct mx_receiver *receiver, const char *id, const json_t *body);

/* Returns whether invites.from lets the bot accept invitations by `inviter`, a valid user id. */
bool mx_invitation_is_allowed(const struct cfg_invites *invites, const char *inviter);

/*
 * Returns whether all rooms, the rooms of other servers, the inviter's rooms and the rooms of the
 * inviter's server are below their limits. `at_home` says whether the inviter is on the bot's own
 * homeserver. The rooms of this homeserver have no limit of their own, because its administrators
 * are responsible for its accounts. A fifth of all rooms is only for its users. For them the bot
 * joins a few rooms more than invites.max_rooms, because it then leaves some of other servers.
 */
bool mx_invitation_is_below_limits(
	const struct cfg_invites *invites, const struct mx_room_counts *counts, bool at_home);

#endif
