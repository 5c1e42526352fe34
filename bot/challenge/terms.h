/*
 * The terms of a challenge: the rules of a round, the number of touches that win the match, the
 * player who begins, the clocks, whether the bot counts the unseen cards for the players, whether
 * the match is casual, and the touches with which a player begins. struct bot_match has a field for
 * each term.
 */
#ifndef BOT_CHALLENGE_TERMS_H
#define BOT_CHALLENGE_TERMS_H

#include "bot/challenge/handicap.h"

/* The names of the rule sets, in English, with a space between two of them. */
#define BOT_RULES_OPTIONS "basic standard advanced ferti"

/* The rules of a challenge for which neither the command nor the room names rules. */
#define BOT_CHALLENGE_DEFAULT_RULES                                                                \
	{                                                                                          \
		.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5                            \
	}

/*
 * Reads one term of a command into `match`, or the id of the challenged user. *i is the index of
 * the term's first word, and becomes the index of its last word. Returns BOT_MSG_COUNT on success.
 * If the word is not a valid term, returns the message that answers the sender.
 */
enum bot_msg bot_challenge_read_term(
	const struct bot_call *call, size_t *i, struct bot_match *match);

/*
 * Whether a term begins at the word *i of a sentence, as "to 2" in "anyone up for a game to 2?".
 * Then *i becomes the index of its last word. A time alone is none: "in 5 minutes" is no clock,
 * but "5 minutes a move" is one, and "to 9 o'clock" is no number of touches.
 */
bool bot_challenge_find_term(const struct bot_words *words, size_t *i);

/* Returns the message that is the name of a rule set. */
enum bot_msg bot_challenge_rules_name(const struct eg_rules *rules);

/* Whether two matches have the same terms. Their players may differ. */
bool bot_challenge_has_same_terms(const struct bot_match *a, const struct bot_match *b);

/*
 * The terms of a challenge that the message names, as texts. A text is empty if its term is the
 * usual one: the advanced rules, the challenger begins, no touches to begin with, no count of
 * unseen cards, a match that may be rated. The clock is always named. A match without a clock is
 * never rated, and its clock says so.
 */
struct bot_terms_text {
	char rules[BOT_TERM_SIZE];
	char first[BOT_TERM_SIZE];
	char start[BOT_TERM_SIZE];
	char clock[BOT_TERM_SIZE];
	char unseen[BOT_TERM_SIZE];
	char casual[BOT_TERM_SIZE];
};

/* `names` are the names of the players by seat, or NULL for terms that are for no players. */
void bot_challenge_write_terms(const struct bot_match *match, const char *const *names,
	const struct bot_lang *lang, struct bot_terms_text *terms);

/*
 * Writes the terms of a challenge, and returns what a message says of it: the id, the players'
 * names, and the terms. The strings live as long as `names` and `terms`.
 */
struct bot_args bot_challenge_args(const struct bot_match *challenge, const char *const names[2],
	const struct bot_lang *lang, struct bot_terms_text *terms);

#endif
