/* The three laws, checked on all that the bot has sent. */
#ifndef TESTS_SIM_LAWS_H
#define TESTS_SIM_LAWS_H

#include "tests/sim/sim.h"

/*
 * The bot sends a message that the homeserver accepts: looks at it, and appends it to the stream.
 * `knows` is how much of the stream the bot had handled when it asked; `again`: the homeserver has
 * had a message under this transaction id.
 */
void sim_laws_sent(size_t room, const char *txn, const json_t *content, size_t knows, bool again);

/* Has the store note each row that enters its outbox, in the same transaction. */
void sim_laws_install(struct bot_store *store);

/* Judges the whole run by what is in the store in the end, which may be in use. */
void sim_laws_judge(struct bot_store *store);

/* The model: the matches as the engine plays them from the events that the bot has handled. */

/* Plays them, and compares them with the store's. */
void sim_model_judge(struct bot_store *store);
/* Whether the user once held just these cards ("1 2 2 4 5"), after sim_model_judge. */
bool sim_model_held(size_t user, const char *hand);
/* Any hand of four cards and more that somebody held and that is in the text; NULL: none is. */
const char *sim_model_finds_hand(const char *text);
void sim_model_finish(void);

/* Lets the store's file be made of small pages: its writes are many and cheap. */
bool sim_sql_small_pages(void);

/* Runs one statement, and gives each row's columns as text to `row` (NULL: for rows of no use). */
void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self);

#endif
