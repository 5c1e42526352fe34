#include "tests/sim/postgresql/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The key of the lock, as in bot/store/postgresql/leadership.c. */
#define KEY "((1164855140::bigint << 32) | to_regnamespace('public')::oid::bigint)"

static PGconn *admin;
static char url[512], name[32];

/* Runs SQL on the database that ENGARDE_TEST_STORE names. */
static bool run_outside(const char *sql)
{
	PGconn *connection = PQconnectdb(getenv("ENGARDE_TEST_STORE"));
	PGresult *result = PQexec(connection, sql);
	bool done = PQresultStatus(result) == PGRES_COMMAND_OK;

	if (!done)
		fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
	PQclear(result);
	PQfinish(connection);
	return done;
}

static void drop(void)
{
	char sql[80];

	PQfinish(admin);
	snprintf(sql, sizeof(sql), "DROP DATABASE %s WITH (FORCE)", name);
	run_outside(sql);
}

/* Puts the name of the process's own database into the URL. */
static bool name_database(void)
{
	const char *outside = getenv("ENGARDE_TEST_STORE"), *old = outside;

	for (int slashes = 0; old && slashes < 3; slashes++)
		old = strchr(old, '/') ? strchr(old, '/') + 1 : NULL;
	if (!old)
		return false;
	snprintf(name, sizeof(name), "sim_%d", (int)getpid());
	snprintf(url, sizeof(url), "%.*s%s%s", (int)(old - outside), outside, name,
		old + strcspn(old, "?"));
	return true;
}

bool sim_admin_connect(void)
{
	char sql[80];

	if (!name_database()) {
		fputs("ENGARDE_TEST_STORE names no PostgreSQL database\n", stderr);
		return false;
	}
	snprintf(sql, sizeof(sql), "CREATE DATABASE %s", name);
	if (!run_outside(sql))
		return false;
	atexit(drop);
	/* No schedule ends the server, so no commit has to be written at once. */
	snprintf(sql, sizeof(sql), "ALTER DATABASE %s SET synchronous_commit = off", name);
	if (!run_outside(sql))
		return false;
	admin = PQconnectdb(url);
	sim_admin_run("SET lock_timeout = '10s'");
	return true;
}

const char *sim_admin_url(void)
{
	return url;
}

PGresult *sim_admin_ask(const char *sql)
{
	PGresult *result = PQexec(admin, sql);
	ExecStatusType status = PQresultStatus(result);

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
		fprintf(stderr, "%s: %s", sql, PQerrorMessage(admin));
		exit(EXIT_FAILURE);
	}
	return result;
}

void sim_admin_run(const char *sql)
{
	PQclear(sim_admin_ask(sql));
}

void sim_admin_lock(bool locked)
{
	sim_admin_run(
		locked ? "SELECT pg_advisory_lock(" KEY ")" : "SELECT pg_advisory_unlock(" KEY ")");
}

bool sim_admin_wait(void)
{
	if (!admin)
		return true;
	PGresult *result =
		PQexec(admin, "SELECT pg_advisory_lock(" KEY "), pg_advisory_unlock(" KEY ")");
	bool free = PQresultStatus(result) == PGRES_TUPLES_OK;

	PQclear(result);
	return free;
}
