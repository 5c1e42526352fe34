/* The three laws, checked over everything that the bot has sent. */
#ifndef TESTS_SIM_LAWS_H
#define TESTS_SIM_LAWS_H

#include "tests/sim/sim.h"

/* A message from the bot that the homeserver accepts. */
struct sim_letter {
	size_t room;
	const char *type, *txn;
	json_t *content; /* read-only from now on */
	size_t knows;    /* the stream position that the bot had handled when it sent the request */
	bool again;      /* the homeserver already has a message with this transaction id */
};

/* Checks the message, and appends it to the stream. */
void sim_laws_sent(const struct sim_letter *letter);

/* Checks the whole run by the contents of the store at the end. The store may be open. */
void sim_laws_judge(struct bot_store *store);

/*
 * Checks how long moves waited beside a flood, after each message has been matched with its cause.
 */
void sim_flood_judge(struct bot_store *store);

/* The model: the engine plays the matches from the events that the bot has handled. */

/* Plays the matches, compares them with those in the store, and remembers the hands (hands.h). */
void sim_model_judge(struct bot_store *store);

#endif
