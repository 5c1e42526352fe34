/* Questions that people ask in a sentence, such as "can I take that back?". */
#ifndef BOT_PHRASE_H
#define BOT_PHRASE_H

#include "bot/text/words.h"

enum bot_phrase {
	BOT_PHRASE_NONE,
	BOT_PHRASE_UNDO,   /* whether an action can be taken back */
	BOT_PHRASE_BEGINS, /* who begins */
	BOT_PHRASE_NEXT,   /* who fences next */
	BOT_PHRASE_BOUTS,  /* likewise, if a night or a season goes on */
	BOT_PHRASE_TABLE,  /* how a night or a season stands, if one goes on */
};

/* Finds out what the words ask, in any language. */
enum bot_phrase bot_phrase_find(const struct bot_words *words);

#endif
