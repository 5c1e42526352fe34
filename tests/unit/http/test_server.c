/* Tests the HTTP server with clients in the same thread. */
#include "adapters/http/server.h"
#include "tests/support/cmocka.h"
#include "tests/support/http_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BODY_MOST   100
#define CONNECTIONS 32 /* the server accepts at most this many connections at a time */

/* How many seconds the server's clock is ahead. */
static time_t later;

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	int result = __real_clock_gettime(clock, time);

	time->tv_sec += later;
	return result;
}

static char seen[512]; /* the last request that answer() received */

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	const char *argument = http_request_argument(request, "key");

	assert_ptr_equal(self, seen);
	snprintf(seen, sizeof(seen), "%s %s token=%s key=%s body=%zu:%s", request->method,
		request->path, request->token ? request->token : "-", argument ? argument : "-",
		request->size, request->body);
	if (strcmp(request->path, "/none") == 0)
		return;
	reply->status = 200;
	reply->type = "text/plain";
	reply->body = strdup("fine");
	assert_non_null(reply->body);
	reply->size = 4;
}

static unsigned disconnected;

static void count_disconnected(void *self)
{
	(void)self;
	disconnected++;
}

/* Admits clients that have the key. */
static bool admit(void *self, const struct http_request *request, struct http_reply *reply)
{
	(void)self;
	assert_int_equal(request->size, 0);
	reply->status = 401;
	return request->token && strcmp(request->token, "key") == 0;
}

static int start(void **state, const struct http_server_options *options)
{
	struct http_server *server = NULL;

	assert_int_equal(http_server_create(options, &server), HTTP_OK);
	seen[0] = '\0';
	disconnected = 0;
	*state = server;
	return 0;
}

static int begin(void **state)
{
	const struct http_server_options options = {
		.address = "127.0.0.1:0", .body_most = BODY_MOST, .answer = answer, .self = seen};

	return start(state, &options);
}

static int begin_guarded(void **state)
{
	const struct http_server_options options = {.address = "127.0.0.1:0",
		.body_most = BODY_MOST,
		.answer = answer,
		.self = seen,
		.admit = admit,
		.disconnected = count_disconnected};

	return start(state, &options);
}

static int begin_kept(void **state)
{
	const struct http_server_options options = {.address = "127.0.0.1:0",
		.body_most = BODY_MOST,
		.answer = answer,
		.self = seen,
		.admit = admit,
		.keeps_connections = true,
		.makes_room = true};

	return start(state, &options);
}

static int end(void **state)
{
	later = 0;
	http_server_destroy(*state);
	return 0;
}

UNIT_TEST_FROM(begin, end, test_request_is_answered)
{
	const char *heard = http_client_ask(*state, "GET /a%20b?key=x%26y HTTP/1.1\r\nHost: h\r\n"
						    "Authorization: Bearer secret\r\n\r\n");

	assert_string_equal(seen, "GET /a b token=secret key=x&y body=0:");
	assert_non_null(strstr(heard, "HTTP/1.1 200 "));
	assert_non_null(strstr(heard, "Content-Type: text/plain\r\n"));
	assert_non_null(strstr(heard, "\r\n\r\nfine"));
}

UNIT_TEST_FROM(begin, end, test_request_for_unknown_path_gets_404)
{
	assert_non_null(
		strstr(http_client_ask(*state, "GET /none HTTP/1.1\r\nHost: h\r\n\r\n"), " 404 "));
}

UNIT_TEST_FROM(begin, end, test_body_in_parts_is_joined)
{
	int client = http_client_connect(*state);

	http_client_send(client, "PUT /t HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");
	http_client_serve(*state);
	assert_string_equal(seen, ""); /* the body is not complete yet */
	http_client_send(client, "def");
	assert_non_null(strstr(http_client_hear(*state, client), " 200 "));
	assert_string_equal(seen, "PUT /t token=- key=- body=6:abcdef");
	close(client);
}

UNIT_TEST_FROM(begin, end, test_body_of_the_greatest_length_is_accepted)
{
	char request[512], expected[512], body[BODY_MOST + 1];

	memset(body, 'x', BODY_MOST);
	body[BODY_MOST] = '\0';
	snprintf(request, sizeof(request),
		"PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%s", BODY_MOST, body);
	snprintf(expected, sizeof(expected), "PUT / token=- key=- body=%d:%s", BODY_MOST, body);
	assert_non_null(strstr(http_client_ask(*state, request), " 200 "));
	assert_string_equal(seen, expected);
}

