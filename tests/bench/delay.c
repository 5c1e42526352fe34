/*
 * A network between a bot and a PostgreSQL server: passes on what both send, each time after a
 * delay. It listens on a socket in FOLDER, and the server on one in SERVER. It serves one client at
 * a time, until it is killed.
 *
 *	bench_delay SERVER FOLDER MICROSECONDS
 */
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define BUFFER ((size_t)1 << 20)
#define CHUNKS 64

/* What has arrived at one side and has not been passed on to the other one. */
struct flow {
	int from, to;
	char bytes[BUFFER];
	size_t size;
	struct {
		int64_t due; /* in nanoseconds */
		size_t size;
	} chunk[CHUNKS];
	size_t chunks;
};

static int64_t delay;

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct sockaddr_un address_in(const char *folder)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/.s.PGSQL.5432", folder);
	return address;
}

static bool has_room(const struct flow *flow)
{
	return flow->chunks < CHUNKS && flow->size < BUFFER;
}

/* Takes what has arrived, if there is room for it. Returns false at the end of the connection. */
static bool take(struct flow *flow)
{
	if (!has_room(flow)) /* poll tells the end of a connection even if nobody has asked */
		return true;
	ssize_t got = recv(flow->from, flow->bytes + flow->size, BUFFER - flow->size, 0);

	if (got <= 0)
		return false;
	flow->size += (size_t)got;
	flow->chunk[flow->chunks].due = now() + delay;
	flow->chunk[flow->chunks++].size = (size_t)got;
	return true;
}

/* Passes on what is due. Returns false at the end of the connection. */
static bool give(struct flow *flow)
{
	while (flow->chunks > 0 && flow->chunk[0].due <= now()) {
		size_t size = flow->chunk[0].size;

		for (size_t done = 0; done < size;) {
			ssize_t sent =
				send(flow->to, flow->bytes + done, size - done, MSG_NOSIGNAL);

			if (sent <= 0)
				return false;
			done += (size_t)sent;
		}
		flow->size -= size;
		memmove(flow->bytes, flow->bytes + size, flow->size);
		flow->chunks--;
		memmove(flow->chunk, flow->chunk + 1, flow->chunks * sizeof(flow->chunk[0]));
	}
	return true;
}

static bool turn(struct flow flow[2])
{
	struct pollfd polled[2];
	int64_t next = INT64_MAX, left;

	for (int i = 0; i < 2; i++) {
		polled[i] = (struct pollfd){
			.fd = flow[i].from, .events = has_room(&flow[i]) ? POLLIN : 0};
		if (flow[i].chunks > 0 && flow[i].chunk[0].due < next)
			next = flow[i].chunk[0].due;
	}
	left = next - now();
	struct timespec wait = {.tv_sec = left > 0 ? left / 1000000000 : 0,
		.tv_nsec = left > 0 ? left % 1000000000 : 0};
	ppoll(polled, 2, next == INT64_MAX ? NULL : &wait, NULL);
	for (int i = 0; i < 2; i++)
		if ((polled[i].revents && !take(&flow[i])) || !give(&flow[i]))
			return false;
	return true;
}

static void serve(int client, const struct sockaddr_un *server)
{
	static struct flow flow[2];
	int other = socket(AF_UNIX, SOCK_STREAM, 0);

	if (connect(other, (const struct sockaddr *)server, sizeof(*server)) == 0) {
		flow[0] = (struct flow){.from = client, .to = other};
		flow[1] = (struct flow){.from = other, .to = client};
		while (turn(flow))
			;
	}
	close(other);
	close(client);
}

int main(int count, char **words)
{
	if (count != 4) {
		fputs("usage: bench_delay SERVER FOLDER MICROSECONDS\n", stderr);
		return 2;
	}
	struct sockaddr_un server = address_in(words[1]), own = address_in(words[2]);
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	delay = strtol(words[3], NULL, 10) * 1000;
	prctl(PR_SET_TIMERSLACK, 1); /* in nanoseconds, so that it waits exactly */
	if (bind(listener, (const struct sockaddr *)&own, sizeof(own)) || listen(listener, 8)) {
		perror(own.sun_path);
		return 1;
	}
	for (int client; (client = accept(listener, NULL, NULL)) >= 0;)
		serve(client, &server);
	return 0;
}
