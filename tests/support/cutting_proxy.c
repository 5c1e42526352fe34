#include "tests/support/cutting_proxy.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOCKET      ".s.PGSQL.5432"
#define LINKS       8
#define BUFFER_SIZE (1 << 20)

enum side { CLIENT, SERVER };

/* What one side of a connection has sent and the proxy has not passed on yet. */
struct flow {
	int from;
	bool began; /* only a client's first message has no letter */
	size_t size;
	char *bytes;
};

struct link {
	bool used;
	struct flow flow[2];
};

static struct cut_plan *plan;
static const char *server_folder;
static struct link links[LINKS];

static struct sockaddr_un address_in(const char *folder)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/" SOCKET, folder);
	return address;
}

static void close_link(struct link *link)
{
	for (int side = CLIENT; side <= SERVER; side++) {
		close(link->flow[side].from);
		free(link->flow[side].bytes);
	}
	*link = (struct link){0};
}

/* Returns whether the link is cut at this message. */
static bool is_cut(enum side side)
{
	int made = plan->made;

	if (made == 2 || (plan->cut[made] == CUT_ANSWER) != (side == SERVER))
		plan->seen[side]++;
	else if (++plan->seen[side] == plan->at[made])
		return true;
	return false;
}

static void pass(const struct link *link, enum side side, size_t size)
{
	const struct flow *flow = &link->flow[side];
	int to = link->flow[!side].from;

	for (size_t done = 0; done < size;) {
		ssize_t sent = send(to, flow->bytes + done, size - done, MSG_NOSIGNAL);

		if (sent <= 0)
			return; /* the next read from that side shows that it has gone */
		done += (size_t)sent;
	}
}

/* Returns the size of the first message, or 0 if it has not arrived whole. */
static size_t measure(const struct flow *flow, enum side side)
{
	size_t letter = side == CLIENT && !flow->began ? 0 : 1;
	const unsigned char *bytes = (const unsigned char *)flow->bytes + letter;

	if (flow->size < letter + 4)
		return 0;
	size_t size = letter + ((size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 |
				       (size_t)bytes[2] << 8 | bytes[3]);
	return flow->size < size ? 0 : size;
}

/* Passes on the messages that are there. Returns false if the link is cut. */
static bool pass_messages(struct link *link, enum side side)
{
	struct flow *flow = &link->flow[side];

	for (size_t size; (size = measure(flow, side)) > 0;) {
		bool cut = is_cut(side);

		if (!cut || plan->cut[plan->made] == CUT_READ)
			pass(link, side, size);
		if (cut) {
			plan->seen[0] = plan->seen[1] = 0;
			plan->made++;
			return false;
		}
		flow->began = true;
		flow->size -= size;
		memmove(flow->bytes, flow->bytes + size, flow->size);
	}
	return true;
}

static void read_side(struct link *link, enum side side)
{
	struct flow *flow = &link->flow[side];
	ssize_t got = recv(flow->from, flow->bytes + flow->size, BUFFER_SIZE - flow->size, 0);

	if (got > 0)
		flow->size += (size_t)got;
	if (got <= 0 || !pass_messages(link, side))
		close_link(link);
}

static void welcome(int listener)
{
	struct sockaddr_un address = address_in(server_folder);
	struct link *link = links;

	while (link->used)
		if (++link == links + LINKS)
			abort();
	link->used = true;
	link->flow[CLIENT].from = accept(listener, NULL, NULL);
	link->flow[SERVER].from = socket(AF_UNIX, SOCK_STREAM, 0);
	for (int side = CLIENT; side <= SERVER; side++)
		link->flow[side].bytes = malloc(BUFFER_SIZE);
	if (connect(link->flow[SERVER].from, (const struct sockaddr *)&address, sizeof(address)))
		close_link(link);
}

static void serve(int listener)
{
	for (;;) {
		struct pollfd polled[1 + 2 * LINKS] = {{.fd = listener, .events = POLLIN}};

		for (int i = 0; i < 2 * LINKS; i++)
			polled[1 + i] = (struct pollfd){
				.fd = links[i / 2].used ? links[i / 2].flow[i % 2].from : -1,
				.events = POLLIN};
		if (poll(polled, 1 + 2 * LINKS, -1) < 0)
			continue;
		for (int i = 0; i < 2 * LINKS; i++)
			if (polled[1 + i].revents && links[i / 2].used)
				read_side(&links[i / 2], i % 2 ? SERVER : CLIENT);
		if (polled[0].revents)
			welcome(listener);
	}
}

int cutting_proxy_start(struct cutting_proxy *proxy, const char *server)
{
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	*proxy = (struct cutting_proxy){.folder = "/tmp/engarde-proxy-XXXXXX"};
	proxy->plan = mmap(
		NULL, sizeof(*plan), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (listener < 0 || proxy->plan == MAP_FAILED || !mkdtemp(proxy->folder))
		return -1;
	plan = proxy->plan;
	server_folder = server;
	struct sockaddr_un address = address_in(proxy->folder);
	if (bind(listener, (const struct sockaddr *)&address, sizeof(address)) ||
		listen(listener, LINKS))
		return -1;
	proxy->process = fork();
	if (proxy->process == 0)
		serve(listener);
	close(listener);
	return proxy->process > 0 ? 0 : -1;
}

void cutting_proxy_stop(struct cutting_proxy *proxy)
{
	struct sockaddr_un address = address_in(proxy->folder);

	kill(proxy->process, SIGKILL);
	waitpid(proxy->process, NULL, 0);
	unlink(address.sun_path);
	rmdir(proxy->folder);
	munmap(proxy->plan, sizeof(*proxy->plan));
}
