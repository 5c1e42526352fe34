/*
 * Words that other game bots understand, and that are no command of this one, such as `queue`. The
 * bot answers each with a sentence that says what to write instead. (Words for which this bot has a
 * command, such as `leaderboard`, are synonyms: see bot/text/lang/.)
 */
#ifndef BOT_HOST_OTHER_BOTS_H
#define BOT_HOST_OTHER_BOTS_H

#include "bot/call/call.h"

/*
 * If the first word of the call, in any language, is such a word, answers it. Sets *answered to
 * whether it is one.
 */
bool bot_other_bots_answer(const struct bot_call *call);

#endif
