#include "bot/store/postgresql/answer.h"

#include "bot/base/log.h"

#include <poll.h>
#include <sys/socket.h>
#include <time.h>

int64_t bot_server_now(void)
{
	struct timespec now = {0};

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void bot_server_rest(void)
{
	nanosleep(&(struct timespec){.tv_nsec = BOT_SERVER_REST * 1000000L}, NULL);
}

/* Says once that the store waits, until a transaction has been committed. */
static void say_waits(struct bot_server_store *server)
{
	if (server->has_said_wait || server->store.waits < BOT_STORE_PATIENCE)
		return;
	server->has_said_wait = true;
	bot_log_write(BOT_LOG_WARNING, "store_waits",
		BOT_LOG_FIELDS({"store", .text = server->url},
			{"why", .text = "the database does not answer, so everything waits; the "
					"bot "
					"gives such a connection up and makes another one, and "
					"nothing is lost"}));
}

bool bot_server_wait(struct bot_server_store *server, int descriptor, short events, int64_t most)
{
	struct pollfd polled = {.fd = descriptor, .events = events};
	struct bot_store *store = &server->store;
	int ready = poll(&polled, 1, BOT_SERVER_REST);

	while (ready <= 0 && (store->waits = bot_server_now() - server->asked) < most) {
		say_waits(server);
		if (store->serve)
			store->serve(store->served);
		ready = poll(&polled, 1, BOT_SERVER_REST);
	}
	store->waits = 0;
	return ready > 0;
}

/* Waits for more of the answer. Returns false if there will be none. */
static bool go_on(struct bot_server_store *server)
{
	PGconn *connection = server->connection;
	int unsent = PQflush(connection);

	if (unsent < 0 || PQsocket(connection) < 0)
		return false;
	if (!bot_server_wait(server, PQsocket(connection), unsent ? POLLIN | POLLOUT : POLLIN,
		    BOT_SERVER_ANSWER)) {
		server->is_late = true;
		shutdown(PQsocket(connection), SHUT_RDWR); /* libpq notices this at once */
	}
	return PQconsumeInput(connection);
}

PGresult *bot_server_next(struct bot_server_store *server)
{
	while (PQisBusy(server->connection) && go_on(server))
		;
	return PQgetResult(server->connection);
}

PGresult *bot_server_last(struct bot_server_store *server)
{
	PGresult *last = NULL;

	server->asked = bot_server_now();
	for (PGresult *result; (result = bot_server_next(server));) {
		PQclear(last);
		last = result;
	}
	return last;
}

PGresult *bot_server_exec(struct bot_server_store *server, const char *sql)
{
	return PQsendQuery(server->connection, sql) ? bot_server_last(server) : NULL;
}
