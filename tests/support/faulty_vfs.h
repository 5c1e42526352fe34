/*
 * A VFS (file layer) for SQLite that fails when a test wants it to. It passes SQLite's calls to the
 * real VFS, and counts the changes: opening, writing, truncating, syncing and deleting.
 */
#ifndef TESTS_SUPPORT_FAULTY_VFS_H
#define TESTS_SUPPORT_FAULTY_VFS_H

#include <stdbool.h>

enum fault {
	FAULT_NONE,
	FAULT_ONCE,  /* only the planned change fails, with an I/O error */
	FAULT_FULL,  /* the disk is full from the planned change on; deleting still works */
	FAULT_STAYS, /* every change fails from the planned change on */
	/* the process is killed at the planned change. If the change is a write, half of the data
	   is written before. */
	FAULT_KILL,
};

/* Makes this VFS SQLite's default. */
bool faulty_vfs_register(void);

/* Plans the fault for a later change; `at` counts from 1. */
void faulty_vfs_plan(enum fault fault, int at);

/* Returns whether the planned fault has happened. */
bool faulty_vfs_came(void);

#endif
