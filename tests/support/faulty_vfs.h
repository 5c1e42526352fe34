/*
 * A file system for SQLite that fails when it is told to. It stands between SQLite and the real one
 * and counts what changes files: opening, writing, truncating, syncing and deleting.
 */
#ifndef TESTS_SUPPORT_FAULTY_VFS_H
#define TESTS_SUPPORT_FAULTY_VFS_H

#include <stdbool.h>

enum fault {
	FAULT_NONE,
	FAULT_ONCE,  /* one change fails with an I/O error */
	FAULT_FULL,  /* the disk is full from there on, deleting excepted */
	FAULT_STAYS, /* every change fails from there on */
	FAULT_KILL,  /* the process is killed, in the middle of the change where it is a write */
};

/* Makes it SQLite's default from now on. */
bool faulty_vfs_register(void);

/* The fault comes at the `at`-th change from now, counted from 1. */
void faulty_vfs_plan(enum fault fault, int at);

/* Whether the change planned for has come. */
bool faulty_vfs_came(void);

#endif