UNIT_TEST_FROM(begin, end, test_body_announced_too_long_gets_413)
{
	const char *heard =
		http_client_ask(*state, "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 101\r\n\r\n");

	assert_non_null(strstr(heard, " 413 "));
	assert_string_equal(seen, "");
}

UNIT_TEST_FROM(begin, end, test_chunked_body_too_long_closes_the_connection)
{
	char request[512];
	int size = snprintf(request, sizeof(request),
		"PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n%0101d\r\n",
		0);

	assert_true(size > 0 && (size_t)size < sizeof(request));
	assert_null(strstr(http_client_ask(*state, request), " 200 "));
	assert_string_equal(seen, "");
}

UNIT_TEST_FROM(begin_guarded, end, test_request_not_admitted_is_answered_before_its_body)
{
	const char *heard =
		http_client_ask(*state, "PUT /t HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n");

	assert_non_null(strstr(heard, " 401 "));
	assert_string_equal(seen, "");
	assert_int_equal(disconnected, 0);
}

UNIT_TEST_FROM(begin_guarded, end, test_admitted_client_is_answered_and_its_end_reported)
{
	struct bot_loop_source source = http_server_loop_source(*state);
	const char *heard =
		http_client_ask(*state, "PUT /t HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
					"Authorization: Bearer key\r\n\r\nabc");

	assert_non_null(strstr(heard, " 200 "));
	assert_string_equal(seen, "PUT /t token=key key=- body=3:abc");
	for (int i = 0; i < 1000 && !disconnected; i++) {
		struct pollfd one = {.fd = source.descriptor, .events = POLLIN};

		assert_true(poll(&one, 1, 10) >= 0);
		source.dispatch(source.self);
	}
	assert_int_equal(disconnected, 1);
}

#define WHOLE    "GET /whole HTTP/1.1\r\nHost: h\r\n\r\n"
#define ADMITTED "GET /whole HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer key\r\n\r\n"

UNIT_TEST_FROM(begin, end, test_slow_client_delays_no_other)
{
	static const char request[] =
		"PUT /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc";
	int slow = http_client_connect(*state);

	for (const char *c = request; *c; c++) {
		assert_false(http_client_is_over(slow));
		http_client_send(slow, (char[]){*c, '\0'});
		http_client_serve(*state);
		if (c[1])
			assert_non_null(strstr(http_client_ask(*state, WHOLE), " 200 "));
	}
	assert_non_null(strstr(http_client_hear(*state, slow), " 200 "));
	assert_string_equal(seen, "PUT /slow token=- key=- body=3:abc");
	close(slow);
}

UNIT_TEST_FROM(begin, end, test_client_too_slow_is_closed)
{
	int slow = http_client_connect(*state), silent = http_client_connect(*state);

	http_client_send(slow, "GET / HT");
	http_client_serve(*state);
	later = 29;
	http_client_send(slow, "T");
	http_client_serve(*state);
	assert_false(http_client_is_over(slow));
	later = 31;
	assert_non_null(strstr(http_client_ask(*state, WHOLE), " 200 "));
	assert_true(http_client_is_over(slow));
	assert_string_equal(http_client_hear(*state, slow), "");
	assert_true(http_client_is_over(silent));
	close(slow);
	close(silent);
}

/*
 * A proxy may take some of these texts for one request, although libmicrohttpd finds two in each
 * of them.
 */
UNIT_TEST_FROM(begin, end, test_connection_carries_only_one_request)
{
#define FIRST  "GET /first HTTP/1.1\r\nHost: h\r\n"
#define HIDDEN "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n"
	static const char *const requests[] = {
		FIRST "\r\n" HIDDEN,
		FIRST ":\r\n" HIDDEN,
		FIRST "X: a\r\r" HIDDEN,
		FIRST "X: a\r\n b\r\n\r\n" HIDDEN,
		("PUT /first HTTP/1.1\r\nHost: h\r\nX: a\rContent-Length: 0\r\n\r\n" HIDDEN),
	};

	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		int client = http_client_connect(*state);

		http_client_send(client, requests[i]);
		assert_non_null(
			strstr(http_client_hear(*state, client), "\r\nConnection: close\r\n"));
		assert_string_equal(http_client_hear(*state, client), "");
		assert_true(http_client_is_over(client));
		assert_null(strstr(seen, "/hidden"));
		close(client);
	}
}

