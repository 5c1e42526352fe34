/*
 * The players. Each duel is two of them, who play real matches by what the bot tells them in
 * private: the choices listed there are what they choose from. A turn waits until it is let go.
 *
 * For the peer, which only echoes, a duel is a room in which somebody says something.
 */
#ifndef BENCH_PLAYERS_H
#define BENCH_PLAYERS_H

#include <stdbool.h>
#include <stdint.h>

enum stage {
	ABSENT,
	ENTERING,   /* the bot is in the room, and introduces itself */
	CHALLENGED, /* white has challenged */
	DEALING,    /* black has accepted */
	READY,      /* somebody is to act */
	ACTING,     /* and did, but has no answer yet */
};

/* What the players have lived through. */
struct tally {
	uint64_t begun;   /* matches */
	uint64_t acted;   /* actions, answered */
	uint64_t opening; /* events sent for challenges and deals, and not for actions */
	unsigned ready;   /* duels in which somebody is to act */
	unsigned acting;
	uint32_t *waits; /* microseconds from an action to its answer */
	uint32_t *ages;  /* from the oldest action that a board did not show to when it did */
	unsigned wait_count, age_count;
};
extern struct tally tally;

void players_init(unsigned duels, bool echo);

/* The bot comes into the duel's room, and a match begins there. */
void players_begin(unsigned duel);

/*
 * Lets the player act who has been ready for the longest. `since` is when he would have acted had
 * the bot been quick enough. False: nobody is ready.
 */
bool players_act(int64_t since);

/* Lets nobody begin another match when one ends, or lets them again. */
void players_rest(bool rest);

/* Forgets what was measured, not how the matches stand. */
void players_forget(void);

/* The duels, of those in which somebody is to act, whose board does not show what was played. */
unsigned players_behind(void);

#endif
