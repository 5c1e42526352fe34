/*
 * Who may enter a competition, how people enter it, what the bot prepares for them, and how they
 * leave it.
 */
#ifndef BOT_COMPETITION_ENTRY_H
#define BOT_COMPETITION_ENTRY_H

#include "bot/competition/kind.h"

/* Counts the entrants of this half who take part. */
size_t bot_entry_count(const struct bot_contest *contest);

/*
 * Removes an entrant, who takes part: before the start the store forgets them, and after it they
 * have withdrawn. The caller lets the competition go on.
 */
void bot_entry_remove(struct bot_host *host, struct bot_contest *contest, const char *user);

/*
 * Whether an entrant may not fence: the bot ignores them, or the store has forgotten them and has
 * an alias in place of their user id.
 */
bool bot_entry_is_barred(struct bot_host *host, const struct bot_entrant *entrant);

/*
 * Ends a sign-up without a check-in: those who have signed up are present, but for those who may
 * not fence. The caller stores the entrants.
 */
void bot_entry_close(struct bot_host *host, struct bot_contest *contest);

/* Withdraws the fencers who may not fence any more. The caller stores the competition. */
void bot_entry_withdraw_barred(struct bot_host *host, struct bot_contest *contest);

/*
 * Each function below answers the sender, and shows the competition in its room. In private they
 * are for the one in which the sender takes part (room_competition.h), so nobody signs up there.
 */

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
