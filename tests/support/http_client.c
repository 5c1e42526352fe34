#include "tests/support/http_client.h"
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int http_client_connect(const struct http_server *server)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)http_server_port(server)),
		.sin_addr = {htonl(INADDR_LOOPBACK)},
	};
	int client = socket(AF_INET, SOCK_STREAM, 0);

	assert_true(client >= 0);
	assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof(address)), 0);
	return client;
}

void http_client_send(int client, const char *text)
{
	assert_int_equal(send(client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

void http_client_serve(struct http_server *server)
{
	struct bot_loop_source source = http_server_loop_source(server);

	for (int i = 0; i < 5; i++)
		source.dispatch(source.self);
}

const char *http_client_hear(struct http_server *server, int client)
{
	static char heard[4096];
	struct bot_loop_source source = http_server_loop_source(server);
	struct pollfd either[] = {
		{.fd = client, .events = POLLIN}, {.fd = source.descriptor, .events = POLLIN}};
	ssize_t size = 0;

	while (!either[0].revents) {
		int64_t timeout = source.timeout(source.self);

		assert_true(poll(either, 2, timeout < 0 ? 10000 : (int)timeout) >= 0);
		source.dispatch(source.self);
	}
	size = recv(client, heard, sizeof(heard) - 1, 0);
	heard[size > 0 ? size : 0] = '\0';
	return heard;
}

const char *http_client_ask(struct http_server *server, const char *request)
{
	int client = http_client_connect(server);
	const char *heard;

	http_client_send(client, request);
	heard = http_client_hear(server, client);
	close(client);
	return heard;
}

bool http_client_is_over(int client)
{
	struct pollfd one = {.fd = client, .events = POLLIN};

	return poll(&one, 1, 0) == 1;
}
