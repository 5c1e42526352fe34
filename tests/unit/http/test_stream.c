/* Tests streamed replies, delayed replies, and the limits for many clients. */
#include "adapters/http/server.h"
#include "bot/base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/http_client.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 4

/* The server's clock, in seconds. It stands still, so the tests don't depend on their speed. */
static time_t later;

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	*time = (struct timespec){.tv_sec = 1000 + later};
	return 0;
}

static struct http_stream *stream; /* the last stream, or NULL after its connection has ended */
static unsigned closed;            /* how many streams have ended */

static void on_closed(void *self)
{
	assert_ptr_equal(self, &stream);
	closed++;
	stream = NULL;
}

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	(void)self;
	reply->status = 200;
	reply->cache = "no-cache";
	http_reply_add_header(reply, "X-Test", "yes");
	reply->delayed = strcmp(request->path, "/slow") == 0;
	if (strcmp(request->path, "/live") == 0) {
		stream = reply->stream = http_stream_create(on_closed, &stream);
	} else {
		const char *host = http_request_header(request, "Host");

		reply->fixed = host && strcmp(host, "h") == 0 ? "fixed" : "wrong";
		reply->size = 5;
	}
}

/* Delays what it refuses. */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	(void)self;
	reply->status = 401;
	reply->body = bot_strdup("no");
	reply->size = 2;
	reply->delayed = true;
	if (request->token) {
		free(reply->body);
		reply->body = NULL;
		return true;
	}
	return false;
}

static int start(void **state, const struct http_server_options *options)
{
	struct http_server *server = NULL;

	assert_int_equal(http_server_create(options, &server), HTTP_OK);
	stream = NULL;
	closed = 0;
	*state = server;
	return 0;
}

static int begin(void **state)
{
	const struct http_server_options options = {.address = "127.0.0.1:0",
		.body_most = 100,
		.answer = answer,
		.connections = CONNECTIONS,
		.makes_room = true,
		.memory = 4096};

	return start(state, &options);
}

static int begin_guarded(void **state)
{
	const struct http_server_options options = {.address = "127.0.0.1:0",
		.body_most = 100,
		.answer = answer,
		.admit = admit,
		.body_time = 10000,
		.connections = 200,
		.makes_room = true};

	return start(state, &options);
}

static int end(void **state)
{
	later = 0;
	http_server_destroy(*state);
	assert_null(stream);
	return 0;
}

#define LIVE "GET /live HTTP/1.1\r\nHost: h\r\n\r\n"
#define PAGE "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

static void send_line(const char *text)
{
	struct http_line *line = http_line_create(bot_strdup(text), strlen(text));

	http_stream_send(stream, line);
	http_line_release(line);
}

/* Returns a client whose request has opened a stream. */
static int open_stream(struct http_server *server, const char *request)
{
	int client = http_client_connect(server);

	http_client_send(client, request);
	http_client_serve(server);
	assert_non_null(stream);
	return client;
}

UNIT_TEST_FROM(begin, end, test_headers_and_fixed_body_are_sent)
{
	const char *heard = http_client_ask(*state, PAGE);

	assert_non_null(strstr(heard, "\r\nX-Test: yes\r\n"));
	assert_non_null(strstr(heard, "\r\nCache-Control: no-cache\r\n"));
	assert_non_null(strstr(heard, "\r\n\r\nfixed"));
}

UNIT_TEST_FROM(begin, end, test_lines_are_sent_one_after_the_other)
{
	int client = open_stream(*state, LIVE);

	send_line("first\n");
	assert_non_null(strstr(http_client_hear(*state, client), "first\n"));
	http_client_serve(*state); /* the stream is idle now */
	send_line("second\n");
	assert_non_null(strstr(http_client_hear(*state, client), "second\n"));
	http_client_serve(*state);
	http_stream_end(stream);
	assert_string_equal(http_client_hear(*state, client), "0\r\n\r\n");
	http_client_serve(*state);
	assert_int_equal(closed, 1);
	assert_string_equal(http_client_hear(*state, client), "");
	assert_true(http_client_is_over(client));
	close(client);
}

