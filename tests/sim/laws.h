/* Checks the laws (see README.md) against everything that the bot has sent and stored. */
#ifndef TESTS_SIM_LAWS_H
#define TESTS_SIM_LAWS_H

#include "tests/sim/sim.h"

/* A message from the bot that the homeserver accepts. */
struct sim_letter {
	size_t room;
	const char *type, *txn;
	json_t *content; /* must not change any more */
	/* the last stream position that the bot had received when it sent the message */
	size_t knows;
	size_t life; /* the number of the process that sent the message */
	bool again;  /* the homeserver already has a message with this transaction id */
};

/* Checks the message, and appends it to the stream. */
void sim_laws_sent(const struct sim_letter *letter);

/*
 * Checks the content of a reaction of the bot (offers.h), before it becomes an event. Returns false
 * if the bot has this reaction there already, which a server refuses.
 */
bool sim_laws_offered(const json_t *content);

/*
 * Checks the whole run against the contents of the store at the end. The bot may still have the
 * store open.
 */
void sim_laws_judge(struct bot_store *store);

/*
 * Checks how long the bot took to answer moves during a flood. sim_laws_judge must already have
 * filled in `mark` in the bot's messages.
 */
void sim_flood_judge(struct bot_store *store);

/* model.c */

/*
 * Plays the matches again from the events that the bot has handled. Compares the result with the
 * matches in the store, and remembers all hands that players held (hands.h).
 */
void sim_model_judge(struct bot_store *store);
void sim_model_finish(void);

/*
 * night_laws.c: checks the club nights. sim_model_judge must already have played the bouts again.
 */
void sim_night_judge(struct bot_store *store);

#endif
