/* Whose invitations the bot accepts. */
#ifndef MX_POLICY_H
#define MX_POLICY_H

#include "config/config.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether to accept an invitation by `inviter`, a valid user id, with `rooms` joined already. */
bool mx_policy_accepts(const struct cfg_invites *invites, const char *inviter, uint32_t rooms);

#endif
