#include "bot/store/postgresql/pooler.h"

#include <poll.h>
#include <stdlib.h>

/* The most ms for an answer: a pooler that has only one session keeps the second one waiting. */
#define WAIT_MOST 2000

/* Returns the process of the connection's session, or 0 if the answer takes too long. */
static long ask_pid(PGconn *connection)
{
	struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
	long pid = 0;

	if (!PQsendQuery(connection, "SELECT pg_backend_pid()") || poll(&socket, 1, WAIT_MOST) != 1)
		return 0;
	for (PGresult *result; (result = PQgetResult(connection)); PQclear(result))
		if (PQntuples(result) == 1)
			pid = strtol(PQgetvalue(result, 0, 0), NULL, 10);
	return pid;
}

bool bot_pooler_shares(PGconn *connection, PGconn *(*open)(const char *url), const char *url)
{
	long pid = ask_pid(connection);

	/* A pooler tells clients a number of its own. */
	if (pid == 0 || pid == PQbackendPID(connection))
		return false;
	PGconn *second = open(url);
	bool shares = PQstatus(second) == CONNECTION_OK && ask_pid(second) == pid;
	PQfinish(second);
	return shares;
}
