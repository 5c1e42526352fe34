/*
 * The reactions that the bot adds to its messages. Every homeserver can read them, so what the bot
 * adds to a message must be the beginning of a set that is always the same: otherwise it may show a
 * hand.
 */
#ifndef TESTS_SIM_OFFERS_H
#define TESTS_SIM_OFFERS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the key has this place, counted from 0, in one of the sets. */
bool sim_offer_is_fixed(const char *key, size_t place);

#endif
