/* What the disk holds, for the two files that make it one. */
#ifndef TESTS_SIM_BLOCKS_H
#define TESTS_SIM_BLOCKS_H

#include "tests/sim/disk.h"

#define SIM_FILES   8
#define SIM_UNDOING 512 /* changes that are not synced, remembered at most */

/* How to take a write or a truncation back. */
struct sim_undo {
	size_t at, size, old_size;
	char *old; /* `size` bytes from `at`; kept for the next */
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
	struct sim_blob kept; /* a store as it was once made */
	struct sim_blob spare[SIM_FILES], snapshot[SIM_FILES];
	bool frozen, full, protected, locked;
	unsigned left; /* changes until it freezes; 0: none is planned */
};

extern struct sim_disk sim_disk;

/* The file of a name, "" being one that is free; NULL: there is none. */
struct sim_file *sim_disk_find(const char *name);

/* Makes room for so many bytes; those that come new are zero. */
void sim_disk_resize(struct sim_blob *blob, size_t size);

/* A change of the bytes from `at` to `end` comes, and may have to be taken back. */
void sim_disk_remember(struct sim_file *file, size_t at, size_t end);
/* What was changed is on the disk for good. */
void sim_disk_settle(struct sim_file *file);

/* A change is about to happen: it may be the one in which the process dies. */
void sim_disk_change(void);

#endif
