#include "bot/daemon/backup_socket.h"

#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/store/files.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define REQUEST "copy"
#define DONE    "done"
#define TIMEOUT 300000 /* milliseconds to wait; copying some gigabytes takes a minute */

/* Returns the path of the copy that the bot makes of the store at `path`. The caller frees it. */
static char *name_copy(const char *path)
{
	static const char ending[] = ".snapshot";
	char *name = bot_malloc(strlen(path) + sizeof ending);

	stpcpy(stpcpy(name, path), ending);
	return name;
}

static bool make_address(const char *path, struct sockaddr_un *address)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	int length = snprintf(address->sun_path, sizeof address->sun_path, "%s.control", path);

	if (length > 0 && (size_t)length < sizeof address->sun_path)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/*
 * Binds a socket that only its owner may use. This process has locked the store, so an existing
 * socket belongs to a process that has ended.
 */
static int listen_at(const char *path, struct sockaddr_un *address)
{
	int descriptor, failed;
	mode_t mask;

	if (!make_address(path, address))
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

void backup_socket_init(struct backup_socket *server, struct bot_store *store, const char *path)
{
	*server = (struct backup_socket){.store = store, .path = path};
	server->descriptor = listen_at(path, &server->address);
	if (server->descriptor < 0)
		bot_log_write(BOT_LOG_WARNING, "no_backup_while_running",
			BOT_LOG_FIELDS({"store", .text = path}, {"why", .text = strerror(errno)}));
}

void backup_socket_finish(struct backup_socket *server)
{
	if (server->descriptor < 0)
		return;
	unlink(server->address.sun_path);
	close(server->descriptor);
}

/* Makes the copy. Returns the answer for the command: DONE, or the reason why there is no copy. */
static const char *make_copy(const struct backup_socket *server)
{
	char *to = name_copy(server->path);
	const char *answer = DONE;
	enum bot_error error;

	unlink(to); /* delete an earlier copy that no command has fetched */
	errno = 0;
	error = bot_store_snapshot(server->store, to);
	if (error) {
		answer = errno ? bot_errno_text(errno) : bot_error_text(error);
		bot_log_write(BOT_LOG_ERROR, "store_copy_failed",
			BOT_LOG_FIELDS({"file", .text = to}, {"why", .text = answer}));
	} else {
		bot_log_write(BOT_LOG_INFO, "store_copied", BOT_LOG_FIELDS({"file", .text = to}));
	}
	free(to);
	return answer;
}

static void dispatch(void *self)
{
	const struct backup_socket *server = self;
	struct sockaddr_un from;
	socklen_t size = sizeof from;
	char request[16];
	ssize_t length = recvfrom(
		server->descriptor, request, sizeof request, 0, (struct sockaddr *)&from, &size);
	const char *answer;

	if (length != (ssize_t)strlen(REQUEST) || memcmp(request, REQUEST, strlen(REQUEST)) != 0)
		return;
	answer = make_copy(server);
	(void)sendto(server->descriptor, answer, strlen(answer), MSG_DONTWAIT | MSG_NOSIGNAL,
		(const struct sockaddr *)&from, size);
}

struct bot_loop_source backup_socket_loop_source(struct backup_socket *server)
{
	return (struct bot_loop_source){
		.self = server, .descriptor = server->descriptor, .dispatch = dispatch};
}

/* Sends the request and waits for the answer. On failure sets errno and returns false. */
static bool exchange(int descriptor, const struct sockaddr_un *to, char *answer, size_t size)
{
	/* For this empty address, Linux chooses an address to which the bot can send its answer. */
	static const struct sockaddr_un any = {.sun_family = AF_UNIX};
	struct pollfd wait = {.fd = descriptor, .events = POLLIN};
	ssize_t length;
	int ready;

	if (bind(descriptor, (const struct sockaddr *)&any, sizeof any.sun_family) ||
		connect(descriptor, (const struct sockaddr *)to, sizeof *to) ||
		send(descriptor, REQUEST, strlen(REQUEST), MSG_NOSIGNAL) < 0)
		return false;
	ready = poll(&wait, 1, TIMEOUT);
	if (ready == 0)
		errno = ETIMEDOUT;
	if (ready <= 0)
		return false;
	length = recv(descriptor, answer, size - 1, 0);
	answer[length > 0 ? length : 0] = '\0';
	/* Root may print the answer on a terminal, where other bytes could be commands. */
	for (char *byte = answer; *byte; byte++)
		if (*byte < ' ' || *byte > '~')
			*byte = '?';
	return length >= 0;
}

bool backup_socket_request_copy(const char *path, char **copy)
{
	char answer[128] = "";
	struct sockaddr_un to;
	int descriptor = -1;
	bool asked = make_address(path, &to);

	if (asked) {
		descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		asked = descriptor >= 0 && exchange(descriptor, &to, answer, sizeof answer);
	}
	if (!asked)
		fprintf(stderr, "%s: the running bot can't be asked for a copy: %s\n", path,
			strerror(errno));
	if (descriptor >= 0)
		close(descriptor);
	if (!asked)
		return false;
	if (strcmp(answer, DONE) != 0) {
		fprintf(stderr, "%s: the running bot could not copy the store: %s\n", path, answer);
		return false;
	}
	*copy = name_copy(path);
	return true;
}
