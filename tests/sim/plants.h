/* The planted faults: see planted_faults.c and `plants` in main.c. */
#ifndef TESTS_SIM_PLANTS_H
#define TESTS_SIM_PLANTS_H

/* A fault that is put into the bot on purpose, to test whether the laws find it. */
enum sim_plant {
	SIM_PLANT_NONE,
	SIM_PLANT_HAND,          /* a hand is also sent to the match's room */
	SIM_PLANT_TWICE,         /* a row is sent again under a new transaction id */
	SIM_PLANT_COMMIT,        /* the bot rolls some batches back instead of committing them */
	SIM_PLANT_AGAIN,         /* the bot handles an event again if it comes twice */
	SIM_PLANT_DEAF,          /* the bot does not get some events */
	SIM_PLANT_MUTE,          /* the bot treats a row as sent although it has not sent it */
	SIM_PLANT_GREEDY,        /* the bot answers the flooded room first */
	SIM_PLANT_GULLIBLE,      /* the bot believes what a remote server says about its session */
	SIM_PLANT_RANKS,         /* a night swaps its first two fencers after the pools */
	SIM_PLANT_ANNUL,         /* a night annuls a bout of two who are there */
	SIM_PLANT_BUSY,          /* a night begins bouts of fencers who fence already */
	SIM_PLANT_STALL,         /* a night does not go on after it has begun */
	SIM_PLANT_LOTS,          /* a night draws its lots in the opposite order */
	SIM_PLANT_WEEKLY,        /* a weekly night never opens */
	SIM_PLANT_GIFT,          /* a bout is rated in which not both have acted */
	SIM_PLANT_SEASON_RANKS,  /* a season swaps the first two fencers of its first division */
	SIM_PLANT_SEASON_RESULT, /* a season notes the winner of a bout as its loser */
	SIM_PLANT_SEASON_PAIR,   /* a season forgets a bout of two who are there */
	SIM_PLANT_SEASON_BUSY,   /* a season begins all bouts at once */
	SIM_PLANT_SEASON_STALL,  /* a season does not go on after it has begun */
	SIM_PLANT_SHRUG,         /* the bot ignores a "yes" */
	SIM_PLANT_KNOWING,       /* actions play themselves that only their player knows */
	SIM_PLANT_CHOSEN,        /* the bot leaves out one of the cards to tap */
	SIM_PLANT_BELIEVE,       /* the driver takes a commit whose answer is lost for made */
	SIM_PLANTS,
};

#endif
