#include "bot/daemon/control_socket.h"

#include "bot/base/error.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/daemon/control_request.h"
#include "bot/daemon/personal_data.h"
#include "bot/store/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* After so many slices, the bot tells the command that it is working. */
#define SLICES_PER_SIGN 256

/*
 * Removes the socket of a process that has ended: this process has locked the store. Any other file
 * of this name is somebody else's.
 */
static bool remove_old(const char *path)
{
	struct stat status;

	if (lstat(path, &status))
		return errno == ENOENT;
	if (S_ISSOCK(status.st_mode))
		return unlink(path) == 0;
	errno = EEXIST;
	return false;
}

/* Binds a socket that only its owner may use. */
static int listen_at(const char *path, struct sockaddr_un *address)
{
	int descriptor, failed;
	mode_t mask;

	if (!control_protocol_address(path, address) || !remove_old(address->sun_path))
		return -1;
	descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (descriptor < 0)
		return -1;
	mask = umask(0177);
	failed = bind(descriptor, (const struct sockaddr *)address, sizeof(*address));
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
	char own[CFG_PATH_SIZE];
	int why;

	*server = (struct control_socket){.store = store, .config = config};
	server->descriptor = listen_at(cfg_own_file(config, "", own), &server->address);
	why = errno;
	if (server->descriptor < 0)
		bot_log_write(BOT_LOG_WARNING,
			cfg_store_is_on_server(config) ? "no_erasure_while_running"
						       : "no_backup_while_running",
			BOT_LOG_FIELDS({"store", .text = own},
				{"file", .text = server->address.sun_path},
				{"why", .text = bot_errno_text(why)}));
}

/* Returns false if the command has gone. */
static bool answer(const struct control_socket *server, const struct sockaddr_un *to,
	socklen_t size, const char *text)
{
	return sendto(server->descriptor, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL,
		       (const struct sockaddr *)to, size) >= 0 ||
	       errno == EAGAIN;
}

/* Ends the copying. `why` is NULL if the copy is complete, otherwise says why there is no copy. */
static void end_copy(struct control_socket *server, const char *why)
{
	struct control_copy *copy = &server->copy;

	if (why)
		bot_log_write(BOT_LOG_ERROR, "store_copy_failed",
			BOT_LOG_FIELDS({"file", .text = copy->path}, {"why", .text = why}));
	else
		bot_log_write(
			BOT_LOG_INFO, "store_copied", BOT_LOG_FIELDS({"file", .text = copy->path}));
	bot_snapshot_destroy(copy->snapshot);
	answer(server, &copy->asker, copy->asker_size, why ? why : CONTROL_DONE_ANSWER);
	free(copy->path);
	*copy = (struct control_copy){0};
}

static const char *reason(enum bot_error error)
{
	return errno ? bot_errno_text(errno) : bot_error_text(error);
}

static void begin_copy(
	struct control_socket *server, const struct sockaddr_un *asker, socklen_t size)
{
	struct control_copy *copy = &server->copy;
	enum bot_error error;

	if (copy->snapshot) {
		answer(server, asker, size, "the bot is making another copy; try again later");
		return;
	}
	*copy = (struct control_copy){.path = control_protocol_copy_path(server->config->store),
		.asker = *asker,
		.asker_size = size};
	errno = 0;
	/* An earlier copy may be there that no command has fetched. */
	error = bot_store_remove_copy(copy->path)
			? bot_snapshot_create(server->store, copy->path, &copy->snapshot)
			: BOT_STORE_FAILED;
	if (error)
		end_copy(server, reason(error));
}

static void go_on_copying(struct control_socket *server)
{
	struct control_copy *copy = &server->copy;
	bool done = false;
	enum bot_error error;

	errno = 0;
	error = bot_snapshot_step(copy->snapshot, &done);
	if (error)
		end_copy(server, reason(error));
	else if (done)
		end_copy(server, NULL);
	else if (++copy->slices % SLICES_PER_SIGN == 0 &&
		 !answer(server, &copy->asker, copy->asker_size, CONTROL_WORKING))
		end_copy(server, "the command that wanted the copy has ended");
}

void control_socket_finish(struct control_socket *server)
{
	if (server->descriptor < 0)
		return;
	if (server->copy.snapshot)
		end_copy(server, "the bot stops; try again");
	unlink(server->address.sun_path);
	close(server->descriptor);
}

static void erase(struct control_socket *server, const char *user, bool force,
	const struct sockaddr_un *asker, socklen_t size)
{
	char *text = NULL;
	size_t text_size = 0;
	FILE *out = bot_memory_or_exit(open_memstream(&text, &text_size));

	personal_data_erase_in(server->store, server->config, user, force, out);
	fclose(out);
	text[strcspn(text, "\n")] = '\0';
	answer(server, asker, size, text[0] ? text : CONTROL_DONE_ANSWER);
	free(text);
}

/* Returns what follows the word in the request, or NULL if the request begins with another word. */
static const char *after(const char *request, const char *word)
{
	return strncmp(request, word, strlen(word)) == 0 ? request + strlen(word) : NULL;
}

static void obey(struct control_socket *server, const char *request,
	const struct sockaddr_un *asker, socklen_t size)
{
	const char *forced = after(request, CONTROL_ERASE_FORCED);
	const char *user = forced ? forced : after(request, CONTROL_ERASE);

	if (strcmp(request, CONTROL_COPY) == 0)
		begin_copy(server, asker, size);
	else if (user)
		erase(server, user, forced, asker, size);
	else
		answer(server, asker, size,
			"the running bot does not know this request; restart the bot");
}

static void dispatch(void *self)
{
	struct control_socket *server = self;
	struct sockaddr_un from;
	socklen_t size = sizeof(from);
	char request[CONTROL_REQUEST_SIZE];
	ssize_t length = recvfrom(server->descriptor, request, sizeof(request) - 1, 0,
		(struct sockaddr *)&from, &size);

	if (length > 0) {
		request[length] = '\0';
		obey(server, request, &from, size);
	}
	if (server->copy.snapshot)
		go_on_copying(server);
}

/* The next slice is due at once, but other sources have their turn first. */
static int64_t timeout(void *self)
{
	const struct control_socket *server = self;

	return server->copy.snapshot ? 0 : -1;
}

struct bot_loop_source control_socket_loop_source(struct control_socket *server)
{
	return (struct bot_loop_source){.self = server,
		.descriptor = server->descriptor,
		.timeout = timeout,
		.dispatch = dispatch};
}
