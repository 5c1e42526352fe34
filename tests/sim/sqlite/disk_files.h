/* The files of the simulated disk, for disk.c and vfs.c. */
#ifndef TESTS_SIM_SQLITE_DISK_FILES_H
#define TESTS_SIM_SQLITE_DISK_FILES_H

#include "tests/sim/disk.h"

#define SIM_FILES   8
#define SIM_UNDOING 512 /* the disk remembers at most this many unsynced changes */

/* What the disk needs to undo a write or a truncation. */
struct sim_undo {
	size_t at, size, old_size;
	char *old; /* the `size` bytes from the offset `at`, as they were before the change */
	size_t room;
};

struct sim_blob {
	char *bytes;
	size_t size, room;
	bool exists;
};

struct sim_file {
	char name[32];
	bool temporary;
	struct sim_blob now, frozen;
	struct sim_undo undo[SIM_UNDOING];
	size_t undoing;
};

struct sim_disk {
	struct sim_file files[SIM_FILES];
	struct sim_blob kept; /* a copy of a new store */
	struct sim_blob spare[SIM_FILES], snapshot[SIM_FILES];
	struct sim_blob copy[SIM_FILES];
	char copied[SIM_FILES][32]; /* the names of the files of `copy` */
	bool frozen, full, protected, locked;
	unsigned left; /* the number of changes until the disk freezes, or 0 if it won't freeze */
};

extern struct sim_disk sim_disk;

/*
 * Returns the file with this name, or an unused file if the name is "". Returns NULL if the disk
 * has no such file.
 */
struct sim_file *sim_disk_find(const char *name);

/* Grows the file to `size` bytes. New bytes are zero. */
void sim_disk_resize(struct sim_blob *blob, size_t size);

/* Remembers the bytes from `at` to `end` before they change, so that the change can be undone. */
void sim_disk_remember(struct sim_file *file, size_t at, size_t end);
/* Notes that all changes of a file are synced, so the disk can't undo them any more. */
void sim_disk_settle(struct sim_file *file);

/* Counts a change that is about to happen; the process may die in the middle of this change. */
void sim_disk_change(void);

#endif
