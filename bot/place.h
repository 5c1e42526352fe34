/* Whether there is a place for one more match. */
#ifndef BOT_PLACE_H
#define BOT_PLACE_H

#include "bot/call.h"

/*
 * Whether a match may be added where the sender writes: to those of the room, or in private to his
 * own. One of which `stands` says that he has it already is in the way. Where it may not he is
 * answered: with `again` for such a one.
 */
BOT_MUST_USE enum bot_error bot_place_is_free(const struct bot_call *call,
	bool (*stands)(const struct bot_call *call, const struct bot_match *match),
	enum bot_msg again, bool *is_free);

#endif
