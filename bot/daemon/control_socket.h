/*
 * The socket over which a command asks the running bot to do something with its store: "backup"
 * asks for a copy, and "erase" asks to erase a user. The command can't do this itself, because the
 * running bot has locked the store. The socket is in the store's folder, and only the owner of
 * the socket may connect. The bot writes a copy into the same folder, because systemd may forbid
 * the bot to write to other folders. Then the command reads the copy from this folder.
 */
#ifndef BOT_DAEMON_CONTROL_SOCKET_H
#define BOT_DAEMON_CONTROL_SOCKET_H

#include "bot/base/loop_source.h"
#include "bot/store/files.h"
#include "bot/store/store.h"
#include "config/config.h"

#include <sys/socket.h>
#include <sys/un.h>

/* A copy that the bot is making for a command. */
struct control_copy {
	struct bot_snapshot *snapshot; /* NULL if the bot makes no copy */
	char *path;
	struct sockaddr_un asker; /* the socket of the command that waits for the copy */
	socklen_t asker_size;
	unsigned slices; /* how many slices are copied */
};

struct control_socket {
	struct sockaddr_un address;
	int descriptor;           /* the socket, or -1 if the bot could not listen */
	struct bot_store *store;  /* borrowed */
	const struct cfg *config; /* borrowed */
	struct control_copy copy;
};

/* Begins to listen. On failure logs the reason, and the bot runs without the socket. */
void control_socket_init(
	struct control_socket *server, struct bot_store *store, const struct cfg *config);
/* Stops listening, and gives up a copy that is not finished. Call it before the store is closed. */
void control_socket_finish(struct control_socket *server);

/* Returns the source for the bot's loop. Call it only if `descriptor` is not -1. */
struct bot_loop_source control_socket_loop_source(struct control_socket *server);

#endif
