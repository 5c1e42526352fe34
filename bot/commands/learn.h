/*
 * The command `learn`, and the lessons in the learner's private room. Each lesson (bot/lesson/)
 * shows a position and asks what to play. The learner answers as in a match. A wrong answer is
 * explained, and the bot asks again. After a right one the next lesson follows, and after the last
 * one the bot offers a practice match.
 */
#ifndef BOT_COMMANDS_LEARN_H
#define BOT_COMMANDS_LEARN_H

#include "bot/call/call.h"

/* Begins the lessons, goes on with them, or stops them. */
void bot_run_learn(struct bot_call *call);

/*
 * Answers the lesson with the words of the call. Only if the lesson claims the answer
 * (lesson_claim.h), or for a tap on its newest message.
 */
void bot_learn_answer(struct bot_call *call);

/*
 * If the sender has a lesson, and the call is one word that concerns it, obeys it: "stop", "next",
 * "exit", "hint", or "hand" or "board" of somebody who plays no match, and right below the lesson
 * also "help" and "again". Returns whether it did.
 */
bool bot_learn_control(const struct bot_call *call);

#endif