UNIT_TEST_FROM(begin, end, test_older_client_gets_lines_until_the_connection_ends)
{
	int client = open_stream(*state, "GET /live HTTP/1.0\r\nHost: h\r\n\r\n");
	char big[3000];

	memset(big, 'x', sizeof(big) - 2);
	memcpy(big + sizeof(big) - 2, "\n", 2);
	send_line("first\n");
	assert_non_null(strstr(http_client_hear(*state, client), "\r\n\r\n"));
	http_client_serve(*state);
	send_line(big);
	http_stream_end(stream);
	for (int i = 0; i < 100 && !closed; i++)
		http_client_hear(*state, client);
	assert_int_equal(closed, 1);
	close(client);
}

UNIT_TEST_FROM(begin, end, test_only_the_newest_line_waits)
{
	int client = open_stream(*state, LIVE);

	send_line("first\n");
	send_line("second\n");
	send_line("third\n");
	const char *heard = http_client_hear(*state, client);
	assert_null(strstr(heard, "first"));
	assert_null(strstr(heard, "second"));
	assert_non_null(strstr(heard, "third\n"));
	close(client);
}

UNIT_TEST_FROM(begin, end, test_heartbeat_replaces_no_line)
{
	int client = open_stream(*state, LIVE);
	struct http_line *beat = http_line_create(bot_strdup("beat\n"), 5);

	send_line("state\n");
	http_stream_send_if_idle(stream, beat);
	assert_non_null(strstr(http_client_hear(*state, client), "state\n"));
	http_client_serve(*state);
	http_stream_send_if_idle(stream, beat);
	assert_non_null(strstr(http_client_hear(*state, client), "beat\n"));
	http_line_release(beat);
	close(client);
}

/* Sends big lines until the client's connection takes no more. */
static void fill(struct http_server *server)
{
	char *text = bot_malloc(1000001);

	memset(text, 'x', 1000000);
	text[1000000] = '\0';
	for (int i = 0; i < 20; i++) {
		send_line(text);
		for (int j = 0; j < 100; j++)
			http_client_serve(server);
	}
	free(text);
}

UNIT_TEST_FROM(begin, end, test_client_that_takes_nothing_for_a_minute_is_closed)
{
	int stuck = open_stream(*state, LIVE);

	fill(*state);
	later = 58;
	http_client_serve(*state);
	assert_int_equal(closed, 0);
	later = 62;
	http_client_serve(*state);
	assert_int_equal(closed, 1);
	close(stuck);
}

UNIT_TEST_FROM(begin, end, test_client_that_takes_nothing_after_the_end_is_closed_soon)
{
	int stuck = open_stream(*state, LIVE);

	fill(*state);
	later = 50;
	http_stream_end(stream);
	http_client_serve(*state);
	assert_int_equal(closed, 0);
	later = 56;
	http_client_serve(*state);
	assert_int_equal(closed, 1);
	close(stuck);
}

UNIT_TEST_FROM(begin, end, test_idle_stream_stays_open)
{
	int client = open_stream(*state, LIVE);

	later = 86400;
	http_client_serve(*state);
	assert_int_equal(closed, 0);
	send_line("late\n");
	assert_non_null(strstr(http_client_hear(*state, client), "\r\n\r\n"));
	close(client);
}

UNIT_TEST_FROM(begin, end, test_stream_ends_when_its_client_has_left)
{
	int client = open_stream(*state, LIVE);

	close(client);
	for (int i = 0; i < 100 && !closed; i++) {
		send_line("anybody there\n");
		http_client_serve(*state);
	}
	assert_int_equal(closed, 1);
}

