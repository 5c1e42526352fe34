/*
 * Fuzzes raw requests to the web page. An input that begins with a bracket is the body of a tap of
 * Ann's, because a fuzzer rarely finds the right Content-Length. Without the token of a link,
 * nobody gets a table or a board, and nothing is played. Whatever the input is, the server answers
 * a good request afterwards.
 */
#include "adapters/web/web.h"
#include "bot/base/clock.h"
#include "bot/base/metrics.h"
#include "bot/host/host.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/store.h"
#include "tests/support/scene_match.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The tokens of Ann's table, of the room's board, and of the replay of a match. */
#define TABLE  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define BOARD  "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
#define REPLAY "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC"

#define PASSES 20 /* how often the server runs after each step */

static int64_t server_time = 1;

int64_t __wrap_bot_clock_steady(void);

int64_t __wrap_bot_clock_steady(void)
{
	return server_time;
}

static bool transact(void *self, const char *name, bot_host_work *work, void *worker)
{
	const struct scene *scene = self;

	(void)name;
	FUZZ_EXPECT(bot_store_begin(scene->store) == BOT_OK);
	FUZZ_EXPECT(work(worker, scene->host) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(scene->store) == BOT_OK);
	return true;
}

static bool read_only(void *self, const char *name, bot_host_work *work, void *worker)
{
	const struct scene *scene = self;

	(void)name;
	FUZZ_EXPECT(bot_store_begin(scene->store) == BOT_OK);
	FUZZ_EXPECT(work(worker, scene->host) == BOT_OK);
	bot_store_rollback(scene->store);
	return true;
}

static void add_link(const struct scene *scene, const char *token, struct bot_web_link link)
{
	crypto_generichash(
		link.hash, sizeof(link.hash), (const unsigned char *)token, strlen(token), NULL, 0);
	link.made = link.used = scene->now;
	bot_store_web_link_add(scene->store, &link);
}

/* Returns a scene with a match in the room, and with the links. */
static struct scene *create_scene(void)
{
	struct scene *scene = scene_create_in(fuzz_store(), 1);

	scene_begin(scene, "");
	FUZZ_EXPECT(bot_store_begin(scene->store) == BOT_OK);
	add_link(scene, TABLE, (struct bot_web_link){.kind = BOT_WEB_LINK_TABLE, .user = ANN});
	add_link(scene, BOARD, (struct bot_web_link){.kind = BOT_WEB_LINK_BOARD, .room = ROOM});
	add_link(scene, REPLAY, (struct bot_web_link){.kind = BOT_WEB_LINK_REPLAY, .match = 1});
	FUZZ_EXPECT(bot_store_commit(scene->store) == BOT_OK);
	return scene;
}

/*
 * Returns a client. Closing it leaves no trace in the kernel, so thousands can follow each other.
 */
static int connect_to(const struct web *web)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)web_port(web)),
		.sin_addr = {htonl(INADDR_LOOPBACK)},
	};
	const struct linger at_once = {.l_onoff = 1};
	int client = socket(AF_INET, SOCK_STREAM, 0);

	FUZZ_EXPECT(client >= 0);
	/* The fuzzer's timer may interrupt the call. Then the kernel goes on to connect. */
	while (connect(client, (struct sockaddr *)&address, sizeof(address)) != 0 &&
		errno != EISCONN)
		FUZZ_EXPECT(errno == EINTR || errno == EALREADY);
	FUZZ_EXPECT(setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)) == 0);
	return client;
}

static void serve(const struct bot_loop_source *source)
{
	for (int i = 0; i < PASSES; i++)
		source->dispatch(source->self);
}

/* Sends the bytes and returns the answers, which live until the next call. */
static const char *ask(const struct web *web, const struct bot_loop_source *source,
	const uint8_t *data, size_t size)
{
	static char heard[(size_t)1 << 20];
	size_t used = 0;
	int client = connect_to(web);

	while (size > 0) {
		ssize_t sent = send(client, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent < 0 && errno != EAGAIN)
			break;
		if (sent > 0) {
			data += sent;
			size -= (size_t)sent;
		}
		serve(source);
	}
	server_time += 2000; /* the answers to wrong tokens are delayed */
	for (int i = 0; i < 3; i++) {
		ssize_t got;

		serve(source);
		while ((got = recv(client, heard + used, sizeof(heard) - 1 - used, MSG_DONTWAIT)) >
			0)
			used += (size_t)got;
	}
	heard[used] = '\0';
	for (size_t i = 0; i < used; i++)
		if (heard[i] == '\0')
			heard[i] = ' ';
	close(client);
	server_time += 100000; /* the server closes what is left */
	serve(source);
	return heard;
}

/* Makes a request with the tap. Returns its size. */
static size_t write_tap(const uint8_t *data, size_t size, uint8_t *request, size_t room)
{
	int header = snprintf((char *)request, room,
		"POST /api/act HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer " TABLE
		"\r\nContent-Length: %zu\r\n\r\n",
		size);

	FUZZ_EXPECT(header > 0 && (size_t)header <= room);
	if (size > room - (size_t)header)
		size = room - (size_t)header;
	if (size > 0)
		memcpy(request + header, data, size);
	return (size_t)header + size;
}

/* Whether the input contains the token. */
static bool has(const uint8_t *data, size_t size, const char *token)
{
	for (size_t i = 0; i + strlen(token) <= size; i++)
		if (memcmp(data + i, token, strlen(token)) == 0)
			return true;
	return false;
}

static struct web *start(void)
{
	struct web *web = NULL;

	FUZZ_EXPECT(sodium_init() >= 0);
	FUZZ_EXPECT(web_create("127.0.0.1:0", WEB_CONNECTIONS, &web) == HTTP_OK);
	return web;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char good[] = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
	static struct web *web;
	struct scene *scene = create_scene();
	const struct bot_host_access access = {
		scene->host, scene->store, scene, transact, read_only};
	static uint8_t request[4096];
	struct bot_loop_source source;
	uint64_t before;
	const char *heard;

	if (!web)
		web = start();
	if (size > 0 && (data[0] == '{' || data[0] == '[')) {
		size = write_tap(data, size, request, sizeof(request));
		data = request;
	}
	source = web_loop_source(web);
	source.host_changed(source.self, &access);
	source.phase_changed(source.self, BOT_CONNECTED);
	before = bot_store_change_number(scene->store);
	heard = ask(web, &source, data, size);
	if (!has(data, size, TABLE)) {
		FUZZ_EXPECT(!strstr(heard, "\"type\":\"table\""));
		FUZZ_EXPECT(bot_store_change_number(scene->store) == before);
	}
	if (!has(data, size, TABLE) && !has(data, size, BOARD))
		FUZZ_EXPECT(!strstr(heard, "application/x-ndjson"));
	heard = ask(web, &source, (const uint8_t *)good, sizeof(good) - 1);
	FUZZ_EXPECT(strncmp(heard, "HTTP/1.1 200 ", 13) == 0);
	FUZZ_EXPECT(bot_metrics_gauge(BOT_WEB_STREAMS) == 0);
	source.host_changed(source.self, NULL);
	scene_destroy(scene);
	return 0;
}
