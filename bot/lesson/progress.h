/*
 * How far somebody has come in the lessons. The store keeps it until they have ended the last one.
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

#endif
