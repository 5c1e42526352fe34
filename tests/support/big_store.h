/*
 * Fills a store with what many matches leave behind. All ended matches are copies of match 1, which
 * the caller has played in ROOM.
 */
#ifndef TESTS_SUPPORT_BIG_STORE_H
#define TESTS_SUPPORT_BIG_STORE_H

#include <stdint.h>

/* This user has played ten matches, against people who have played many, in a store of any size. */
#define BIG_STORE_SELDOM "@seldom:test"

struct big_store {
	/*
	 * How many rated matches have ended in ROOM, one each minute. ANN and BOB played a tenth of
	 * them against each other.
	 */
	int64_t matches;
	/* how many players have a rating, a name, a private room, a setting and a link */
	int64_t players;
	int64_t now; /* when the last match ended, in milliseconds */
};

/* Fills the store in this file, which must be closed. Does not wait for the disk. */
void big_store_fill(const char *path, const struct big_store *size);

#endif
