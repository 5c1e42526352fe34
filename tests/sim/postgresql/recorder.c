#include "tests/sim/recorder.h"

#include "tests/sim/postgresql/admin.h"

#define COLUMNS 12

extern const char sim_recorder_sql[]; /* recorder.sql */

bool sim_recorder_register(void)
{
	return true;
}

void sim_recorder_install(struct bot_store *store)
{
	PGresult *result = sim_admin_ask("SELECT to_regclass('public.sim_rows')");

	(void)store;
	if (PQgetisnull(result, 0, 0))
		sim_admin_run(sim_recorder_sql);
	PQclear(result);
}

void sim_sql(struct bot_store *store, const char *sql,
	void (*row)(void *self, const char *const *columns), void *self)
{
	PGresult *result = sim_admin_ask(sql);

	(void)store;
	for (int i = 0; row && i < PQntuples(result); i++) {
		const char *columns[COLUMNS] = {NULL};

		for (int j = 0; j < PQnfields(result) && j < COLUMNS; j++)
			if (!PQgetisnull(result, i, j))
				columns[j] = PQgetvalue(result, i, j);
		row(self, columns);
	}
	PQclear(result);
}
