/* What the store says of the matches in the end: how they stand, and how they came to it. */
#ifndef TESTS_SIM_ARCHIVE_H
#define TESTS_SIM_ARCHIVE_H

#include "tests/sim/sim.h"

#define SIM_MATCHES 24
#define SIM_ROUNDS  16
#define SIM_ACTIONS 512 /* bytes of a round's */
#define SIM_DEEDS   (6 * SIM_MATCHES)

struct sim_stored_match {
	bool ended;
	enum eg_seat first;
	size_t player[2];
	uint16_t rounds;
	struct {
		char deck[EG_DECK + 1];
		char actions[SIM_ACTIONS];
	} round[SIM_ROUNDS];
};

/* What became of a match. */
struct sim_deed {
	long mark; /* how many events had been handled by then */
	size_t id;
	char status[12], ending[12], winner[8];
	int64_t at;
};

struct sim_archive {
	struct sim_stored_match match[SIM_MATCHES + 1]; /* by id */
	size_t matches;
	struct sim_deed deed[SIM_DEEDS]; /* in their order */
	size_t deeds;
};

void sim_archive_read(struct sim_archive *archive, struct bot_store *store);

#endif
