/*
 * Loads a competition from the store, with both halves of a team match (bot/club/contest.h), and
 * stores what has changed in it.
 */
#ifndef BOT_COMPETITION_LOADING_H
#define BOT_COMPETITION_LOADING_H

#include "bot/call/call.h"
#include "bot/club/contest.h"
#include "bot/text/name.h"

/*
 * Loads the competition with its entrants and bouts, and draws the lots. The memory ends with the
 * attempt. Returns NULL if the competition does not exist, or if rows are damaged.
 */
struct bot_contest *bot_competition_load(struct bot_host *host, int64_t id);

/*
 * The same for the competition of a room: the one that goes on or, if there is none, the newest one
 * (bot_competition_find).
 */
struct bot_contest *bot_competition_load_last(
	struct bot_host *host, const char *room, enum bot_competition_kind kind);

/*
 * Loads the other half of a team match. Its stage, times and agreement are those of this half,
 * because both begin, are due and end together. Returns false if there is no other half.
 */
bool bot_competition_load_other_half(struct bot_host *host,
	const struct bot_competition *competition, struct bot_competition *other);

/* Stores the competition, and in the other half what it shares with this one. */
void bot_competition_save_halves(struct bot_host *host, const struct bot_competition *competition);

/* Stores an entrant of the contest, in the half that they have entered. */
void bot_competition_save_entrant(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant);

/* Stores the competition, and the entrants and bouts that differ from those of `before`. */
void bot_competition_save_changes(
	struct bot_host *host, const struct bot_contest *contest, const struct bot_contest *before);

/* Whether the stage, an entrant or a bout differs from those of `before`. */
bool bot_competition_has_changed(
	const struct bot_contest *contest, const struct bot_contest *before);

/* Finds the label of an entrant (bot/text/name.h). */
void bot_entrant_label(
	struct bot_host *host, const struct bot_entrant *entrant, char label[BOT_LABEL_SIZE]);

/*
 * Returns the rating by which an entrant is seeded, or 0 if there is none. One that is not sure yet
 * counts less.
 */
double bot_entrant_rating(struct bot_host *host, const struct bot_entrant *entrant);

/*
 * Adds the label of an entrant to a list of entrants. Cuts it if it is so long that a message with
 * all entrants would be too long.
 */
void bot_entrant_add_label(struct bot_host *host, const struct bot_contest *contest,
	const struct bot_entrant *entrant, struct bot_text *text);

#endif
