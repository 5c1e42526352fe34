#include "bot/program/control.h"

#include "bot/log.h"
#include "bot/store/copy.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define REQUEST  "copy"
#define DONE     "done"
#define PATIENCE 300000 /* milliseconds: a store of gigabytes takes a minute */

/* PATH.what; the caller frees it. */
static char *beside(const char *path, const char *what)
{
	char *name = malloc(strlen(path) + strlen(what) + 1);

	if (name)
		stpcpy(stpcpy(name, path), what);
	return name;
}

static bool address_of(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(address->sun_path, sizeof address->sun_path, "%s.control", path);

	if (length > 0 && (size_t)length < sizeof address->sun_path)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/* The lock on the store says that whoever left a socket there is gone. */
static int listen_at(const char *path, struct sockaddr_un *address)
{
	int descriptor, failed;
	mode_t mask;

	if (!address_of(path, address))
		return -1;
	descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (descriptor < 0)
		return -1;
	unlink(address->sun_path);
	mask = umask(0177);
	failed = bind(descriptor, (const struct sockaddr *)address, sizeof *address);
	umask(mask);
	if (failed) {
		close(descriptor);
		return -1;
	}
	return descriptor;
}

void control_init(struct control *control, struct bot_store *store, const char *path)
{
	*control = (struct control){.store = store, .path = path};
	control->socket = listen_at(path, &control->address);
	if (control->socket < 0)
		bot_log_write(BOT_LOG_WARNING, "no_backup_while_running",
			BOT_LOG_FIELDS({"store", .text = path}, {"why", .text = strerror(errno)}));
}

void control_finish(struct control *control)
{
	if (control->socket < 0)
		return;
	unlink(control->address.sun_path);
	close(control->socket);
}

/* What to answer: that it is done, or why not. */
static const char *make_copy(const struct control *control)
{
	char *to = beside(control->path, ".snapshot");
	enum bot_error error;

	if (!to)
		return bot_error_text(BOT_NO_MEMORY);
	unlink(to); /* one that nobody fetched */
	error = bot_store_snapshot(control->store, to);
	free(to);
	bot_log_write(error ? BOT_LOG_ERROR : BOT_LOG_INFO, "copied",
		BOT_LOG_FIELDS({"why", .text = bot_error_text(error)}));
	return error ? bot_error_text(error) : DONE;
}

static void turn(void *self)
{
	const struct control *control = self;
	struct sockaddr_un from;
	socklen_t size = sizeof from;
	char request[16];
	ssize_t length = recvfrom(
		control->socket, request, sizeof request, 0, (struct sockaddr *)&from, &size);
	const char *answer;

	if (length != (ssize_t)strlen(REQUEST) || memcmp(request, REQUEST, strlen(REQUEST)) != 0)
		return;
	answer = make_copy(control);
	(void)sendto(control->socket, answer, strlen(answer), MSG_DONTWAIT | MSG_NOSIGNAL,
		(const struct sockaddr *)&from, size);
}

struct bot_guest control_guest(struct control *control)
{
	return (struct bot_guest){.self = control, .descriptor = control->socket, .turn = turn};
}

/* Sends the request and waits for the answer; false: errno has why there is none. */
static bool converse(int descriptor, const struct sockaddr_un *to, char *answer, size_t size)
{
	static const struct sockaddr_un any = {.sun_family = AF_UNIX}; /* the system names it */
	struct pollfd wait = {.fd = descriptor, .events = POLLIN};
	ssize_t length;
	int ready;

	if (bind(descriptor, (const struct sockaddr *)&any, sizeof any.sun_family) ||
		connect(descriptor, (const struct sockaddr *)to, sizeof *to) ||
		send(descriptor, REQUEST, strlen(REQUEST), MSG_NOSIGNAL) < 0)
		return false;
	ready = poll(&wait, 1, PATIENCE);
	if (ready == 0)
		errno = ETIMEDOUT;
	if (ready <= 0)
		return false;
	length = recv(descriptor, answer, size - 1, 0);
	answer[length > 0 ? length : 0] = '\0';
	return length >= 0;
}

bool control_ask_copy(const char *path, char **copy)
{
	char answer[128] = "";
	struct sockaddr_un to;
	int descriptor = -1;
	bool asked = address_of(path, &to);

	if (asked) {
		descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		asked = descriptor >= 0 && converse(descriptor, &to, answer, sizeof answer);
	}
	if (!asked)
		fprintf(stderr, "%s: the engarde-bot that runs can't be asked for a copy (%s)\n",
			path, strerror(errno));
	if (descriptor >= 0)
		close(descriptor);
	if (!asked)
		return false;
	if (strcmp(answer, DONE) != 0) {
		fprintf(stderr, "%s: the engarde-bot that runs could not copy it: %s\n", path,
			answer);
		return false;
	}
	*copy = beside(path, ".snapshot");
	return *copy != NULL;
}