UNIT_TEST_FROM(begin_guarded, end, test_admitted_client_may_be_slow)
{
	int client = http_client_connect(*state);

	http_client_send(client, "PUT /t HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
				 "Authorization: Bearer key\r\n\r\nab");
	http_client_serve(*state);
	later = 3600;
	http_client_serve(*state);
	assert_false(http_client_is_over(client));
	http_client_send(client, "c");
	assert_non_null(strstr(http_client_hear(*state, client), " 200 "));
	close(client);
}

UNIT_TEST_FROM(begin, end, test_connections_beyond_the_limit_wait)
{
	int clients[CONNECTIONS], late;

	for (int i = 0; i < CONNECTIONS; i++) {
		clients[i] = http_client_connect(*state);
		http_client_send(clients[i], "GET /half HTTP/1.1\r\n");
		http_client_serve(*state);
	}
	late = http_client_connect(*state);
	http_client_send(late, WHOLE);
	http_client_serve(*state);
	assert_false(http_client_is_over(late));
	assert_string_equal(seen, "");
	/* The server closes slow connections, so the waiting client gets a place. */
	later = 31;
	http_client_serve(*state);
	assert_non_null(strstr(http_client_hear(*state, late), " 200 "));
	for (int i = 0; i < CONNECTIONS; i++)
		close(clients[i]);
	close(late);
}

UNIT_TEST_FROM(begin_kept, end, test_strangers_close_each_other_but_not_who_proved_themselves)
{
	int known = http_client_connect(*state), strangers[3 * CONNECTIONS], late;

	http_client_send(known, ADMITTED);
	assert_non_null(strstr(http_client_hear(*state, known), " 200 "));
	for (int i = 0; i < 3 * CONNECTIONS; i++) {
		strangers[i] = http_client_connect(*state);
		http_client_send(strangers[i], "PUT /half HTTP/1.1\r\n");
		http_client_serve(*state);
	}
	assert_true(http_client_is_over(strangers[0]));
	assert_false(http_client_is_over(known));
	late = http_client_connect(*state);
	http_client_send(late, ADMITTED);
	assert_non_null(strstr(http_client_hear(*state, late), " 200 "));
	http_client_send(known, ADMITTED);
	assert_non_null(strstr(http_client_hear(*state, known), " 200 "));
	for (int i = 0; i < 3 * CONNECTIONS; i++)
		close(strangers[i]);
	close(known);
	close(late);
}

UNIT_TEST_FROM(begin, end, test_request_with_two_ends_is_refused)
{
	static const char *const fields[] = {
		"Content-Length: 2\r\nContent-Length: 30\r\n",
		"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
		"Transfer-Encoding: identity\r\n",
		"Transfer-Encoding: chunked, identity\r\n",
		"Content-Length : 2\r\n",
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		char request[512];
		int client = http_client_connect(*state);

		snprintf(request, sizeof(request),
			"PUT / HTTP/1.1\r\nHost: h\r\n%s\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
			fields[i]);
		http_client_send(client, request);
		assert_non_null(strstr(http_client_hear(*state, client), " 400 "));
		assert_string_equal(http_client_hear(*state, client), "");
		assert_true(http_client_is_over(client));
		assert_string_equal(seen, "");
		close(client);
	}
}

/*
 * Headers that a proxy might read in another way than the server. Bytes after the header must never
 * count as a request of their own.
 */
