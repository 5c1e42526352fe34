/*
 * The socket over which a command asks the running bot to do something with its store: "backup"
 * asks for a copy, and "erase" asks to erase a user. The command can't do this itself, because the
 * running bot has locked the store. The socket is in the store's folder, and only the owner of
 * the socket may connect. The bot writes a copy into the same folder, because systemd may forbid
 * the bot to write to other folders. Then the command reads the copy from this folder.
 */
#ifndef BOT_CONTROL_SOCKET_H
#define BOT_CONTROL_SOCKET_H

#include "bot/base/loop_source.h"
#include "bot/store/store.h"
#include "config/config.h"

#include <stdbool.h>
#include <sys/un.h>

struct control_socket {
	struct sockaddr_un address;
	int descriptor;           /* the socket, or -1 if the bot could not listen */
	struct bot_store *store;  /* borrowed */
	const struct cfg *config; /* borrowed */
};

/* Begins to listen. On failure logs the reason, and the bot runs without the socket. */
void control_socket_init(
	struct control_socket *server, struct bot_store *store, const struct cfg *config);
void control_socket_finish(struct control_socket *server);

/* Returns the source for the bot's loop. Call it only if `descriptor` is not -1. */
struct bot_loop_source control_socket_loop_source(struct control_socket *server);

/*
 * Asks the bot that holds the store at `path` for a copy, and waits up to five minutes. On success
 * returns true and sets *copy to the path of the copy. The caller frees *copy and deletes the file.
 * On failure writes the reason to standard error and returns false.
 */
bool control_socket_request_copy(const char *path, char **copy);

enum control_answer {
	CONTROL_DONE,
	CONTROL_REFUSED,
	CONTROL_NOT_RUNNING, /* no bot has locked the store, so the command may open it */
};

/*
 * Asks the bot that holds the store at `path` to call personal_data_erase_in for the user. If the
 * bot refuses or can't be asked, writes the reason to standard error.
 */
enum control_answer control_socket_request_erasure(const char *path, const char *user, bool force);

#endif
