/*
 * The least that a bot in C can do: it answers a command with the same text, and loses and repeats
 * nothing if it crashes. It keeps the events that it has handled, its answers until they are sent,
 * and the sync token. What engarde-bot needs beyond this is the price of what it does.
 *
 *	ENGARDE_ACCESS_TOKEN=TOKEN bench_bare HOMESERVER USER STORE
 *
 * Like engarde-bot it writes each batch of /sync in one transaction, which waits for the disk, and
 * sends up to 64 answers at a time. That an answer was sent is noted without waiting: after a loss
 * of power the answer is sent again, with the same transaction id.
 */
#include <curl/curl.h>
#include <jansson.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API     "/_matrix/client/v3/"
#define MOST    64     /* requests in flight */
#define TIMEOUT 30000L /* milliseconds that /sync waits for news */
#define FILTER  "{\"room\":{\"timeline\":{\"limit\":50},\"state\":{\"lazy_load_members\":true}}}"

enum { BEGIN, COMMIT, HANDLED, ADD, NEXT, DONE, SET, GET, STATEMENTS };
static const char *const sql[STATEMENTS] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[HANDLED] = "INSERT OR IGNORE INTO handled (event) VALUES (?1)",
	[ADD] = "INSERT INTO outbox (room, event, body) VALUES (?1, ?2, ?3)",
	[NEXT] = "SELECT id, room, event, body FROM outbox WHERE id > ?1 ORDER BY id LIMIT 1",
	[DONE] = "DELETE FROM outbox WHERE id = ?1",
	[SET] = "INSERT OR REPLACE INTO setting (key, value) VALUES ('since', ?1)",
	[GET] = "SELECT value FROM setting WHERE key = 'since'",
};

/* A request. The row of an answer is its id, and 0 for any other request. */
struct request {
	CURL *curl;
	char *body, *answer;
	size_t size;
	sqlite3_int64 row;
	struct request *next; /* of those that wait to be used again */
};

static const char *server, *me;
static struct curl_slist *fields;
static CURLM *multi;
static sqlite3 *db;
static sqlite3_stmt *statements[STATEMENTS];
static struct request *idle;
static int sending;             /* how many answers are on their way */
static sqlite3_int64 last_sent; /* the newest row that is on its way */
static volatile sig_atomic_t ended;

static void fail(const char *what)
{
	fprintf(stderr, "bare: %s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

/* Runs a statement with texts for ?1, ?2, ... that has no result. */
static void run(int number, int count, const char *const texts[])
{
	sqlite3_stmt *statement = statements[number];

	for (int i = 0; i < count; i++)
		sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC);
	if (sqlite3_step(statement) != SQLITE_DONE)
		fail(sql[number]);
	sqlite3_reset(statement);
}

static void open_store(const char *path)
{
	if (sqlite3_open(path, &db) ||
		sqlite3_exec(db,
			"PRAGMA journal_mode = WAL;"
			"CREATE TABLE IF NOT EXISTS handled (event TEXT PRIMARY KEY) WITHOUT ROWID;"
			"CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT,"
			" room TEXT, event TEXT, body TEXT);"
			"CREATE TABLE IF NOT EXISTS setting (key TEXT PRIMARY KEY, value TEXT)",
			NULL, NULL, NULL))
		fail(path);
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v2(db, sql[i], -1, &statements[i], NULL))
			fail(sql[i]);
}

/* Begins a transaction, whose commit waits for the disk or not. */
static void begin(bool waits)
{
	sqlite3_exec(db, waits ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL,
		NULL, NULL);
	run(BEGIN, 0, NULL);
}

static size_t receive(char *data, size_t one, size_t count, void *self)
{
	struct request *request = self;

	request->answer = realloc(request->answer, request->size + one * count + 1);
	memcpy(request->answer + request->size, data, one * count);
	request->size += one * count;
	request->answer[request->size] = '\0';
	return one * count;
}

