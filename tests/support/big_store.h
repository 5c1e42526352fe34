/*
 * Fills a store with what many matches leave behind. All ended matches are copies of match 1, which
 * the caller has played in ROOM.
 */
#ifndef TESTS_SUPPORT_BIG_STORE_H
#define TESTS_SUPPORT_BIG_STORE_H

#include <stdint.h>

/* Has played ten matches, against people who have played many, in a store of any size. */
#define BIG_STORE_SELDOM "@seldom:test"

struct big_store {
	int64_t matches; /* ended matches in ROOM, rated, a minute between two of them. A tenth of
			    them is between ANN and BOB, and each other one between two players */
	int64_t players; /* these have a rating, a name, a private room, a setting and a link */
	int64_t now;     /* when the last match ended, in milliseconds */
};

/* Fills the closed store in this file, and waits for no disk. */
void big_store_fill(const char *path, const struct big_store *size);

#endif
