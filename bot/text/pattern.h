/*
 * A pattern is an action as a player typed it. The player may omit parts of the action. The player
 * may have meant any legal action that fits the pattern.
 */
#ifndef BOT_TEXT_PATTERN_H
#define BOT_TEXT_PATTERN_H

#include "bot/text/page.h"
#include "bot/text/words.h"
#include "engine/engarde.h"

struct bot_pattern {
	enum eg_kind kind;
	uint8_t move;  /* the card of the move, even if no such card exists, or 0 if the player
			  omitted the card */
	uint8_t card;  /* the card of the attack, or of the attack that a parry answers, or 0 if the
			  player omitted the card */
	uint8_t count; /* how many of these cards, or 0 if the player omitted the number */
	char letter;   /* the letter of the line of choices that the player copied, or '\0' */
	bool brief;    /* as in "a3", which may mean an advance or an attack with this card */
};

/*
 * Reads an action in words of any language, in notation, or in a mix of them, or a line that the
 * player copied from the list of choices: "a advance 2 (+2)". Returns false if the words are not an
 * action, or if the parts of the line contradict each other.
 */
bool bot_pattern_parse(const struct bot_words *words, struct bot_pattern *pattern);

/* Returns the card that a word spells, as in "two", as a digit; NULL if the word spells none. */
const char *bot_pattern_spelled_card(const char *word);

/* Whether a word is a number of cards or spaces, as in "2", "two", "fives" or "pair". */
bool bot_pattern_is_number(const char *word);

/* Whether the word says nothing about an action, as "with". */
bool bot_pattern_ignores(const char *word);

/*
 * Reads cards of one value of which the words say how many: "two 4s", "a pair of fours". Returns
 * false if the words are something else.
 */
bool bot_pattern_parse_count(const struct bot_words *words, uint8_t *card, uint8_t *count);

#endif
