/* The picture of a club night that is over: the podium, the tableau and the pool sheets. */
#ifndef BOT_NIGHT_NIGHT_PICTURE_H
#define BOT_NIGHT_NIGHT_PICTURE_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Sends the picture to the night's room, with the podium in words. Does nothing if the moderators
 * have refused pictures, or if the bot can't draw. All fencers have their final places.
 */
BOT_MUST_USE enum bot_error bot_night_picture_send(
	struct bot_host *host, struct bot_night *night, const struct bot_lang *lang);

#endif
