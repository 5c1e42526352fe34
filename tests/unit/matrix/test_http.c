/* Tests how a request names what it wants, with a server in the same thread. */
#include "adapters/matrix/client/http.h"
#include "bot/base/memory.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TIMEOUT 10000L /* milliseconds */

struct server {
	int listener;
	char address[64]; /* http://127.0.0.1:PORT */
};

static int setup(void **state)
{
	static struct server server;
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);

	server.listener = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(server.listener, (struct sockaddr *)&address, size), 0);
	assert_int_equal(listen(server.listener, 1), 0);
	assert_int_equal(getsockname(server.listener, (struct sockaddr *)&address, &size), 0);
	snprintf(server.address, sizeof(server.address), "http://127.0.0.1:%u",
		(unsigned)ntohs(address.sin_port));
	unsetenv("no_proxy");
	unsetenv("NO_PROXY");
	unsetenv("http_proxy");
	*state = &server;
	return 0;
}

static int teardown(void **state)
{
	const struct server *server = *state;

	close(server->listener);
	return 0;
}

static void note_status(void *self, const struct mx_answer *answer)
{
	long *status = self;

	*status = answer->status;
}

/* Takes the only request, answers it, and writes its first line. */
static void answer(const struct server *server, char *line, size_t size)
{
	static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
	int client = accept(server->listener, NULL, NULL);
	ssize_t length = recv(client, line, size - 1, 0);

	assert_true(length > 0);
	line[length] = '\0';
	line[strcspn(line, "\r")] = '\0';
	assert_int_equal(send(client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
	close(client);
}

/* Asks a homeserver for a path. `line` becomes the first line that `server` has received. */
static void ask(const struct server *server, const char *base, char *line, size_t size)
{
	struct mx_http *http = NULL;
	long status = 0;
	int stop[2];

	assert_int_equal(pipe(stop), 0);
	assert_int_equal(mx_http_create(base, true, NULL, &http), MX_OK);
	mx_http_act_as(http, "@ann:test", NULL);
	mx_http_start(http,
		&(struct mx_http_request){.method = MX_HTTP_GET,
			.path = bot_strdup("/rooms/%21a?since=1"),
			.timeout = TIMEOUT,
			.limit = 100},
		note_status, &status);
	for (int i = 0; i < 3; i++) /* connects and sends */
		mx_http_wait(http, 10, stop[0]);
	answer(server, line, size);
	while (status == 0)
		mx_http_wait(http, TIMEOUT, stop[0]);
	assert_int_equal(status, 200);
	mx_http_destroy(http);
	close(stop[0]);
	close(stop[1]);
}

UNIT_TEST(test_request_has_the_path_of_the_address_and_the_persona)
{
	const struct server *server = *state;
	char base[128], line[4096];

	ask(server, server->address, line, sizeof(line));
	assert_string_equal(line, "GET /rooms/%21a?since=1&user_id=%40ann%3Atest HTTP/1.1");
	snprintf(base, sizeof(base), "%s/under/this", server->address);
	ask(server, base, line, sizeof(line));
	assert_string_equal(
		line, "GET /under/this/rooms/%21a?since=1&user_id=%40ann%3Atest HTTP/1.1");
}

/* Without TLS, a proxy has to read the whole URL. */
UNIT_TEST(test_request_by_a_proxy_has_the_whole_url)
{
	const struct server *server = *state;
	char line[4096];

	setenv("http_proxy", server->address, 1);
	ask(server, "http://example.org/under", line, sizeof(line));
	unsetenv("http_proxy");
	assert_string_equal(line,
		"GET http://example.org/under/rooms/%21a?since=1&user_id=%40ann%3Atest HTTP/1.1");
}

UNIT_TEST_GROUP(setup, teardown)
