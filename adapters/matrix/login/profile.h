/*
 * The account's profile: the display name and the avatar that clients show next to the bot's
 * messages. The bot sets each of them only if the account has none, and notes in the store that it
 * is done. After that it never asks for the profile again, so that a host can change or remove it.
 *
 * If the homeserver refuses to set a part of the profile, the bot leaves this part alone. If the
 * homeserver can't answer, the bot gives up after some tries, and tries again after its next start.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_PROFILE_H
#define ADAPTERS_MATRIX_LOGIN_PROFILE_H

#include "adapters/matrix/client/wait.h"
#include "bot/store/store.h"

struct mx_session;

struct mx_profile {
	struct mx_session *session; /* borrowed */
	bool is_over;               /* the bot does nothing more for the profile in this run */
	bool in_flight;
	bool wants_name, wants_avatar; /* whether the bot still has to set this part */
	char avatar[BOT_ID_SIZE];      /* the address of the uploaded avatar, or empty */
	struct mx_backoff backoff;
};

/* Prepares the work. There is nothing to do if the store says that the bot has done it before. */
void mx_profile_init(struct mx_profile *profile, struct mx_session *session);

/* Starts the next request, if one is due. */
void mx_profile_start_requests(struct mx_profile *profile);

#endif