/* Starts a request, and takes its body over. */
static void start(const char *method, const char *url, char *body, sqlite3_int64 row)
{
	struct request *request = idle ? idle : calloc(1, sizeof(*request));

	idle = idle ? idle->next : NULL;
	if (!request->curl)
		request->curl = curl_easy_init();
	request->body = body;
	request->row = row;
	curl_easy_setopt(request->curl, CURLOPT_URL, url);
	curl_easy_setopt(request->curl, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(request->curl, CURLOPT_HTTPHEADER, fields);
	curl_easy_setopt(request->curl, CURLOPT_WRITEFUNCTION, receive);
	curl_easy_setopt(request->curl, CURLOPT_WRITEDATA, request);
	curl_easy_setopt(request->curl, CURLOPT_PRIVATE, request);
	curl_easy_setopt(request->curl, CURLOPT_POSTFIELDS, body);
	if (!body)
		curl_easy_setopt(request->curl, CURLOPT_HTTPGET, 1L);
	curl_multi_add_handle(multi, request->curl);
}

static void start_sync(void)
{
	static char *filter;
	char *since = NULL, url[4096];

	if (!filter)
		filter = curl_easy_escape(NULL, FILTER, 0);
	if (sqlite3_step(statements[GET]) == SQLITE_ROW)
		since = strdup((const char *)sqlite3_column_text(statements[GET], 0));
	sqlite3_reset(statements[GET]);
	snprintf(url, sizeof(url), "%s" API "sync?filter=%s&timeout=%ld%s%s", server, filter,
		since ? TIMEOUT : 0L, since ? "&since=" : "", since ? since : "");
	free(since);
	start("GET", url, NULL, 0);
}

/* Sends the answers that wait, as many as may be in flight. */
static void send_answers(void)
{
	sqlite3_stmt *next = statements[NEXT];

	for (; sending < MOST; sending++) {
		char url[1024], *room, *event;
		json_t *content;

		sqlite3_bind_int64(next, 1, last_sent);
		if (sqlite3_step(next) != SQLITE_ROW)
			break;
		last_sent = sqlite3_column_int64(next, 0);
		room = curl_easy_escape(NULL, (const char *)sqlite3_column_text(next, 1), 0);
		event = curl_easy_escape(NULL, (const char *)sqlite3_column_text(next, 2), 0);
		content = json_pack("{s:s, s:s}", "msgtype", "m.notice", "body",
			(const char *)sqlite3_column_text(next, 3));
		snprintf(url, sizeof(url), "%s" API "rooms/%s/send/m.room.message/%s", server, room,
			event);
		start("PUT", url, json_dumps(content, JSON_COMPACT), last_sent);
		json_decref(content);
		curl_free(room);
		curl_free(event);
		sqlite3_reset(next);
	}
	sqlite3_reset(next);
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static void handle_event(const char *room, const json_t *event)
{
	const char *body = text_of(json_object_get(event, "content"), "body");
	const char *id = text_of(event, "event_id");

	if (strcmp(text_of(event, "type"), "m.room.message") != 0 ||
		strcmp(text_of(event, "sender"), me) == 0 || strncmp(body, "!eg ", 4) != 0)
		return;
	run(HANDLED, 1, (const char *const[]){id});
	if (sqlite3_changes(db) > 0)
		run(ADD, 3, (const char *const[]){room, id, body});
}

static void handle_batch(const json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms"), *room, *event;
	const char *id;
	size_t i;

	begin(true);
	json_object_foreach (json_object_get(rooms, "join"), id, room)
		json_array_foreach (
			json_object_get(json_object_get(room, "timeline"), "events"), i, event)
			handle_event(id, event);
	run(SET, 1, (const char *const[]){text_of(batch, "next_batch")});
	run(COMMIT, 0, NULL);
	json_object_foreach (json_object_get(rooms, "invite"), id, room) {
		char url[1024], *escaped = curl_easy_escape(NULL, id, 0);

		snprintf(url, sizeof(url), "%s" API "join/%s", server, escaped);
		start("POST", url, strdup("{}"), 0);
		curl_free(escaped);
	}
}

/* Frees a request that has ended. Returns its answer. */
static json_t *finish(struct request *request)
{
	json_t *answer = request->answer ? json_loads(request->answer, 0, NULL) : NULL;

	if (!answer || json_object_get(answer, "errcode"))
		fail(request->answer ? request->answer : "no answer");
	curl_multi_remove_handle(multi, request->curl);
	free(request->body);
	free(request->answer);
	*request = (struct request){.curl = request->curl, .next = idle};
	idle = request;
	return answer;
}

/* Handles the requests that have ended. The answers that were sent are noted in one transaction. */
static void finish_all(void)
{
	json_t *batch = NULL;
	bool writes = false;
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(multi, &left))) {
		struct request *request;

		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &request);
		if (message->data.result != CURLE_OK)
			fail(curl_easy_strerror(message->data.result));
		if (request->row > 0) {
			if (!writes)
				begin(false);
			writes = true;
			sqlite3_bind_int64(statements[DONE], 1, request->row);
			run(DONE, 0, NULL);
			sending--;
		}
		if (request->body)
			json_decref(finish(request));
		else
			batch = finish(request);
	}
	if (writes)
		run(COMMIT, 0, NULL);
	if (batch)
		handle_batch(batch);
	send_answers();
	if (batch)
		start_sync();
	json_decref(batch);
}

int main(int count, char **arguments)
{
	char token[512];

	if (count != 4)
		return 2;
	server = arguments[1];
	me = arguments[2];
	open_store(arguments[3]);
	curl_global_init(CURL_GLOBAL_DEFAULT);
	multi = curl_multi_init();
	curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)MOST + 2);
	snprintf(token, sizeof(token), "Authorization: Bearer %s", getenv("ENGARDE_ACCESS_TOKEN"));
	fields = curl_slist_append(fields, token);
	fields = curl_slist_append(fields, "Content-Type: application/json");
	signal(SIGTERM, end);
	send_answers();
	start_sync();
	while (!ended) {
		int running;

		curl_multi_poll(multi, NULL, 0, 1000, NULL);
		curl_multi_perform(multi, &running);
		finish_all();
	}
	sqlite3_close_v2(db);
	return 0;
}
