/*
 * The host in a test: a store in memory, a port whose clock and random numbers the test controls,
 * and an adapter that keeps every outbox row instead of sending it.
 */
#ifndef TESTS_SUPPORT_SCENE_H
#define TESTS_SUPPORT_SCENE_H

#include "bot/host/host.h"
#include "bot/store/outbox.h"
#include "bot/store/rounds.h"
#include "config/config.h"
#include "tests/support/attempt.h"
#include "tests/support/cmocka.h"

#define SCENE_ROWS   8192
#define SCENE_PEOPLE 8
#define SCENE_ADMINS 2
/*
 * How many events the end of a match between two people has: the board, and the finish in the room
 * and to both players.
 */
#define SCENE_FINISH 4
#define ROOM         "!hall:test"
#define ANN          "@ann:test"
#define BOB          "@bob:test"
#define EVE          "@eve:test" /* the moderator of ROOM */

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

struct scene_row {
	enum bot_outbox_kind kind;
	bool private;
	enum bot_ring ring;
	char to[BOT_ID_SIZE];
	char mention[2 * BOT_ID_SIZE]; /* the users whom the message mentions */
	char txn[BOT_TXN_SIZE];
	char event[32]; /* the event id of the message */
	char edits[BOT_ID_SIZE];
	char thread[BOT_ID_SIZE];
	char answers[BOT_ID_SIZE];
	char *body;
	char *html;          /* empty if the message has no HTML */
	char *file;          /* the attached file */
	char *choices;       /* empty if the message is not a poll */
	char commitment[64]; /* empty if the message publishes none */
	char reactions[64];  /* empty if the bot adds no reactions */
	bool waiting_hand;   /* as in bot_outbox_row */
	bool clear;          /* likewise */
};

/* A room of the bot, with what it is called. */
struct scene_room {
	const char *id, *name, *alias;
};

struct scene {
	struct bot_store *store;
	bool owns_store;
	struct bot_host *host;
	struct bot_port port;
	struct cfg config;
	int64_t now;    /* wall clock */
	int64_t steady; /* steady clock; scene_wait advances this clock and the wall clock */
	uint64_t random;
	unsigned events;
	/* a room with messages that the bot has not read yet, or NULL */
	const char *unread;
	bool is_slow;            /* the homeserver takes no messages now */
	const char *muted;       /* a room in which the bot may not write, or NULL */
	const char *unreachable; /* a user whom the bot can't reach, or NULL */
	const char *invited;     /* a user who is only invited to their private room, or NULL */
	const char *reply_to;    /* the event to which the next message replies, or NULL */
	/* the thread in which users send their messages, or NULL */
	const char *thread;
	const char *name; /* the display name of the next message's sender, or NULL */
	bool proven;      /* whether verified devices have written the messages */
	bool forgeable;   /* whether a server can have written replies and reactions */
	struct {
		const char *user, *name;
	} people[SCENE_PEOPLE]; /* who is in each room; the first without a user ends the list */
	enum bot_people knows_people;
	const char *moderator; /* the user who moderates ROOM: EVE, until a test changes it */
	const char *silenced, *silenced_in; /* who may not write in which room, or NULL */
	const struct scene_room *rooms;     /* those of scene_set_rooms */
	size_t rooms_count;
	char admin[SCENE_ADMINS][BOT_ID_SIZE];
	char *admins[SCENE_ADMINS]; /* the list of admins in `config`; points into `admin` */
	const char *origin;         /* the server that all senders pretend to come from, or NULL */
	size_t count;
	/*
	 * The mark is an index in `row`. Functions that "set the mark" set it to the next new row.
	 * Later the rows from the mark on show what the bot has done since.
	 */
	size_t mark;
	struct scene_row row[SCENE_ROWS];
};

/* Creates a scene on the heap, because a scene is too large for the stack. */
struct scene *scene_create(uint64_t seed);

/* Creates a scene in an empty store, which the caller still owns. */
struct scene *scene_create_in(struct bot_store *store, uint64_t seed);

void scene_destroy(struct scene *scene);

/* Puts a user with this display name into each room, at this place of `people`. */
void scene_set_person(struct scene *scene, size_t i, const char *user, const char *name);

