/*
 * The host in a test: a store in memory, a port whose clock and randomness the test owns, and an
 * adapter that sends nothing but keeps every row of the outbox.
 */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include "bot/host.h"
#include "bot/outbox.h"
#include "config/config.h"

#define SCENE_ROWS 8192
#define ROOM       "!hall:test"
#define ANN        "@ann:test"
#define BOB        "@bob:test"
#define EVE        "@eve:test" /* moderates ROOM */

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

struct scene_row {
	enum bot_outbox_kind kind;
	bool private;
	enum bot_ring ring;
	char to[BOT_ID_SIZE];
	char mention[BOT_ID_SIZE];
	char event[32]; /* what it was sent as */
	char edits[BOT_ID_SIZE];
	char *body;
	char *html;    /* empty when there was none */
	char *file;    /* what was attached */
	char *choices; /* empty when it is no poll */
};

struct scene {
	struct bot_store *store;
	bool owns_store;
	struct bot_host *host;
	struct bot_port port;
	struct cfg config;
	int64_t now;    /* of the wall */
	int64_t steady; /* scene_wait lets both go on */
	uint64_t random;
	unsigned events;
	const char *unreachable; /* a user whom nobody reaches; NULL: none */
	const char *reply_to;    /* what the next message replies to; then NULL */
	const char *name;        /* what the next sender calls himself; then NULL */
	size_t count;
	size_t mark; /* the rows from here on were caused by the last message */
	struct scene_row row[SCENE_ROWS];
};

/* On the heap, since it is large. */
struct scene *scene_create(uint64_t seed);

/* In an empty store that remains the caller's. */
struct scene *scene_create_in(struct bot_store *store, uint64_t seed);

void scene_destroy(struct scene *scene);

/* Match 1 of ANN (White, first) and BOB is being played in ROOM: advanced, this deck, no board. */
struct scene *scene_with_deck(const uint8_t deck[EG_DECK]);

/* Somebody writes in a room, or to the bot in private; then the outbox is drained. */
void scene_say(struct scene *scene, const char *room, const char *user, const char *text);
void scene_tell(struct scene *scene, const char *user, const char *text);

/* Somebody reacts to an event in private, or votes in it. */
void scene_choose(struct scene *scene, const char *user, const char *event, const char *key);

/* Hands a message to the host in a transaction of its own and drains the outbox. */
void scene_message(struct scene *scene, const struct bot_message *message);

/* Takes what waits in the outbox; players are reached unless `unreachable`. */
void scene_drain(struct scene *scene);

void scene_tick(struct scene *scene, int64_t *next);

/* Time passes, and the host is called whenever it wants; the mark is set at the beginning. */
void scene_wait(struct scene *scene, int64_t ms);

/* The process ends and, after `ms`, another one begins with the same store. */
void scene_restart(struct scene *scene, int64_t ms);

/* Rows since the mark that are messages or edits: in all, and in a room or to a user. */
size_t scene_events(const struct scene *scene);
const struct scene_row *scene_last(const struct scene *scene, const char *to);

/* What was said last there has this in its body. */
void scene_assert_said(const struct scene *scene, const char *to, const char *part);

/* The last message caused one message or edit; it went there, and has this in its body. */
void scene_assert_answer(const struct scene *scene, const char *to, const char *part);

/* ANN challenges BOB with these terms in ROOM, he accepts, and both are reached. */
void scene_begin(struct scene *scene, const char *terms);

/* For cmocka: the state is a scene with such a match, of five minutes a turn; and its end. */
int scene_setup_timed(void **state);
int scene_teardown(void **state);

/* The match of that id, and its state by replay. */
struct bot_match scene_match(struct scene *scene, int64_t id);
struct eg_match scene_state(struct scene *scene, int64_t id);

#endif
