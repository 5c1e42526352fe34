/*
 * The handicaps of a match: touches with which one player begins, and a longer clock for one
 * player. A match with a handicap is not rated.
 *
 * While a command is read, White is the player who writes it and Black the opponent.
 */
#ifndef BOT_CHALLENGE_HANDICAP_H
#define BOT_CHALLENGE_HANDICAP_H

#include "bot/call/call.h"

#define BOT_TERM_SIZE 512 /* bytes of a term as a text, with the label of a player */

/*
 * Reads the touches with which a player begins: "give 2" and "from 2" for the opponent, "take 2"
 * and "me from 2" for the writer, or "2 give" and "2 take". *i is the index of the first word, and
 * becomes that of the last one. Returns BOT_MSG_COUNT on success, BOT_MSG_TERM_UNKNOWN if the words
 * are something else, or the message that answers the sender.
 */
enum bot_msg bot_handicap_read(
	const struct bot_words *words, size_t *i, struct eg_match_rules *rules);

/*
 * Checks the touches after all terms have been read. Returns BOT_MSG_COUNT, or the message that
 * answers the sender if a player would begin with as many touches as win the match.
 */
enum bot_msg bot_handicap_check(const struct eg_match_rules *rules);

/* Sets the milliseconds of the writer and the opponent for a turn, and removes the reserve. */
void bot_handicap_set_clocks(struct bot_match *match, int64_t mine, int64_t other);

/* Whether the same seats have the same handicaps in two matches. */
bool bot_handicap_is_same(const struct bot_match *a, const struct bot_match *b);

/* Gives the players of a match the handicaps that they had in a match in the other seats. */
void bot_handicap_swap(struct bot_match *match, const struct bot_match *before);

/*
 * Writes who begins with touches, as a term of a challenge. It is empty if nobody does. `names` are
 * the names of the players by seat; it may be NULL for a match without touches to begin with.
 */
void bot_handicap_write_start(const struct bot_match *match, const char *const *names,
	const struct bot_lang *lang, char text[BOT_TERM_SIZE]);

/* Writes the clocks of both players. Returns false, and writes nothing, if they are the same. */
bool bot_handicap_write_clocks(
	const struct bot_match *match, const struct bot_lang *lang, char text[BOT_TERM_SIZE]);

#endif
