/*
 * Changes: which matches, plans and competitions have changed with the last commits. A program that
 * shows them live asks for the changes after each commit. The store keeps them only in memory, and
 * only for a process that wants them.
 */
#ifndef BOT_STORE_CHANGES_H
#define BOT_STORE_CHANGES_H

#include "bot/store/database.h"

#define BOT_CHANGES_MOST 64 /* of each kind */

struct bot_changes {
	bool any; /* anything may have changed: more has changed than fits here, or the store does
		     not know what */
	size_t count;
	int64_t match[BOT_CHANGES_MOST]; /* the ids of the matches that have changed, each once */
	size_t competitions;
	int64_t competition[BOT_CHANGES_MOST]; /* likewise */
	size_t plans;
	/* The plans that have changed, each once: twice the match's id, plus the seat of the player
	   (enum eg_seat). Only this player may learn of the change. */
	int64_t plan[BOT_CHANGES_MOST];
};

/* Begins or stops to collect changes. The store drops what it has collected. Off at first. */
void bot_store_watch(struct bot_store *store, bool on);

/* Returns whether a commit has changed anything since the last bot_store_take_changes. */
bool bot_store_has_changes(const struct bot_store *store);

/*
 * Moves the changes of all commits since the last call to *changes. A match has also changed if its
 * rounds, actions or timers have changed, or if its row was stored again with the same contents;
 * but not if only a plan was stored (bot_store_match_save_plan). A competition has changed if it
 * was stored again: whoever changes an entrant or a bout stores it, too. There are no changes of a
 * transaction that was rolled back.
 */
void bot_store_take_changes(struct bot_store *store, struct bot_changes *changes);

/*
 * Returns a number that grows with each change of a match or a plan, even before the commit and if
 * nobody watches. Compare two of them within one transaction to find out whether a command has
 * changed one.
 */
uint64_t bot_store_change_number(const struct bot_store *store);

#endif
