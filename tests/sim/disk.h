/*
 * A disk in memory for SQLite, which can lose its power: what a process does to it after that
 * is gone when it is mounted again.
 */
#ifndef TESTS_SIM_DISK_H
#define TESTS_SIM_DISK_H

#include "tests/sim/random.h"

#include <stdbool.h>
#include <stddef.h>

/* The store's file: one that exists for the rest of the system, since the store creates it. */
#define SIM_STORE "/dev/null"

/* Makes it SQLite's disk, for the whole program. */
bool sim_disk_register(void);

/* Empties it. */
void sim_disk_format(void);

/* Keeps the store that is on it, and lays that on an empty one: cheaper than to make it anew. */
void sim_disk_keep(void);
void sim_disk_lay(void);

/*
 * The process dies: what it writes from now on goes nowhere. `lost` is how many of the last
 * changes that were not synced are lost with it; none when only the process is killed.
 */
void sim_disk_freeze(size_t lost);
bool sim_disk_frozen(void);

/* Dies in the midst of the change number `changes` from now, counted from 1; 0: never. */
void sim_disk_plan_freeze(unsigned changes);

/* What was frozen is what the next process finds. */
void sim_disk_thaw(void);

/* While it is full, writes fail. */
void sim_disk_fill(bool full);

/* Nothing can be written; another process holds the store. */
void sim_disk_protect(bool protected);
bool sim_disk_is_protected(void);
void sim_disk_lock(bool locked);

/* Remembers what is on it, and tells whether that is so still. */
void sim_disk_snapshot(void);
bool sim_disk_is_untouched(void);

/* Spoils the store, and remembers that; puts it in order again. */
void sim_disk_damage(struct sim_random *random);
void sim_disk_mend(void);

#endif
