/* The three laws, checked on all that the bot has sent. */
#ifndef TESTS_SIM_LAWS_H
#define TESTS_SIM_LAWS_H

#include "tests/sim/sim.h"

/* A message that the bot sends, and that the homeserver accepts. */
struct sim_letter {
	size_t room;
	const char *type, *txn;
	json_t *content; /* not to be changed any more */
	size_t knows;    /* how much of the stream the bot had handled when it asked */
	bool again;      /* the homeserver has had one under this transaction id */
};

/* Looks at it, and appends it to the stream. */
void sim_laws_sent(const struct sim_letter *letter);

/* Judges the whole run by what is in the store in the end, which may be in use. */
void sim_laws_judge(struct bot_store *store);

/* Judges how long moves waited beside a flood, once it is known what each message was sent for. */
void sim_flood_judge(struct bot_store *store);

/* The model: the matches as the engine plays them from the events that the bot has handled. */

/* Plays them, and compares them with the store's. */
void sim_model_judge(struct bot_store *store);
/* Whether the user once held just these cards ("1 2 2 4 5"), after sim_model_judge. */
bool sim_model_held(size_t user, const char *hand);
/* Any hand of four cards and more that somebody held and that is in the text; NULL: none is. */
const char *sim_model_finds_hand(const char *text);
void sim_model_finish(void);

#endif
