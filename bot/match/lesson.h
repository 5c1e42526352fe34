/*
 * The lessons as data: six positions, the right answers, and the messages of each. The engine makes
 * the positions from the cards and the actions, and says what is legal there. The learner is White,
 * and it is their turn. Writes a lesson to a page, which only the learner may see.
 */
#ifndef BOT_MATCH_LESSON_H
#define BOT_MATCH_LESSON_H

#include "bot/call/call.h"
#include "bot/text/board.h"
#include "bot/text/lang.h"
#include "bot/text/name.h"
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

/* A lesson that somebody learns now. Do not copy this struct, because `cast` points into it. */
struct bot_taught_lesson {
	size_t number;
	const struct bot_lesson *lesson;
	struct eg_match match;     /* the position */
	struct eg_match_view view; /* what the learner sees of it */
	struct bot_cast cast;      /* the learner, and the opponent */
	char opponent[BOT_NAME_SIZE];
};

/*
 * Prepares the lesson with this number, for a learner with this name, which the lesson borrows. The
 * language is that of the page to which it will be written.
 */
void bot_lesson_prepare(struct bot_taught_lesson *taught, size_t number, const char *learner,
	const struct bot_lang *lang);

/* Adds the title: the number of the lesson, and what it is about. */
void bot_lesson_add_title(struct bot_page *page, const struct bot_taught_lesson *taught);

/*
 * Adds the board, the hand, the question what the learner plays, and the choices. If the bot asks
 * `again`, the question is short, since the whole one stands above in the chat.
 */
void bot_lesson_add_question(
	struct bot_page *page, const struct bot_taught_lesson *taught, bool again);

/* If the action ends the round, adds a line with how it ends. The action is legal. */
void bot_lesson_add_ending(
	struct bot_page *page, const struct bot_taught_lesson *taught, struct eg_action action);

/*
 * How far somebody has come in the lessons, which the store keeps until they have ended the last
 * one, and whether an answer that they give is for their lesson or for one of their matches.
 */

struct bot_lesson_progress {
	size_t lesson; /* the number of the lesson, or 0 if there is none */
	int64_t post;  /* the post of its newest message, or 0 if the learner has stopped */
};

struct bot_lesson_progress bot_lesson_progress_get(struct bot_host *host, const char *user);

/* Stores the progress, or forgets it if progress.lesson is 0. */
void bot_lesson_progress_save(
	struct bot_host *host, const char *user, struct bot_lesson_progress progress);

enum bot_lesson_claim {
	BOT_CLAIMS_NOTHING, /* the answer may play in a match */
	BOT_CLAIMS_ANSWER,  /* the lesson takes the answer */
	BOT_CLAIMS_OLD,     /* the answer is for nothing that waits: the bot only says so */
};

/*
 * Returns what the lessons say about an action, a letter or cards. The list to which the sender
 * replies decides. A reply to an earlier list of the lessons answers nothing. Without a reply, the
 * lesson takes the answer if no message about a match that is played has come since. A reply that a
 * server can have written decides nothing: if it contradicts the newest list, the answer is old,
 * too.
 */
enum bot_lesson_claim bot_lesson_claim(const struct bot_call *call);

/*
 * Tells the sender in private that their answer is for an earlier list, or that the lessons wait.
 */
void bot_lesson_claim_refuse(const struct bot_call *call);

#endif
