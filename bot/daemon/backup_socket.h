/*
 * The socket over which the command "backup" asks the running bot for a copy of its store. The
 * command can't copy the store itself, because the running bot has locked it. The socket is in the
 * store's folder, and only the owner of the socket may connect. The bot writes the copy into the
 * same folder, because systemd may forbid the bot to write to other folders. Then the command reads
 * the copy from this folder.
 */
#ifndef BOT_BACKUP_SOCKET_H
#define BOT_BACKUP_SOCKET_H

#include "bot/base/loop_source.h"
#include "bot/store/store.h"

#include <stdbool.h>
#include <sys/un.h>

struct backup_socket {
	struct sockaddr_un address;
	int descriptor;          /* the socket, or -1 if the bot could not listen */
	struct bot_store *store; /* borrowed */
	const char *path;        /* path of the store; borrowed */
};

/* Begins to listen. On failure logs the reason, and the bot runs without the socket. */
void backup_socket_init(struct backup_socket *server, struct bot_store *store, const char *path);
void backup_socket_finish(struct backup_socket *server);

/* Returns the source for the bot's loop. Call it only if `descriptor` is not -1. */
struct bot_loop_source backup_socket_loop_source(struct backup_socket *server);

/*
 * Asks the bot that holds the store at `path` for a copy, and waits up to five minutes. On success
 * returns true and sets *copy to the path of the copy. The caller frees *copy and deletes the file.
 * On failure writes the reason to standard error and returns false.
 */
bool backup_socket_request_copy(const char *path, char **copy);

#endif
