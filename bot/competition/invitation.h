/*
 * Tells those who took part last time that the next club night or season of their room takes
 * sign-ups: one message in the room, which mentions them. So each of their phones rings once, but
 * not in quiet hours (bot_quiet_hours_hush).
 */
#ifndef BOT_COMPETITION_INVITATION_H
#define BOT_COMPETITION_INVITATION_H

#include "bot/competition/kind.h"

/*
 * Sends the message for a competition that has just been opened, if there is a last one of its kind
 * (0: there is none) with somebody to invite. It names all with their places of last time.
 */
void bot_invitation_send(struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition, int64_t last);

#endif
