/* The result of an ended match in a few words, such as `Ann wins on time`. */
#ifndef BOT_SHOW_RESULT_H
#define BOT_SHOW_RESULT_H

#include "bot/match/loaded_match.h"

#define BOT_RESULT_SIZE (2 * BOT_LABEL_SIZE + 64) /* bytes for a result and a NUL */

void bot_match_result(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	char result[BOT_RESULT_SIZE]);

#endif
