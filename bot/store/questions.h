/* Questions of the bot that wait for an answer. A person has at most one in each room. */
#ifndef BOT_STORE_QUESTIONS_H
#define BOT_STORE_QUESTIONS_H

#include "bot/store/database.h"

#define BOT_QUESTION_SIZE 1024 /* bytes for the command of a question and a NUL */

/* Which answers a question takes, and what its `command` is. */
enum bot_question_kind {
	BOT_ASKS_YES,    /* "yes"; the command that it confirms */
	BOT_ASKS_NUMBER, /* the number of a match; the command without this number */
	BOT_ASKS_ACCEPT, /* whether to accept a challenge; the number of the challenge, as in #7 */
	BOT_ASKS_CHOICE, /* one of several words; the command that the word completes, and in a line
			    of its own the words: see bot_ask_choice */
};

struct bot_question {
	enum bot_question_kind kind;
	char command[BOT_QUESTION_SIZE];
	int64_t post;  /* the post of the message that asks; people may react to it */
	int64_t until; /* when the question lapses, in the host's time */
};

/* Stores a question to `user` in a room, in place of an earlier one there. */
BOT_MUST_USE enum bot_error bot_store_ask(struct bot_store *store, const char *user,
	const char *room, const struct bot_question *question);

/* Deletes all questions that have lapsed at the time `now`, in the host's time. */
BOT_MUST_USE enum bot_error bot_store_prune_questions(struct bot_store *store, int64_t now);

/* Gets the question to `user` in a room. Returns BOT_NOT_FOUND if there is none. */
BOT_MUST_USE enum bot_error bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question);

/* Removes the question to `user` in a room. Does nothing if there is none. */
BOT_MUST_USE enum bot_error bot_store_close_question(
	struct bot_store *store, const char *user, const char *room);

#endif
