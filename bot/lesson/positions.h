/*
 * The lessons as data: six positions, the right answers, and the messages of each. The engine makes
 * the positions from the cards and the actions, and says what is legal there. The learner is White,
 * and it is their turn.
 */
#ifndef BOT_LESSON_POSITIONS_H
#define BOT_LESSON_POSITIONS_H

#include "bot/text/lang.h"
#include "engine/engarde.h"

#define BOT_LESSONS 6

struct bot_lesson {
	const char *deck;    /* 25 digits, the top card first; see eg_round_init */
	const char *actions; /* which lead to the position, in notation; White begins */
	const char *right;   /* the right answers, in notation */
	enum eg_kind kind;   /* of the right answers */
	enum bot_msg title;
	enum bot_msg question;
	enum bot_msg better; /* answers another legal action */
	enum bot_msg praise;
};

/* Returns the lesson with this number, from 1 to BOT_LESSONS. */
const struct bot_lesson *bot_lesson_get(size_t number);

/* Plays the actions of a lesson, so that `match` has its position. */
void bot_lesson_begin(const struct bot_lesson *lesson, struct eg_match *match);

/* Whether the action is a right answer. */
bool bot_lesson_is_right(const struct bot_lesson *lesson, struct eg_action action);

#endif
