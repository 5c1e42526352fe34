/*
 * How far somebody has come in the lessons, which the store keeps until they have ended the last
 * one, and whether an answer that they give is for their lesson or for one of their matches.
 */
#ifndef BOT_LESSON_PROGRESS_H
#define BOT_LESSON_PROGRESS_H

#include "bot/call/call.h"

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
