/*
 * JSON of competitions, for the page: what club nights and seasons have in common, and all of a
 * season. It has names and results, and nothing of any hand.
 */
#ifndef BOT_TABLE_COMPETITION_VIEW_H
#define BOT_TABLE_COMPETITION_VIEW_H

#include "bot/club/contest.h"
#include "bot/table/match_view.h"

/* A night or a season that a view shows to a reader. */
struct bot_shown {
	const struct bot_reader *reader;
	struct bot_contest *contest;
};

/* Writes what a view shows into the object `json`. */
typedef void bot_shown_write(struct bot_shown *shown, json_t *json);

/*
 * Whether the room has a competition of this kind to show: one that goes on, or ended lately (a
 * night a day ago, a season four weeks ago). Costs no query on a host without competitions, except
 * once.
 */
bool bot_competition_view_exists(
	struct bot_host *host, const char *room, enum bot_competition_kind kind);

/* Returns the JSON of the room's competition, or null if there is none to show. */
json_t *bot_competition_view(const struct bot_reader *reader, const char *room,
	enum bot_competition_kind kind, bot_shown_write *write);

/* Returns the JSON of the competition `id`, or NULL if it is damaged, or gone. */
json_t *bot_competition_view_of(
	const struct bot_reader *reader, int64_t id, bot_shown_write *write);

/* Adds the terms: how many touches a bout has, by which rules, and how long a turn may take. */
void bot_competition_view_add_terms(const struct bot_competition *competition, json_t *json);

/* Adds a time of the host as a wall time, as the page shows it. */
void bot_competition_view_add_time(
	const struct bot_shown *shown, const char *key, int64_t time, json_t *json);

/* Adds what a sheet says of a fencer, and their place in it, from 1. */
void bot_competition_view_add_standing(
	const struct bot_standing *standing, size_t place, json_t *json);

/*
 * Returns the JSON of the room's season: its fencers, the tables of its divisions, and the bouts
 * that are fenced now; or null if there is no season to show. Fencers are named by their index in
 * the list `fencers`. The rows of a division are in the order of the table; `fate` says where its
 * fencer goes at the end if the table stays as it is.
 */
json_t *bot_season_view(const struct bot_reader *reader, const char *room);

/*
 * Returns a JSON list of the reader's part in each season that they have entered: when it begins or
 * ends, their bouts that are fenced now, and in `text` their place and whom they fence later; or
 * NULL if they take part in none.
 */
json_t *bot_season_view_own(const struct bot_reader *reader);

#endif
