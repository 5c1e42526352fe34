/*
 * What people write to answer an open question (bot/call/question.h): "yes", a number, a name, a
 * time, or one of the words that the question names.
 */
#ifndef BOT_CALL_ANSWER_H
#define BOT_CALL_ANSWER_H

#include "bot/call/call.h"
#include "bot/store/store.h"

/*
 * Stands in the command of a question where the answer belongs. Without it the answer follows the
 * command. People can't write it in a word.
 */
#define BOT_BLANK "\t"

enum bot_answer_kind {
	BOT_NO_ANSWER,    /* the text answers no open question */
	BOT_ANSWER_RUNS,  /* it answers one, and a command follows from it */
	BOT_ANSWER_NO,    /* it answers one with "no", and nothing follows from it */
	BOT_ANSWER_WRONG, /* it is a number for one that asks for another number */
	BOT_ANSWER_LATE,  /* it is a reaction to a message that asks the sender nothing any more */
};

/*
 * Returns what the words of the call mean as an answer to the question. If a command follows from
 * them, writes it to `command`.
 */
enum bot_answer_kind bot_answer_read(const struct bot_call *call,
	const struct bot_question *question, char command[BOT_QUESTION_SIZE]);

/*
 * Whether the words are "yes" or "ok", or "no", perhaps repeated or with a polite word, and nothing
 * else.
 */
bool bot_answer_is_yes(const struct bot_words *words);
bool bot_answer_is_no(const struct bot_words *words);

/*
 * Returns whether the words of the call may instead play a card or a line of a hand: they are one
 * letter, or one number without a #.
 */
bool bot_answer_may_be_choice(const struct bot_call *call);

#endif
