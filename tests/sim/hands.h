/* The hands that the players have held. The laws search for them in messages. */
#ifndef TESTS_SIM_HANDS_H
#define TESTS_SIM_HANDS_H

#include "engine/engarde.h"

#include <stdbool.h>
#include <stddef.h>

/* Begins a run: nobody has held a hand yet. */
void sim_hands_init(void);
void sim_hands_finish(void);

/* Remembers both hands of a round. `player` has the user number of each seat. */
void sim_hands_add(const struct eg_round *round, const size_t player[2]);

/* Whether the user ever held exactly these cards ("1 2 2 4 5"). */
bool sim_hands_held(size_t user, const char *cards);

/*
 * Searches the text for five cards that somebody has held as a hand. Ignores hands of equal cards,
 * because an attack with these cards looks the same, and the hands of a round that cards have
 * decided. Returns NULL if the text shows no hand. The result is valid until sim_hands_finish.
 */
const char *sim_hands_find(const char *text);

#endif
