#include "tests/crash/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <libpq-fe.h>

static void run(const char *database, const char *sql)
{
	PGconn *connection = PQconnectdb(database);
	PGresult *result = PQexec(connection, sql);

	if (PQresultStatus(result) != PGRES_COMMAND_OK) {
		fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
		exit(EXIT_FAILURE);
	}
	PQclear(result);
	PQfinish(connection);
}

void schema_drop(void)
{
	const char *database = getenv("ENGARDE_TEST_STORE");
	char sql[120];

	if (!database)
		return;
	snprintf(sql, sizeof(sql),
		"SET client_min_messages = warning; DROP SCHEMA IF EXISTS crash_%d CASCADE",
		(int)getpid());
	run(database, sql);
}

const char *schema_make(void)
{
	static char url[512];
	const char *database = getenv("ENGARDE_TEST_STORE");
	char sql[120];

	if (!database)
		return NULL;
	schema_drop();
	snprintf(sql, sizeof(sql), "CREATE SCHEMA crash_%d", (int)getpid());
	run(database, sql);
	snprintf(url, sizeof(url), "%s&options=-csearch_path%%3Dcrash_%d", database, (int)getpid());
	return url;
}
