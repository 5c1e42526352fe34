/* Actions within what people say: "ok then I attack with my two fours". */
#ifndef BOT_UNDERSTAND_SPOKEN_ACTION_H
#define BOT_UNDERSTAND_SPOKEN_ACTION_H

#include "bot/text/words.h"

/* Why somebody names an action. */
enum bot_speech {
	BOT_PLAYS,        /* "I attack with my 3" */
	BOT_ASKS_WHETHER, /* "can I go back 2?", "retreat 2?" */
	BOT_PLANS, /* part of a plan, which may tell what somebody else does: "she attacks" */
};

/*
 * Finds an action in a sentence, as `speech` says: the verbs in English and the numbers as they
 * were typed, as in "attack two fours"; or, for BOT_PLAYS, a number or letter alone, if the words
 * say that it is played. Who asks whether it is legal names a number, and not the word "card": "can
 * I attack with two cards?" is about the rules. Returns false for a question of another kind, and
 * if any other word may matter; `action` is undefined then. The words of `action` point to those of
 * `words` or to constants, and may still be no action (bot/text/pattern.h). There is at least one
 * word.
 */
bool bot_spoken_action_read(
	const struct bot_words *words, enum bot_speech speech, struct bot_words *action);

#endif
