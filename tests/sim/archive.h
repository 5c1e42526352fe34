/* What the store says about the matches at the end: their state and their history. */
#ifndef TESTS_SIM_ARCHIVE_H
#define TESTS_SIM_ARCHIVE_H

#include "tests/sim/sim.h"

#define SIM_MATCHES 64
#define SIM_ROUNDS  16
#define SIM_ACTIONS 512 /* the size in bytes of the text of all actions of a round */
#define SIM_DEEDS   (6 * SIM_MATCHES)

struct sim_stored_match {
	bool ended, rated;
	char ending[12];
	enum eg_seat first;
	size_t player[2];
	int64_t night;     /* the night whose bout the match is, or 0 */
	size_t fencer[2];  /* only for a bout: the players when it was made */
	size_t night_room; /* only for a bout: the room in which it was made */
	bool reached[2];
	char winner[8];
	uint16_t rounds;
	struct {
		char deck[EG_DECK + 1];
		char actions[SIM_ACTIONS];
	} round[SIM_ROUNDS];
};

/* A deed: a change of a match's status. */
struct sim_deed {
	long mark; /* how many events the bot had handled when it made this change */
	size_t id;
	char status[12], ending[12], winner[8];
	int64_t at;
};

struct sim_archive {
	struct sim_stored_match match[SIM_MATCHES + 1]; /* sorted by id */
	size_t matches;
	struct sim_deed deed[SIM_DEEDS]; /* the deeds of all matches, the earliest first */
	size_t deeds;
};

void sim_archive_read(struct sim_archive *archive, struct bot_store *store);

#endif
