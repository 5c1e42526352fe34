/*
 * A team match: the halves of a contest (contest.h) are two teams. On each board one bout is
 * fenced. It gives a point to the team of its winner. If both teams have as many points, the
 * touches of all bouts decide.
 */
#ifndef BOT_CLUB_TEAM_H
#define BOT_CLUB_TEAM_H

#include "bot/club/contest.h"

#define BOT_TEAM_LEAST  2 /* the fewest fencers of a team */
#define BOT_TEAM_MOST   16
#define BOT_TEAM_NOBODY 2 /* instead of the half that has won */

/* Counts the present fencers of a team. */
size_t bot_team_size(const struct bot_contest *contest, size_t half);

/*
 * Sets the boards: as many as the smaller team has present fencers, and BOT_TEAM_MOST at most. The
 * strongest fencer of each team fences on board 1, and so on; those who get no board are absent.
 * White, who begins, is of the first team on the boards 1, 3 and so on, and of the second team on
 * the others. `rating` has the strength of each entrant, by its index in contest->entrant; lots
 * decide between equal ones.
 */
void bot_team_set_boards(struct bot_contest *contest, const double rating[BOT_CONTEST_ROWS]);

struct bot_team_score {
	unsigned points[2];  /* of each team, by its half */
	unsigned touches[2]; /* likewise */
};

/* Returns the score of the bouts that have ended. */
struct bot_team_score bot_team_count_score(const struct bot_contest *contest);

/* Returns the half that has won with this score, or BOT_TEAM_NOBODY if it is a draw. */
size_t bot_team_winner(const struct bot_team_score *score);

#endif
