#include "tests/sim/sqlite/disk_files.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A file with this path also exists on the real disk: the store would create a missing file there.
 */
#define PATH "/dev/null"

struct sim_disk sim_disk;

const char *sim_disk_path(void)
{
	return PATH;
}

bool sim_disk_knows(enum sim_fault fault)
{
	return strcmp(sim_fault_kind(fault), "database") != 0;
}

/* The simulation writes many pages, and writes small pages faster than big pages. */
bool sim_disk_prepare(void)
{
	sqlite3 *db = NULL;
	bool done =
		sqlite3_open(PATH, &db) == SQLITE_OK &&
		sqlite3_exec(db, "PRAGMA page_size = 1024; VACUUM", NULL, NULL, NULL) == SQLITE_OK;

	sqlite3_close(db);
	return done;
}

struct sim_file *sim_disk_find(const char *name)
{
	for (size_t i = 0; i < SIM_FILES; i++)
		if (strcmp(sim_disk.files[i].name, name) == 0)
			return &sim_disk.files[i];
	return NULL;
}

static void reserve(struct sim_blob *blob, size_t size)
{
	if (size <= blob->room)
		return;
	blob->room = 2 * size;
	blob->bytes = realloc(blob->bytes, blob->room);
	assert(blob->bytes);
}

void sim_disk_resize(struct sim_blob *blob, size_t size)
{
	reserve(blob, size);
	if (size > blob->size)
		memset(blob->bytes + blob->size, 0, size - blob->size);
	blob->size = size;
}

/* Replaces the contents of `to` by those of `from`. */
static void copy(struct sim_blob *to, const struct sim_blob *from)
{
	reserve(to, from->size);
	if (from->size > 0)
		memcpy(to->bytes, from->bytes, from->size);
	to->size = from->size;
	to->exists = from->exists;
}

void sim_disk_settle(struct sim_file *file)
{
	file->undoing = 0;
}

void sim_disk_remember(struct sim_file *file, size_t at, size_t end)
{
	struct sim_undo *undo = &file->undo[file->undoing];

	if (file->undoing == SIM_UNDOING) { /* there is no space to remember one more change, so
					       all earlier changes count as synced */
		sim_disk_settle(file);
		undo = file->undo;
	}
	if (end > file->now.size)
		end = file->now.size;
	undo->at = at;
	undo->size = end > at ? end - at : 0;
	undo->old_size = file->now.size;
	if (undo->size > undo->room) {
		undo->room = undo->size;
		undo->old = realloc(undo->old, undo->room);
		assert(undo->old);
	}
	if (undo->size > 0)
		memcpy(undo->old, file->now.bytes + at, undo->size);
	file->undoing++;
}

static void take_back(struct sim_blob *blob, const struct sim_undo *undo)
{
	sim_disk_resize(blob, undo->old_size);
	if (undo->size > 0)
		memcpy(blob->bytes + undo->at, undo->old, undo->size);
}

void sim_disk_freeze(size_t lost)
{
	if (sim_disk.frozen)
		return;
	sim_disk.frozen = true;
	sim_disk.left = 0;
	for (size_t i = 0; i < SIM_FILES; i++) {
		struct sim_file *file = &sim_disk.files[i];

		copy(&file->frozen, &file->now);
		for (size_t j = 0; j < lost && j < file->undoing; j++)
			take_back(&file->frozen, &file->undo[file->undoing - 1 - j]);
	}
}

bool sim_disk_frozen(void)
{
	return sim_disk.frozen;
}

void sim_disk_plan_freeze(unsigned changes)
{
	sim_disk.left = changes;
}

void sim_disk_thaw(void)
{
	for (size_t i = 0; sim_disk.frozen && i < SIM_FILES; i++) {
		struct sim_file *file = &sim_disk.files[i];
		struct sim_blob blob = file->now;

		file->now = file->frozen;
		file->frozen = blob;
		sim_disk_settle(file);
	}
	sim_disk.frozen = false;
	sim_disk.left = 0;
	sim_disk.full = false;
}