UNIT_TEST_FROM(begin, end, test_unclear_header_is_refused_and_ends_the_connection)
{
#define START   "PUT / HTTP/1.1\r\nHost: h\r\n"
#define CHUNKED START "Transfer-Encoding: chunked\r\n\r\n"
	static const char *const headers[] = {
		START "Content-Length: +5\r\n\r\n",
		START "Content-Length: 5, 5\r\n\r\n",
		START "Content-Length: 5 5\r\n\r\n",
		START "Content-Length: 0x5\r\n\r\n",
		START "Content-Length: 5a\r\n\r\n",
		START "Content-Length: -5\r\n\r\n",
		START "Content-Length:\r\n\r\n",
		START "Content-Length: 99999999999999999999999\r\n\r\n",
		START "Content-Length\t: 5\r\n\r\n",
		START "Transfer-Encoding: chunked, chunked\r\n\r\n",
		START "Transfer-Encoding: xchunked\r\n\r\n",
		START "Transfer-Encoding: chunked;x=1\r\n\r\n",
		START "Transfer-Encoding: \vchunked\r\n\r\n",
		START "Transfer-Encoding:\r\n\r\n",
		START "Transfer-Encoding : chunked\r\n\r\n",
		START "Host: other\r\nContent-Length: 5\r\n\r\n",
		START "X\r\nContent-Length: 5\r\n\r\n",
		"PUT / HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
		"PUT / HTTP/1.1\r\n Host: h\r\nContent-Length: 5\r\n\r\n",
		CHUNKED "0x5\r\nabcde\r\n0\r\n\r\n",
		CHUNKED "+5\r\nabcde\r\n0\r\n\r\n",
		CHUNKED " 5\r\nabcde\r\n0\r\n\r\n",
		CHUNKED "-1\r\nabcde\r\n0\r\n\r\n",
		CHUNKED "fffffffffffffffff\r\nabcde\r\n0\r\n\r\n",
	};

	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		char request[512];
		int client = http_client_connect(*state);

		snprintf(request, sizeof(request), "%s" WHOLE, headers[i]);
		http_client_send(client, request);
		assert_null(strstr(http_client_hear(*state, client), " 200 "));
		http_client_serve(*state);
		assert_string_equal(seen, "");
		assert_true(http_client_is_over(client));
		close(client);
	}
}

/* A chunk's size may have zeros before it and an extension after it. */
UNIT_TEST_FROM(begin, end, test_valid_chunks_are_read)
{
	static const char *const sizes[] = {"5", "0000000000000000000000005", "5;x=1"};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		char request[512];

		snprintf(request, sizeof(request), CHUNKED "%s\r\nabcde\r\n0\r\n\r\n", sizes[i]);
		assert_non_null(strstr(http_client_ask(*state, request), " 200 "));
		assert_string_equal(seen, "PUT / token=- key=- body=5:abcde");
	}
}

UNIT_TEST_FROM(begin, end, test_malformed_request_is_refused)
{
	static const char *const nonsense[] = {"\r\n\r\n\r\n\r\n\x01\x02 x\r\n\r\n", "GET\r\n\r\n",
		"GET / HTTP/9.9\r\n\r\n",
		"PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n"};

	for (size_t i = 0; i < sizeof(nonsense) / sizeof(*nonsense); i++) {
		assert_null(strstr(http_client_ask(*state, nonsense[i]), " 200 "));
		assert_string_equal(seen, "");
	}
}

UNIT_TEST(test_malformed_address_is_refused)
{
	static const char *const wrong[] = {"", "127.0.0.1", ":1", "localhost:1", "127.0.0.1:x",
		"127.0.0.1:70000000", "[::1:1", "[]:1", "127.0.0.1:"};
	struct http_server_options options = {
		.body_most = BODY_MOST, .answer = answer, .self = seen};
	struct http_server *server = NULL;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		options.address = wrong[i];
		assert_int_equal(http_server_create(&options, &server), HTTP_BAD_ADDRESS);
	}
	assert_null(server);
}

UNIT_TEST(test_used_port_fails_with_errno)
{
	char address[32];
	struct http_server_options options = {
		.address = address, .body_most = BODY_MOST, .answer = answer, .self = seen};
	struct http_server *server = NULL;
	int taken = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in there = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(there);

	assert_int_equal(bind(taken, (struct sockaddr *)&there, size), 0);
	assert_int_equal(listen(taken, 1), 0);
	assert_int_equal(getsockname(taken, (struct sockaddr *)&there, &size), 0);
	snprintf(address, sizeof(address), "127.0.0.1:%d", ntohs(there.sin_port));
	assert_int_equal(http_server_create(&options, &server), HTTP_FAILED);
	assert_int_equal(errno, EADDRINUSE);
	close(taken);
}
