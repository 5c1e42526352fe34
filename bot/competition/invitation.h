/*
 * Tells those who took part last time that the next club night or season of their room takes
 * sign-ups: one message in the room, which mentions them. So each of their phones rings once, but
 * not in quiet hours (bot_quiet_hours_hush). Those who stay (struct bot_entrant) are entered.
 */
#ifndef BOT_COMPETITION_INVITATION_H
#define BOT_COMPETITION_INVITATION_H

#include "bot/competition/kind.h"

/*
 * Sends the message for a competition that has just been opened. `last` is the id of the last
 * competition of its kind in the room, or 0 if there was none. The message names those who took
 * part in it, with their places. If it has no result, it names those of the last one that has, too:
 * one evening without enough people ends no club. Sends nothing if there is nobody to invite.
 */
void bot_invitation_send(struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition, int64_t last);

#endif
