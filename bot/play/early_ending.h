/*
 * Matches between people that one of them ends before both have acted: by `abort` or `resign`, by
 * letting the clock run out, or by leaving a room. Such a match is void, since people make
 * mistakes and get called away. But a player has seen their hand by then. If it cost nothing, they
 * could look for a good hand again and again. So the bot counts how often a player does this. Two
 * times are free, and the count goes down by one every three days. Beyond that the match is a loss,
 * which is rated. `stats` shows the count to everybody.
 *
 * A match that is not rated anyway costs nothing and is not counted.
 *
 * A reaction can come from a server instead of the player. If such a reaction entered the match
 * (match.unproven), the match costs the player nothing until the player has acted. The bot counts
 * these endings apart. After two, such a reaction enters no match, so that nobody can look for a
 * good hand in this way.
 */
#ifndef BOT_PLAY_EARLY_ENDING_H
#define BOT_PLAY_EARLY_ENDING_H

#include "bot/match/loaded_match.h"

/* Returns how often the user has done this lately. */
int64_t bot_early_ending_count(struct bot_host *host, const char *user);

/*
 * Whether a reaction that a server can have made lets the user enter a match: the user has not
 * ended too many such matches lately.
 */
bool bot_early_ending_trusts_reactions(struct bot_host *host, const char *user);

/* Whether the match is between people who have not both acted in it. */
bool bot_early_ending_is_possible(const struct bot_loaded_match *loaded);

/*
 * Whether the player in `seat` would lose the match by ending it now. Sets *count to what
 * bot_early_ending_count returns. The players have not both acted.
 */
bool bot_early_ending_costs(
	const struct bot_loaded_match *loaded, enum eg_seat seat, int64_t *count);

/* What the end of the match is called. */
struct bot_early_ending {
	enum bot_msg void_why; /* the message if the match is void */
	enum bot_msg lost_why; /* the message if it is a loss */
	enum bot_ending lost;  /* the ending if it is a loss */
};

/*
 * Ends a match that the player in `seat` has given up before both have acted, and counts that. The
 * arguments of both messages are {name} and {loser}, the player, and {winner}, the other one.
 */
void bot_early_ending_end(
	struct bot_loaded_match *loaded, enum eg_seat seat, const struct bot_early_ending *ending);

/*
 * Who may stop a rated match between people. A stopped match counts for nobody, so a player who is
 * about to lose would like to have it stopped. Players can't stop their own matches. But somebody
 * who may give moderators their power, such as the creator of the room, could make a friend a
 * moderator for this. So only those may stop the match who moderated the room when it began. There
 * is no need for others to do so: the match has a clock, which ends it.
 */

/* Notes who moderates the room of a match that begins. Does nothing if the match is not rated. */
void bot_early_ending_note_moderators(const struct bot_loaded_match *loaded);

/* Whether a user who moderates the room now may stop the match. */
bool bot_early_ending_may_stop(const struct bot_loaded_match *loaded, const char *user);

#endif
