/*
 * Where the store is: for SQLite a disk in memory (sqlite/), for PostgreSQL a database of its own
 * on a server (postgresql/). If its power fails, the disk loses the last changes that were not
 * synced, and the next process does not find these changes; a server loses none.
 */
#ifndef TESTS_SIM_DISK_H
#define TESTS_SIM_DISK_H

#include "tests/sim/faults.h"
#include "tests/sim/random.h"

#include <stdbool.h>
#include <stddef.h>

/* The path or the URL of the store, for bot_store_open. */
const char *sim_disk_path(void);

/* Whether this fault can happen to this store. */
bool sim_disk_knows(enum sim_fault fault);

/* Makes the whole program use this disk. */
bool sim_disk_register(void);

/* Prepares an empty disk for the first store. */
bool sim_disk_prepare(void);

/* Empties the disk. */
void sim_disk_format(void);

/*
 * sim_disk_save_store makes a copy of the store. sim_disk_restore_store writes this copy to an
 * empty disk, which is faster than creating a new store.
 */
void sim_disk_save_store(void);
void sim_disk_restore_store(void);

/*
 * Called when the process dies. Freezes the disk, so later writes have no effect. Undoes the last
 * `lost` unsynced changes, as a loss of power does. If `lost` is 0, the process was only killed,
 * and the disk loses nothing.
 */
void sim_disk_freeze(size_t lost);
bool sim_disk_frozen(void);

/*
 * Makes the process die in the middle of a later change: the change number `changes` from now,
 * counted from 1. If `changes` is 0, the process does not die.
 */
void sim_disk_plan_freeze(unsigned changes);

/* Ends the freeze. The next process finds the contents that the disk had when it was frozen. */
void sim_disk_thaw(void);

/*
 * If `full` is true, writes fail from now on, as on a full disk, or the server can't be reached.
 * Otherwise writes work again.
 */
void sim_disk_fill(bool full);

/*
 * sim_disk_protect makes the disk read-only. sim_disk_lock locks the store, as another process with
 * the same store would. With false as argument, both functions undo this.
 */
void sim_disk_protect(bool protected);
bool sim_disk_is_protected(void);
void sim_disk_lock(bool locked);

/*
 * sim_disk_snapshot remembers the disk's contents; sim_disk_is_untouched compares the disk with
 * them.
 */
void sim_disk_snapshot(void);
bool sim_disk_is_untouched(void);

/*
 * sim_disk_copy copies all files, as a snapshot of a machine does. sim_disk_put_back puts them in
 * the place of the present files. Call it only while no process uses the disk.
 */
void sim_disk_copy(void);
void sim_disk_put_back(void);

/* sim_disk_damage damages the store. sim_disk_mend repairs this damage. */
void sim_disk_damage(struct sim_random *random);
void sim_disk_mend(void);

#endif
