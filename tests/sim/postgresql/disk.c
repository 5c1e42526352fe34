/* A database on a server as the disk of the simulation. */
#include "tests/sim/disk.h"

#include "tests/sim/postgresql/admin.h"
#include "tests/sim/postgresql/wire.h"

#include <stdlib.h>
#include <string.h>

#define SWEEP_EVERY 20 /* schedules */

/* What the database becomes before a process opens it next. */
enum next { AS_IT_IS, EMPTY, AS_SAVED };

static struct {
	enum next next;
	bool frozen, protected;
	char *snapshot;
} database;

extern const char sim_disk_sql[]; /* disk.sql */

bool sim_disk_register(void)
{
	if (!sim_admin_connect())
		return false;
	sim_wire_spare();
	sim_admin_run("SET client_min_messages = warning");
	sim_admin_run(sim_disk_sql);
	return true;
}

bool sim_disk_prepare(void)
{
	return true;
}

const char *sim_disk_path(void)
{
	if (database.next == EMPTY)
		sim_admin_run("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
	else if (database.next == AS_SAVED)
		sim_admin_run("SELECT sim.put_back('kept')");
	database.next = AS_IT_IS;
	return sim_admin_url();
}

bool sim_disk_knows(enum sim_fault fault)
{
	return fault != SIM_POWER_LOST && fault != SIM_DISK_FULL && fault != SIM_NO_MEMORY;
}

/* Nobody else removes the rows of earlier schedules. */
static void sweep(void)
{
	static unsigned schedules;

	if (++schedules % SWEEP_EVERY == 0)
		sim_admin_run("VACUUM");
}

void sim_disk_format(void)
{
	sweep();
	sim_wire_draw();
	sim_disk_protect(false);
	sim_disk_thaw();
	database.next = EMPTY;
}

void sim_disk_save_store(void)
{
	sim_admin_run("SELECT sim.copy('kept')");
}

void sim_disk_restore_store(void)
{
	database.next = AS_SAVED;
}

/* A server loses nothing when the bot's process dies: it ends the session. */
void sim_disk_freeze(size_t lost)
{
	(void)lost;
	database.frozen = true;
	sim_wire_cut();
	sim_wire_refuse(true);
}

bool sim_disk_frozen(void)
{
	return database.frozen;
}

static void freeze_now(void)
{
	sim_disk_freeze(0);
}

void sim_disk_plan_freeze(unsigned changes)
{
	sim_wire_plan(changes, freeze_now);
}

void sim_disk_thaw(void)
{
	database.frozen = false;
	sim_wire_begin();
}

void sim_disk_fill(bool full)
{
	if (full) {
		sim_saw(SIM_SERVER_DOWN);
		sim_wire_cut();
	}
	sim_wire_refuse(full || database.frozen);
}

/* New sessions are read-only. The old one ends, as when another server takes its place. */
void sim_disk_protect(bool protected)
{
	database.protected = protected;
	if (!protected) {
		unsetenv("PGOPTIONS");
		return;
	}
	setenv("PGOPTIONS", "-c default_transaction_read_only=on", 1);
	sim_wire_cut();
}

bool sim_disk_is_protected(void)
{
	return database.protected;
}

void sim_disk_lock(bool locked)
{
	sim_admin_lock(locked);
}

/* Returns all tables as a text, which the caller frees. */
static char *read_all(void)
{
	PGresult *result = sim_admin_ask("SELECT schema_to_xml('public', true, false, '')");
	char *text = strdup(PQgetvalue(result, 0, 0));

	PQclear(result);
	return text;
}

void sim_disk_snapshot(void)
{
	free(database.snapshot);
	database.snapshot = read_all();
}

bool sim_disk_is_untouched(void)
{
	char *present = read_all();
	bool same = strcmp(present, database.snapshot) == 0;

	free(present);
	return same;
}

void sim_disk_copy(void)
{
	sim_admin_run("SELECT sim.copy('older')");
}

void sim_disk_put_back(void)
{
	sim_admin_run("SELECT sim.put_back('older')");
}

/* The table that tells the version of the store is gone. */
void sim_disk_damage(struct sim_random *random)
{
	(void)random;
	sim_admin_run("ALTER TABLE public.store_schema RENAME TO lost");
	sim_disk_snapshot();
}

void sim_disk_mend(void)
{
	sim_admin_run("ALTER TABLE public.lost RENAME TO store_schema");
}