UNIT_TEST_FROM(begin, end, test_silent_clients_make_room_for_others)
{
	int silent[3 * CONNECTIONS];
	int client = open_stream(*state, LIVE);

	for (int i = 0; i < 3 * CONNECTIONS; i++) {
		silent[i] = http_client_connect(*state);
		http_client_send(silent[i], "GET / HT");
		http_client_serve(*state);
		assert_true(http_server_connections(*state) <= CONNECTIONS + 1);
	}
	assert_true(http_client_is_over(silent[0]));
	assert_false(http_client_is_over(silent[3 * CONNECTIONS - 1]));
	assert_non_null(strstr(http_client_ask(*state, PAGE), " 200 "));
	assert_int_equal(closed, 0); /* the stream is older than all, but stays */
	for (int i = 0; i < 3 * CONNECTIONS; i++)
		close(silent[i]);
	close(client);
}

UNIT_TEST_FROM(begin_guarded, end, test_delayed_reply_comes_a_second_later)
{
	int wrong = http_client_connect(*state);

	http_client_send(wrong, "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
	http_client_serve(*state);
	assert_false(http_client_is_over(wrong));
	/* Meanwhile the server answers others. */
	assert_non_null(strstr(http_client_ask(*state, "GET / HTTP/1.1\r\nHost: h\r\n"
						       "Authorization: Bearer key\r\n\r\n"),
		" 200 "));
	assert_false(http_client_is_over(wrong));
	later = 1;
	http_client_serve(*state);
	assert_non_null(strstr(http_client_hear(*state, wrong), " 401 "));
	close(wrong);
}

UNIT_TEST_FROM(begin, end, test_answer_can_be_delayed_too)
{
	int client = http_client_connect(*state);

	http_client_send(client, "GET /slow HTTP/1.1\r\nHost: h\r\n\r\n");
	http_client_serve(*state);
	assert_false(http_client_is_over(client));
	later = 1;
	http_client_serve(*state);
	assert_non_null(strstr(http_client_hear(*state, client), "fixed"));
	close(client);
}

UNIT_TEST_FROM(begin_guarded, end, test_number_of_delayed_replies_is_limited)
{
	int wrong[HTTP_DELAYED_MOST + 10];

	for (int i = 0; i < HTTP_DELAYED_MOST + 10; i++) {
		wrong[i] = http_client_connect(*state);
		http_client_send(wrong[i], PAGE);
		http_client_serve(*state);
		assert_int_equal(http_client_is_over(wrong[i]), i >= HTTP_DELAYED_MOST);
	}
	later = 1;
	http_client_serve(*state);
	for (int i = 0; i < HTTP_DELAYED_MOST; i++)
		assert_non_null(strstr(http_client_hear(*state, wrong[i]), " 401 "));
	for (int i = 0; i < HTTP_DELAYED_MOST + 10; i++)
		close(wrong[i]);
}

UNIT_TEST_FROM(begin_guarded, end, test_server_stops_with_open_streams_and_delayed_replies)
{
	int wrong = http_client_connect(*state);
	int client = open_stream(
		*state, "GET /live HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer key\r\n\r\n");

	http_client_send(wrong, PAGE);
	http_client_serve(*state);
	http_server_destroy(*state);
	*state = NULL;
	assert_int_equal(closed, 1);
	close(wrong);
	close(client);
}

UNIT_TEST_FROM(begin_guarded, end, test_admitted_client_has_limited_time_for_its_body)
{
	int client = http_client_connect(*state);

	http_client_send(client, "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
				 "Authorization: Bearer key\r\n\r\nab");
	http_client_serve(*state);
	assert_false(http_client_is_over(client));
	later = 11;
	http_client_serve(*state);
	assert_true(http_client_is_over(client));
	close(client);
}

UNIT_TEST_FROM(begin, end, test_header_too_long_is_refused)
{
	char request[8000];

	snprintf(request, sizeof(request), "GET / HTTP/1.1\r\nHost: h\r\nCookie: %06000d\r\n\r\n",
		0);
	assert_null(strstr(http_client_ask(*state, request), " 200 "));
}
