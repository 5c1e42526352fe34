/*
 * How people direct a competition: they open, start and stop it, and show it again. Each function
 * answers the sender, and shows the competition in its room.
 */
#ifndef BOT_COMPETITION_DIRECTION_H
#define BOT_COMPETITION_DIRECTION_H

#include "bot/competition/kind.h"

/*
 * Opens a competition in the call's room. `competition` has its terms, and a night its start, a
 * season its length. An opening counts against the sender's limit, which moderators do not have.
 */
void bot_direction_open(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_competition *competition);

/*
 * Begins the check-in of a night, or ends it; ends the sign-up of a season. For the organiser, and
 * for moderators. Asks for a "yes" if the announced start is more than an hour away, unless
 * `confirmed` is true: people who come at that time would miss it.
 */
void bot_direction_start(const struct bot_call *call, const struct bot_kind *kind, bool confirmed);

/*
 * Stops the competition. For moderators; before the start it is called off, and the organiser can
 * do that, too. Later it ends early: its bouts end as they stand, and the places count what was
 * fenced. If the sender fences in it, it ends after the kind's notice or three turns, whichever is
 * longer, so that nobody ends it at once when they lead. A team match always does, because the
 * sender directs one of its teams. Asks for a "yes" unless `confirmed` is true.
 */
void bot_direction_stop(const struct bot_call *call, const struct bot_kind *kind, bool confirmed);

/*
 * Shows the competition again: in private only to the sender, in the room by a link to its message,
 * or in a new message if that one is old.
 */
void bot_direction_show(const struct bot_call *call, const struct bot_kind *kind);

#endif
