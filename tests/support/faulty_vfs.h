/*
 * A VFS for SQLite that fails on demand. It stands between SQLite and the real VFS and counts
 * changes: opening, writing, truncating, syncing and deleting.
 */
#ifndef TESTS_SUPPORT_FAULTY_VFS_H
#define TESTS_SUPPORT_FAULTY_VFS_H

#include <stdbool.h>

enum fault {
	FAULT_NONE,
	FAULT_ONCE,  /* one change fails with an I/O error */
	FAULT_FULL,  /* the disk is full from then on; deleting still works */
	FAULT_STAYS, /* every change fails from then on */
	FAULT_KILL,  /* the process is killed; if the change is a write, in the middle of it */
};

/* Makes it SQLite's default VFS. */
bool faulty_vfs_register(void);

/* Plans the fault for a later change; `at` counts from 1. */
void faulty_vfs_plan(enum fault fault, int at);

/* Whether the planned fault has happened. */
bool faulty_vfs_came(void);

#endif
