/*
 * The terms of a challenge: the rules of a round, the number of touches, the player who begins, the
 * clock, and whether the bot counts the unseen cards for the players. struct bot_match has a field
 * for each term.
 */
#ifndef BOT_CHALLENGE_TERMS_H
#define BOT_CHALLENGE_TERMS_H

#include "bot/command/call.h"
#include "bot/text/name.h"

/* The rules of a challenge that does not name any. */
#define BOT_CHALLENGE_DEFAULT_RULES                                                                \
	{                                                                                          \
		.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5                            \
	}

/*
 * Reads one term of a command into `match`, or the id of the challenged user. *i is the index of
 * its first word, and becomes the index of its last word. Returns BOT_MSG_COUNT, or what to answer
 * if the word is no term.
 */
enum bot_msg bot_challenge_terms_read(
	const struct bot_call *call, size_t *i, struct bot_match *match);

/* Whether two matches have the same terms. Their players may differ. */
bool bot_challenge_terms_are_same(const struct bot_match *a, const struct bot_match *b);

/* The terms as text, for the message that publishes a challenge. */
struct bot_challenge_terms {
	char rules[32];
	char first[BOT_LABEL_SIZE + 64];
	char clock[64];  /* empty without a clock */
	char unseen[64]; /* empty if the bot does not count the unseen cards */
};

/* Writes the terms of a match in a language. `challenger` is the challenger's name. */
void bot_challenge_terms_write(const struct bot_match *match, const struct bot_lang *lang,
	const char *challenger, struct bot_challenge_terms *terms);

#endif