/*
 * Lets the bot be in these rooms, in the byte order of their ids, and know their names. The scene
 * keeps the list itself.
 */
void scene_set_rooms(struct scene *scene, const struct scene_room *rooms, size_t count);

/* For the port's `site` or `origin`: writes the server of a user. */
void scene_write_server(void *self, const char *user, char server[BOT_ID_SIZE]);

/* Makes the user an admin of the bot. */
void scene_add_admin(struct scene *scene, const char *user);

/*
 * Moves the rows of the outbox to `row`. For each row that asks to reach a player, reports to the
 * host that the bot can reach this player, or can't reach the player if this is `unreachable`.
 */
void scene_drain(struct scene *scene);

/*
 * Sets the mark, and sends the optional rows. No other function sends them: in a scene the bot
 * always has something else to do.
 */
void scene_drain_optional(struct scene *scene);

/*
 * Sets the mark, reports to the host that the bot can or can't reach a user, and drains the outbox.
 */
void scene_report_reached(struct scene *scene, const char *user);
void scene_report_unreachable(struct scene *scene, const char *user, enum bot_unreachable why);

void scene_run_timers(struct scene *scene, int64_t *next);

/* Sets the mark. Then lets time pass, and calls the host whenever one of its timers is due. */
void scene_wait(struct scene *scene, int64_t ms);

/* Sets the mark. Then lets the host work until it has no work left, and drains the outbox. */
void scene_work(struct scene *scene);

/* Gives ANN and BOB private rooms that they have joined, so that a challenge needs none. */
void scene_give_private_rooms(struct scene *scene);

/*
 * Acts as if the bot's process ended, and another process started with the same store `ms`
 * milliseconds later.
 */
void scene_restart(struct scene *scene, int64_t ms);

/* Forgets all rows, so that there is place for more. Sets the mark. */
void scene_forget_rows(struct scene *scene);

/* Returns the number of messages and edits since the mark. */
size_t scene_events(const struct scene *scene);

/*
 * Calls a function that returns an error in a transaction of its own, and asserts that it succeeds.
 * SCENE_CALL also sets the mark first, and drains the outbox.
 */
#define SCENE_STORE(scene, call)                                                                   \
	do {                                                                                       \
		assert_int_equal(bot_store_begin((scene)->store), BOT_OK);                         \
		assert_int_equal(call, BOT_OK);                                                    \
		assert_int_equal(bot_store_commit((scene)->store), BOT_OK);                        \
	} while (0)

/* Runs a statement within an attempt of the host (bot/base/attempt.h), and a transaction. */
#define SCENE_HOST(scene, statement)                                                               \
	do {                                                                                       \
		assert_int_equal(bot_store_begin((scene)->store), BOT_OK);                         \
		assert_error(statement, BOT_OK);                                                   \
		assert_int_equal(bot_store_commit((scene)->store), BOT_OK);                        \
	} while (0)

#define SCENE_CALL(scene, call)                                                                    \
	do {                                                                                       \
		(scene)->mark = (scene)->count;                                                    \
		SCENE_STORE(scene, call);                                                          \
		scene_drain(scene);                                                                \
	} while (0)

/* Set-up and tear-down for cmocka: the state is a scene without a match. */
int scene_setup(void **state);
int scene_teardown(void **state);

/* Begins a set-up that changes the scene of scene_setup. The body has `scene`. */
#define SCENE_SET_UP(name)                                                                         \
	static void name##_in(struct scene *scene);                                                \
	static int name(void **state)                                                              \
	{                                                                                          \
		int failed = scene_setup(state);                                                   \
		name##_in(*state);                                                                 \
		return failed;                                                                     \
	}                                                                                          \
	static void name##_in(struct scene *scene)

/*
 * Begin a test (support/cmocka.h) in a scene without a match, or in the scene of another set-up.
 * The body has `scene`.
 */
#define SCENE_TEST(name) SCENE_TEST_FROM(scene_setup, name)
#define SCENE_TEST_FROM(set_up, name)                                                              \
	static void name##_in(struct scene *scene);                                                \
	UNIT_TEST_FROM(set_up, scene_teardown, name)                                               \
	{                                                                                          \
		name##_in(*state);                                                                 \
	}                                                                                          \
	static void name##_in(struct scene *scene)

#endif