void sim_disk_fill(bool full)
{
	if (full)
		sim_saw(SIM_DISK_FULL);
	sim_disk.full = full;
}

void sim_disk_protect(bool protected)
{
	sim_disk.protected = protected;
}

void sim_disk_lock(bool locked)
{
	sim_disk.locked = locked;
}

bool sim_disk_is_protected(void)
{
	return sim_disk.protected;
}

void sim_disk_snapshot(void)
{
	for (size_t i = 0; i < SIM_FILES; i++)
		copy(&sim_disk.snapshot[i], &sim_disk.files[i].now);
}

void sim_disk_copy(void)
{
	for (size_t i = 0; i < SIM_FILES; i++) {
		const struct sim_file *file = &sim_disk.files[i];

		copy(&sim_disk.copy[i], &file->now);
		snprintf(sim_disk.copied[i], sizeof(sim_disk.copied[i]), "%s",
			file->temporary ? "" : file->name);
	}
}

void sim_disk_put_back(void)
{
	for (size_t i = 0; i < SIM_FILES; i++) {
		struct sim_file *file = &sim_disk.files[i];

		sim_disk_settle(file);
		copy(&file->now, &sim_disk.copy[i]);
		memcpy(file->name, sim_disk.copied[i], sizeof(file->name));
		file->temporary = false;
	}
}

void sim_disk_damage(struct sim_random *random)
{
	struct sim_file *file = sim_disk_find(PATH);
	struct sim_blob *blob = &file->now;
	size_t at = blob->size > 0 ? sim_random_below(random, (uint32_t)blob->size) : 0;

	for (size_t i = 0; i < SIM_FILES; i++)
		copy(&sim_disk.spare[i], &sim_disk.files[i].now);
	if (sim_random_chance(random, 300))
		blob->size = at;
	else if (sim_random_chance(random, 300))
		memset(blob->bytes, 0, blob->size < 100 ? blob->size : 100); /* the header */
	else
		memset(blob->bytes + at, 'x', blob->size - at);
	sim_disk_snapshot();
}

bool sim_disk_is_untouched(void)
{
	for (size_t i = 0; i < SIM_FILES; i++) {
		const struct sim_blob *now = &sim_disk.files[i].now, *then = &sim_disk.snapshot[i];

		if (now->size != then->size ||
			(now->size > 0 && memcmp(now->bytes, then->bytes, now->size) != 0))
			return false;
	}
	return true;
}

void sim_disk_mend(void)
{
	for (size_t i = 0; i < SIM_FILES; i++) {
		sim_disk_settle(&sim_disk.files[i]);
		copy(&sim_disk.files[i].now, &sim_disk.spare[i]);
	}
}

void sim_disk_format(void)
{
	for (size_t i = 0; i < SIM_FILES; i++) {
		sim_disk_settle(&sim_disk.files[i]);
		sim_disk.files[i].now.size = 0;
		sim_disk.files[i].now.exists = false;
		sim_disk.files[i].name[0] = '\0';
	}
	sim_disk.frozen = sim_disk.full = sim_disk.protected = sim_disk.locked = false;
	sim_disk.left = 0;
}

void sim_disk_save_store(void)
{
	const struct sim_file *file = sim_disk_find(PATH);

	assert(file);
	copy(&sim_disk.kept, &file->now);
}

void sim_disk_restore_store(void)
{
	struct sim_file *file = sim_disk_find("");

	assert(file && sim_disk.kept.exists);
	strcpy(file->name, PATH);
	copy(&file->now, &sim_disk.kept);
}

void sim_disk_change(void)
{
	if (sim_disk.left == 0 || --sim_disk.left > 0)
		return;
	sim_saw(SIM_KILLED_WRITING);
	sim_disk_freeze(0);
}
