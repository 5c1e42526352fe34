/* Actions within what people say: "ok then I attack with my two fours". */
#ifndef BOT_UNDERSTAND_SPOKEN_ACTION_H
#define BOT_UNDERSTAND_SPOKEN_ACTION_H

#include "bot/text/words.h"

/*
 * Finds an action in a statement: the verbs in English and the numbers as they were typed, as in
 * "attack two fours"; or a number or letter alone, if the words say that it is played. Returns
 * false for a question, and if any other word may matter; `action` is undefined then. The words of
 * `action` point to those of `words` or to constants, and may still be no action
 * (bot/text/pattern.h). There is at least one word. `others`: the words may tell what somebody else
 * does, as in "she attacks".
 */
bool bot_spoken_action_read(const struct bot_words *words, bool others, struct bot_words *action);

#endif
