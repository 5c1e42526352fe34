/* Who may enter a competition, what the bot prepares for them, and how they leave it. */
#ifndef BOT_NIGHT_ADMISSION_H
#define BOT_NIGHT_ADMISSION_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Checks that nobody fills the competition with accounts of one server: only a few newcomers of one
 * origin may take part.
 */
BOT_MUST_USE enum bot_error bot_admission_check_origin(
	const struct bot_call *call, const struct bot_night *night, bool *allowed);

/* Asks for the sender's private room now, so that it is there when the first bout begins. */
BOT_MUST_USE enum bot_error bot_admission_prepare_room(const struct bot_call *call);

/*
 * Takes an entrant who takes part out: before the start nothing of them remains, and after it they
 * have withdrawn. The caller lets the competition go on.
 */
BOT_MUST_USE enum bot_error bot_admission_leave(
	struct bot_store *store, struct bot_night *night, const char *user);

#endif
