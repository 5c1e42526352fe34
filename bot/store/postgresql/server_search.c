#include "bot/store/postgresql/server_search.h"

#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/postgresql/answer.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define ASK_MS 5000 /* the most ms for an answer of one of several servers */

/* A search, which belongs to its thread until `done` is readable. */
struct bot_server_search {
	pthread_t thread;
	int done;
	char *url;
	char known[16];     /* ends at a server with this timeline or a newer one, unless empty */
	PGconn *connection; /* to the newest server, or the first one that has failed */
	char timeline[16];  /* of this server, or empty */
	char old[128];      /* the name of an older server that takes writes, or empty */
};

/* Opens a connection. The URL may have its own values for the first groups. */
static PGconn *open_host(const char *url, const char *host, const char *address, const char *port)
{
	static const char *const keywords[] = {"connect_timeout", "tcp_user_timeout",
		"keepalives_idle", "keepalives_interval", "keepalives_count",
		"target_session_attrs", "fallback_application_name", "dbname", "client_encoding",
		"host", "hostaddr", "port", NULL};
	const char *const values[] = {"5", "15000", "5", "3", "3", "read-write", "engarde-bot", url,
		"UTF8", host, address, port, NULL};

	return PQconnectdbParams(keywords, values, 1);
}

PGconn *bot_server_open(const char *url)
{
	return open_host(url, NULL, NULL, NULL);
}

/* Reads the timeline of one of several servers. It stays empty if the server does not answer. */
static void read_timeline(PGconn *connection, char timeline[16])
{
	struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};

	*timeline = '\0';
	if (PQstatus(connection) != CONNECTION_OK ||
		!PQsendQuery(connection, BOT_SERVER_TIMELINE) || poll(&socket, 1, ASK_MS) != 1)
		return;
	for (PGresult *result; (result = PQgetResult(connection)); PQclear(result))
		if (PQntuples(result) == 1)
			snprintf(timeline, 16, "%s", PQgetvalue(result, 0, 0));
}

static void note_old(struct bot_server_search *search, const PGconn *connection)
{
	snprintf(search->old, sizeof(search->old), "%s:%s", PQhost(connection), PQport(connection));
}

/* Keeps the connection if it is the best one, and otherwise ends it. */
static void take(struct bot_server_search *search, PGconn *connection)
{
	char timeline[16];

	read_timeline(connection, timeline);
	int order = strcmp(timeline, search->timeline);
	if (search->connection && order <= 0) {
		if (*timeline && order < 0) /* the same one may have two names */
			note_old(search, connection);
		PQfinish(connection);
		return;
	}
	if (*search->timeline)
		note_old(search, search->connection);
	PQfinish(search->connection);
	search->connection = connection;
	memcpy(search->timeline, timeline, sizeof(timeline));
}

/* The parts of a list that libpq writes with commas. */
struct list {
	char *text, *next;
};

static struct list list_of(const PQconninfoOption *options, const char *keyword)
{
	while (options->keyword && strcmp(options->keyword, keyword) != 0)
		options++;
	char *text = bot_strdup(options->val ? options->val : "");
	return (struct list){text, text};
}

/* Returns the next part. The last one stands for all that follow, as a single port does. */
static const char *next_of(struct list *list)
{
	char *part = list->next, *comma = strchr(part, ',');

	if (comma) {
		*comma = '\0';
		list->next = comma + 1;
	}
	return part;
}

static size_t count_of(const struct list *list)
{
	size_t count = 1;

	for (const char *at = list->text; (at = strchr(at, ',')); at++)
		count++;
	return count;
}

static const char *default_port(void)
{
	const char *port = getenv("PGPORT");

	return port && *port ? port : "5432";
}

/* Asks each server of the URL. */
static void ask_all(struct bot_server_search *search, const PQconninfoOption *options, size_t count)
{
	struct list hosts = list_of(options, "host"), addresses = list_of(options, "hostaddr"),
		    ports = list_of(options, "port");

	for (size_t i = 0; i < count; i++) {
		const char *port = next_of(&ports);

		take(search, open_host(search->url, next_of(&hosts), next_of(&addresses),
				     *port ? port : default_port()));
		if (*search->known && strcmp(search->timeline, search->known) >= 0)
			break;
	}
	free(hosts.text);
	free(addresses.text);
	free(ports.text);
}

/* How many servers the URL names. */
static size_t count_servers(const PQconninfoOption *options)
{
	struct list hosts = list_of(options, "host"), addresses = list_of(options, "hostaddr");
	size_t names = count_of(&hosts), numbers = count_of(&addresses);

	free(hosts.text);
	free(addresses.text);
	return names > numbers ? names : numbers;
}

static void *run(void *self)
{
	struct bot_server_search *search = self;
	PQconninfoOption *options = PQconninfoParse(search->url, NULL);
	size_t count = options ? count_servers(options) : 1;

	if (count > 1)
		ask_all(search, options, count);
	else
		search->connection = bot_server_open(search->url);
	PQconninfoFree(options);
	(void)eventfd_write(search->done, 1);
	return NULL;
}

static void begin(struct bot_server_store *server, const char *known)
{
	struct bot_server_search *search = bot_calloc(1, sizeof(*search));

	search->done = eventfd(0, EFD_CLOEXEC);
	search->url = bot_strdup(server->url);
	snprintf(search->known, sizeof(search->known), "%s", known);
	server->search = search;
	if (search->done < 0 || pthread_create(&search->thread, NULL, run, search))
		bot_memory_or_exit(NULL);
}

/* Logs once which server is an old primary. */
static void say_old(struct bot_server_store *server, const char *old)
{
	if (*old && strcmp(server->old_primary, old) != 0)
		bot_log_write(BOT_LOG_ERROR, "old_primary",
			BOT_LOG_FIELDS({"server", .text = old},
				{"why", .text = "this server of the store's URL takes writes, but "
						"another one has replaced it: stop it, or let it "
						"follow the new one, so that no bot ever uses "
						"it"}));
	snprintf(server->old_primary, sizeof(server->old_primary), "%s", old);
}

/* Ends the search, and returns its connection. `timeline` gets that of the newest server. */
static PGconn *end(struct bot_server_store *server, char timeline[16])
{
	struct bot_server_search *search = server->search;

	pthread_join(search->thread, NULL);
	PGconn *connection = search->connection;
	memcpy(timeline, search->timeline, 16);
	if (!*search->known || *search->old)
		say_old(server, search->old);
	close(search->done);
	free(search->url);
	free(search);
	server->search = NULL;
	return connection;
}

void bot_server_search_finish(struct bot_server_store *server)
{
	char timeline[16];

	if (server->search)
		PQfinish(end(server, timeline));
}

PGconn *bot_server_find(struct bot_server_store *server)
{
	char timeline[16];

	bot_server_search_finish(server);
	server->asked = bot_server_now();
	begin(server, server->timeline);
	(void)bot_server_wait(server, server->search->done, POLLIN, INT64_MAX);
	return end(server, timeline);
}

bool bot_server_is_old(struct bot_server_store *server)
{
	struct pollfd polled = {.events = POLLIN};
	char timeline[16];

	if (!server->search && bot_server_now() >= server->look_at) {
		server->look_at = bot_server_now() + BOT_SERVER_LOOK;
		if (strchr(server->url, ','))
			begin(server, "");
	}
	if (!server->search)
		return false;
	polled.fd = server->search->done;
	if (poll(&polled, 1, 0) != 1)
		return false;
	PQfinish(end(server, timeline));
	if (strcmp(timeline, server->timeline) <= 0)
		return false;
	memcpy(server->timeline, timeline, sizeof(timeline));
	return true;
}
