/*
 * How people enter a competition and leave it. Each function answers the sender, and shows the
 * competition in its room. In private they are for the one in which the sender takes part
 * (room_competition.h), so nobody signs up there.
 */
#ifndef BOT_COMPETITION_ENTRY_H
#define BOT_COMPETITION_ENTRY_H

#include "bot/competition/kind.h"

/*
 * Signs the sender up, or notes in the check-in that they are there. If `all` is true, enters them
 * in the following competitions of the kind in this room, too, until they leave one (invitation.h).
 */
void bot_entry_join(const struct bot_call *call, const struct bot_kind *kind, bool all);

/* Takes the sender out. After the start it asks for a "yes", unless `confirmed` is true. */
void bot_entry_leave(const struct bot_call *call, const struct bot_kind *kind, bool confirmed);

/* Returns the sender's entrant. If they don't take part, says so, and returns NULL. */
struct bot_entrant *bot_entry_find(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest);

#endif
