/* What the store says about a club night at the end. */
#ifndef TESTS_SIM_NIGHT_STORE_H
#define TESTS_SIM_NIGHT_STORE_H

#include "tests/sim/sim.h"

#define SIM_FENCERS 32
#define SIM_BOUTS   48
#define SIM_LOSSES  16
#define SIM_NOBODY  2 /* instead of the index of the winner of a bout */

struct sim_fencer {
	unsigned number;
	size_t user;        /* before the bot forgot them */
	char event[SIM_ID]; /* by which they signed up */
	char state[12];
	unsigned pool, rank, forfeits;
	/* what the laws find out from the bouts */
	unsigned bouts, victories;
	int scored, received;
	unsigned direct;          /* victories over those who are level, if all of them have met */
	unsigned decided;         /* victories in deciding bouts */
	unsigned most;            /* so many forfeits at most */
	int64_t lost[SIM_LOSSES]; /* when they certainly lost a bout by the clock, in order */
	size_t losses;
	unsigned place; /* at the end of the night, or 0 */
};

struct sim_bout {
	unsigned round, place; /* both are 0 if the bout decides a title */
	struct sim_fencer *fencer[2];
	size_t match; /* or 0 */
	bool ended;
	unsigned touches[2];
	size_t winner;
};

struct sim_stored_night {
	int64_t id;
	bool ended;
	size_t root;
	int64_t opened, over; /* in virtual time */
	char secret[44];      /* the lots follow from it */
	bool again;           /* the next season was to open at the end of this one */
	unsigned later;       /* how many nights or seasons were opened after this one */
	struct sim_fencer fencer[SIM_FENCERS];
	size_t fencers;
	struct sim_bout bout[SIM_BOUTS];
	size_t bouts;
};

/* Reads the night with the lowest number above `after`. Returns false if there is none. */
bool sim_night_load(struct bot_store *store, int64_t after, struct sim_stored_night *night);

#endif
