/*
 * The account's profile: the display name and the avatar that clients show next to the bot's
 * messages. The bot sets them once, and only where none is set. It never asks again in this store,
 * so that a host can change or remove them.
 *
 * Nobody waits for the profile. If the homeserver refuses a part of it, the bot leaves this part
 * alone. If the homeserver can't answer, the bot gives up after some tries, and tries again after
 * its next start.
 */
#ifndef MX_PROFILE_H
#define MX_PROFILE_H

#include "adapters/matrix/client/backoff.h"
#include "bot/store/store.h"

struct mx_session;

struct mx_profile {
	struct mx_session *session; /* borrowed */
	bool is_over;               /* there is nothing to do any more in this run */
	bool in_flight;
	bool wants_name, wants_avatar; /* what the homeserver's answer says is missing */
	char avatar[BOT_ID_SIZE];      /* the address of the uploaded avatar, or empty */
	struct mx_backoff backoff;
};

/* Begins to work if the store does not say that the bot has set the profile before. */
void mx_profile_start(struct mx_profile *profile, struct mx_session *session);

/* Starts the next request, if one is due. */
void mx_profile_start_requests(struct mx_profile *profile);

/* Shortens *timeout, in milliseconds, so that the next request is not late. */
void mx_profile_limit_timeout(const struct mx_profile *profile, int64_t *timeout);

#endif
