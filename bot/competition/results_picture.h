/*
 * The picture of a competition that is over. A club night: the podium, the tableau and the pool
 * sheets. A season: the podium of the first division, and the table of each division with all its
 * bouts.
 */
#ifndef BOT_COMPETITION_RESULTS_PICTURE_H
#define BOT_COMPETITION_RESULTS_PICTURE_H

#include "bot/call/call.h"
#include "bot/club/contest.h"

/*
 * Sends the picture to the competition's room, with the podium in words. Does nothing if the
 * moderators have refused pictures, or if the bot can't draw. All fencers have their final places.
 */
void bot_results_picture_send(
	struct bot_host *host, struct bot_contest *contest, const struct bot_lang *lang);

#endif
