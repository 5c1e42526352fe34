#include "bot/daemon/control_request.h"

#include "bot/base/memory.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool control_protocol_address(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(address->sun_path, sizeof(address->sun_path), "%s.control", path);

	if (length > 0 && (size_t)length < sizeof(address->sun_path))
		return true;
	errno = ENAMETOOLONG;
	return false;
}

char *control_protocol_copy_path(const char *path)
{
	static const char ending[] = ".snapshot";
	char *name = bot_malloc(strlen(path) + sizeof(ending));

	stpcpy(stpcpy(name, path), ending);
	return name;
}

#define TIMEOUT 300000 /* milliseconds to wait for the next datagram of the bot */

/* Waits for one datagram. On failure sets errno and returns false. */
static bool receive(int descriptor, char answer[CONTROL_ANSWER_SIZE])
{
	struct pollfd wait = {.fd = descriptor, .events = POLLIN};
	int ready = poll(&wait, 1, TIMEOUT);
	ssize_t length;

	if (ready == 0)
		errno = ETIMEDOUT;
	if (ready <= 0)
		return false;
	length = recv(descriptor, answer, CONTROL_ANSWER_SIZE - 1, 0);
	answer[length > 0 ? length : 0] = '\0';
	return length >= 0;
}

/* Sends the request and waits for the answer. On failure sets errno and returns false. */
static bool exchange(int descriptor, const struct sockaddr_un *to, const char *request,
	char answer[CONTROL_ANSWER_SIZE])
{
	/* For this empty address, Linux chooses an address to which the bot can send its answer. */
	static const struct sockaddr_un any = {.sun_family = AF_UNIX};

	if (bind(descriptor, (const struct sockaddr *)&any, sizeof(any.sun_family)) ||
		connect(descriptor, (const struct sockaddr *)to, sizeof(*to)) ||
		send(descriptor, request, strlen(request), MSG_NOSIGNAL) < 0)
		return false;
	do {
		if (!receive(descriptor, answer))
			return false;
	} while (strcmp(answer, CONTROL_WORKING) == 0);
	/* Root may print the answer on a terminal, where other bytes could be commands. */
	for (char *byte = answer; *byte; byte++)
		if (*byte < ' ' || *byte > '~')
			*byte = '?';
	return true;
}

/* Sends the request to the bot that holds the store at `path`. Otherwise like exchange. */
static bool ask(const char *path, const char *request, char answer[CONTROL_ANSWER_SIZE])
{
	struct sockaddr_un to;
	int descriptor, why;
	bool asked;

	if (!control_protocol_address(path, &to))
		return false;
	descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	asked = descriptor >= 0 && exchange(descriptor, &to, request, answer);
	why = errno;
	if (descriptor >= 0)
		close(descriptor);
	errno = why;
	return asked;
}

bool control_request_finds_bot(const char *path)
{
	struct sockaddr_un to;
	int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool found = descriptor >= 0 && control_protocol_address(path, &to) &&
		     connect(descriptor, (const struct sockaddr *)&to, sizeof(to)) == 0;

	if (descriptor >= 0)
		close(descriptor);
	return found;
}

bool control_request_copy(const char *path, char **copy)
{
	char answer[CONTROL_ANSWER_SIZE];

	if (!ask(path, CONTROL_COPY, answer)) {
		fprintf(stderr, "%s: the running bot can't be asked for a copy: %s\n", path,
			strerror(errno));
		return false;
	}
	if (strcmp(answer, CONTROL_DONE_ANSWER) != 0) {
		fprintf(stderr, "%s: the running bot could not copy the store: %s\n", path, answer);
		return false;
	}
	*copy = control_protocol_copy_path(path);
	return true;
}

enum control_answer control_request_erasure(const char *path, const char *user, bool force)
{
	char request[CONTROL_REQUEST_SIZE], answer[CONTROL_ANSWER_SIZE];
	int length = snprintf(request, sizeof(request), "%s%s",
		force ? CONTROL_ERASE_FORCED : CONTROL_ERASE, user);

	if (length < 0 || (size_t)length >= sizeof(request)) {
		fputs("this user id is too long\n", stderr);
		return CONTROL_REFUSED;
	}
	if (!ask(path, request, answer)) {
		if (errno == ENOENT || errno == ECONNREFUSED)
			return CONTROL_NOT_RUNNING;
		fprintf(stderr, "%s: the running bot can't be asked to erase somebody: %s\n", path,
			strerror(errno));
		return CONTROL_REFUSED;
	}
	if (strcmp(answer, CONTROL_DONE_ANSWER) == 0)
		return CONTROL_DONE;
	fprintf(stderr, "%s\n", answer);
	return CONTROL_REFUSED;
}
