/* Questions of the bot that wait for an answer. A person has at most one in each room. */
#ifndef BOT_STORE_QUESTIONS_H
#define BOT_STORE_QUESTIONS_H

#include "bot/store/database.h"

#define BOT_QUESTION_SIZE 2048 /* bytes for the command of a question and a NUL */

/* Which answers a question takes, and what its `command` is. */
enum bot_question_kind {
	BOT_ASKS_YES,    /* "yes"; the command that it confirms */
	BOT_ASKS_NUMBER, /* the number of a match; the command without this number */
	BOT_ASKS_ACCEPT, /* whether to accept a challenge; the number of the challenge, as in #7 */
	/*
	 * Something that completes the command. The command may have a blank for it (BOT_BLANK in
	 * bot/call/answer.h). A second line of the command may have the words to choose from.
	 */
	BOT_ASKS_CHOICE,  /* one of these words */
	BOT_ASKS_TOUCHES, /* how many touches win a match */
	BOT_ASKS_TIME,    /* how long a turn may take */
	BOT_ASKS_PERSON,  /* a person: one of these ids, or anybody if there are none */
	BOT_ASKS_ROOM,    /* one of the rooms with these ids */
};

#include "bot/store/questions.inc"

/* Stores a question to `user` in a room, in place of an earlier one there. */
BOT_MUST_USE enum bot_error bot_store_ask(struct bot_store *store, const char *user,
	const char *room, const struct bot_question *question);

/* Deletes all questions that have been closed for a day at the time `now`, in the host's time. */
BOT_MUST_USE enum bot_error bot_store_prune_questions(struct bot_store *store, int64_t now);

/*
 * Gets the newest question to `user` in a room, which may be closed: its time `until` has come.
 * Returns BOT_NOT_FOUND if there is none.
 */
BOT_MUST_USE enum bot_error bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question);

/* Closes the question to `user` in a room at the time `now`. Does nothing if there is none. */
BOT_MUST_USE enum bot_error bot_store_close_question(
	struct bot_store *store, const char *user, const char *room, int64_t now);

#endif
