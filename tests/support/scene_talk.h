/* What people write in a scene, and what the bot says to them. */
#ifndef TESTS_SUPPORT_SCENE_TALK_H
#define TESTS_SUPPORT_SCENE_TALK_H

#include "tests/support/scene.h"

/* Set the mark, write a message in a room or in the user's private room, and drain the outbox. */
void scene_say(struct scene *scene, const char *room, const char *user, const char *text);
void scene_tell(struct scene *scene, const char *user, const char *text);

/* The same with a text that is written as by printf. */
void scene_sayf(struct scene *scene, const char *room, const char *user, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void scene_tellf(struct scene *scene, const char *user, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Sets the mark, reacts to an event in the private room, or votes in a poll, and drains the outbox.
 */
void scene_choose(struct scene *scene, const char *user, const char *event, const char *key);
void scene_vote(struct scene *scene, const char *user, const char *event, const char *answer);

/* Returns a word that means this English word in a language. */
const char *scene_word(const struct bot_lang *lang, const char *english);

/* Reacts to an event in a room. */
void scene_react(struct scene *scene, const char *room, const char *user, const char *event,
	const char *key);

/*
 * Passes a message to the host in a transaction of its own. Gives the message a new event id if it
 * has none. Does not drain the outbox.
 */
void scene_handle(struct scene *scene, const struct bot_message *message);

/* Sets the mark, passes a message to the host, and drains the outbox. */
void scene_message(struct scene *scene, const struct bot_message *message);

/* Gives the bot a message in a transaction that is rolled back, as after an error of the store. */
void scene_undo(struct scene *scene, const struct bot_message *message);

/*
 * Returns the last message or edit to a room or user since the mark, and fails the test if there is
 * none.
 */
const struct scene_row *scene_last(const struct scene *scene, const char *to);

/* Returns the row before `last` to the same room or user since the mark. Fails if there is none. */
const struct scene_row *scene_before(const struct scene *scene, const struct scene_row *last);

/* Counts the rows to `to` since the mark that contain `part`. */
size_t scene_rows_that_say(const struct scene *scene, const char *to, const char *part);

/* Asserts that the last message to `to` contains `part`. */
void scene_assert_said(const struct scene *scene, const char *to, const char *part);

/* Asserts that the last command caused one message or edit to `to`, which contains `part`. */
void scene_assert_answer(const struct scene *scene, const char *to, const char *part);

/* Write as scene_say and scene_tell do, and assert the answer there as scene_assert_answer does. */
void scene_ask_in(struct scene *scene, const char *room, const char *user, const char *text,
	const char *part);
void scene_ask(struct scene *scene, const char *user, const char *text, const char *part);

/* Asserts that the bot has sent nothing since the mark. */
void scene_assert_quiet(const struct scene *scene);

/* Asserts that the last message to a user is private, rings, and contains `part`. */
void scene_assert_rings(const struct scene *scene, const char *user, const char *part);

#endif
