#include "bot/daemon/control_socket.h"

#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/daemon/personal_data.h"
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

/*
 * The requests. A request to erase a user has the user's id after the word. The answer is DONE, or
 * a text for people that says why the bot has not done it.
 */
#define COPY         "copy"
#define ERASE        "erase "
#define ERASE_FORCED "erase-forced "
#define DONE         "done"
#define TIMEOUT      300000 /* milliseconds to wait; copying some gigabytes takes a minute */
#define REQUEST_SIZE 512
#define ANSWER_SIZE  512

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

void control_socket_init(
	struct control_socket *server, struct bot_store *store, const struct cfg *config)
{
	*server = (struct control_socket){.store = store, .config = config};
	server->descriptor = listen_at(config->store, &server->address);
	if (server->descriptor < 0)
		bot_log_write(BOT_LOG_WARNING, "no_backup_while_running",
			BOT_LOG_FIELDS({"store", .text = config->store},
				{"why", .text = strerror(errno)}));
}

void control_socket_finish(struct control_socket *server)
{
	if (server->descriptor < 0)
		return;
	unlink(server->address.sun_path);
	close(server->descriptor);
}

/* Makes the copy. Writes the reason to `out` if there is no copy. */
static void make_copy(const struct control_socket *server, FILE *out)
{
	char *to = name_copy(server->config->store);
	enum bot_error error;
	const char *why;

	unlink(to); /* delete an earlier copy that no command has fetched */
	errno = 0;
	error = bot_store_snapshot(server->store, to);
	if (error) {
		why = errno ? bot_errno_text(errno) : bot_error_text(error);
		fputs(why, out);
		bot_log_write(BOT_LOG_ERROR, "store_copy_failed",
			BOT_LOG_FIELDS({"file", .text = to}, {"why", .text = why}));
	} else {
		bot_log_write(BOT_LOG_INFO, "store_copied", BOT_LOG_FIELDS({"file", .text = to}));
	}
	free(to);
}

/* Does what the request asks for. On failure writes the reason to `out`. */
static void obey(const struct control_socket *server, const char *request, FILE *out)
{
	bool force = strncmp(request, ERASE_FORCED, strlen(ERASE_FORCED)) == 0;
	size_t word = force ? strlen(ERASE_FORCED) : strlen(ERASE);

	if (strcmp(request, COPY) == 0)
		make_copy(server, out);
	else if (force || strncmp(request, ERASE, word) == 0)
		personal_data_erase_in(server->store, server->config, request + word, force, out);
	else
		fputs("the running bot does not know this request; restart the bot", out);
}

static void dispatch(void *self)
{
	const struct control_socket *server = self;
	struct sockaddr_un from;
	socklen_t size = sizeof from;
	char request[REQUEST_SIZE], *text = NULL;
	size_t text_size = 0;
	ssize_t length = recvfrom(server->descriptor, request, sizeof request - 1, 0,
		(struct sockaddr *)&from, &size);
	const char *answer;
	FILE *out;

	if (length <= 0)
		return;
	request[length] = '\0';
	out = bot_memory_or_exit(open_memstream(&text, &text_size));
	obey(server, request, out);
	fclose(out);
	text[strcspn(text, "\n")] = '\0';
	answer = text[0] ? text : DONE;
	(void)sendto(server->descriptor, answer, strlen(answer), MSG_DONTWAIT | MSG_NOSIGNAL,
		(const struct sockaddr *)&from, size);
	free(text);
}

struct bot_loop_source control_socket_loop_source(struct control_socket *server)
{
	return (struct bot_loop_source){
		.self = server, .descriptor = server->descriptor, .dispatch = dispatch};
}

/* Sends the request and waits for the answer. On failure sets errno and returns false. */
static bool exchange(
	int descriptor, const struct sockaddr_un *to, const char *request, char answer[ANSWER_SIZE])
{
	/* For this empty address, Linux chooses an address to which the bot can send its answer. */
	static const struct sockaddr_un any = {.sun_family = AF_UNIX};
	struct pollfd wait = {.fd = descriptor, .events = POLLIN};
	ssize_t length;
	int ready;

	if (bind(descriptor, (const struct sockaddr *)&any, sizeof any.sun_family) ||
		connect(descriptor, (const struct sockaddr *)to, sizeof *to) ||
		send(descriptor, request, strlen(request), MSG_NOSIGNAL) < 0)
		return false;
	ready = poll(&wait, 1, TIMEOUT);
	if (ready == 0)
		errno = ETIMEDOUT;
	if (ready <= 0)
		return false;
	length = recv(descriptor, answer, ANSWER_SIZE - 1, 0);
	answer[length > 0 ? length : 0] = '\0';
	/* Root may print the answer on a terminal, where other bytes could be commands. */
	for (char *byte = answer; *byte; byte++)
		if (*byte < ' ' || *byte > '~')
			*byte = '?';
	return length >= 0;
}

/* Sends the request to the bot that holds the store at `path`. Otherwise like exchange. */
static bool ask(const char *path, const char *request, char answer[ANSWER_SIZE])
{
	struct sockaddr_un to;
	int descriptor, why;
	bool asked;

	if (!make_address(path, &to))
		return false;
	descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	asked = descriptor >= 0 && exchange(descriptor, &to, request, answer);
	why = errno;
	if (descriptor >= 0)
		close(descriptor);
	errno = why;
	return asked;
}

bool control_socket_request_copy(const char *path, char **copy)
{
	char answer[ANSWER_SIZE];

	if (!ask(path, COPY, answer)) {
		fprintf(stderr, "%s: the running bot can't be asked for a copy: %s\n", path,
			strerror(errno));
		return false;
	}
	if (strcmp(answer, DONE) != 0) {
		fprintf(stderr, "%s: the running bot could not copy the store: %s\n", path, answer);
		return false;
	}
	*copy = name_copy(path);
	return true;
}

enum control_answer control_socket_request_erasure(const char *path, const char *user, bool force)
{
	char request[REQUEST_SIZE], answer[ANSWER_SIZE];
	int length = snprintf(request, sizeof request, "%s%s", force ? ERASE_FORCED : ERASE, user);

	if (length < 0 || (size_t)length >= sizeof request) {
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
	if (strcmp(answer, DONE) == 0)
		return CONTROL_DONE;
	fprintf(stderr, "%s\n", answer);
	return CONTROL_REFUSED;
}
