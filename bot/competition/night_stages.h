/* What happens in each stage of a club night, and when the next stage begins. */
#ifndef BOT_COMPETITION_NIGHT_STAGES_H
#define BOT_COMPETITION_NIGHT_STAGES_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/* A run of a night: it goes on as far as it can. */
struct bot_night_run {
	struct bot_host *host;
	struct bot_contest *night;
	bool as_new;                /* the message of the night is a new one */
	bool silent;                /* nothing has changed, so nothing is shown */
	bool tells[BOT_NIGHT_ROWS]; /* which entrants hear how they stand, by index */
};

/* Goes on through the stages until the night has to wait. The caller stores and shows the night. */
void bot_stages_go_on(struct bot_night_run *run);

/* Notes that the competition has ended now. */
void bot_stage_end(const struct bot_host *host, struct bot_competition *competition);

#endif
