/*
 * How another engarde-bot asks the one that runs for a copy of its store, which it holds locked: a
 * datagram to a socket beside the store, that only its owner may write to. The copy is made in the
 * store's folder, since a confined service can't write elsewhere; who asked takes it from there.
 */
#ifndef BOT_PROGRAM_CONTROL_H
#define BOT_PROGRAM_CONTROL_H

#include "bot/guest.h"
#include "bot/store.h"

#include <stdbool.h>
#include <sys/un.h>

struct control {
	struct sockaddr_un address;
	int socket;              /* -1: there is none */
	struct bot_store *store; /* borrowed */
	const char *path;        /* of the store; borrowed */
};

/* Where it can't listen the log has why, and the bot runs without. */
void control_init(struct control *control, struct bot_store *store, const char *path);
void control_finish(struct control *control);

/* What the loop is to serve; only where there is a socket. */
struct bot_guest control_guest(struct control *control);

/*
 * Asks the engarde-bot that holds the store at `path` for a copy. True: it is at *copy, whose
 * memory the caller frees and whose file he removes. Otherwise standard error has why.
 */
bool control_ask_copy(const char *path, char **copy);

#endif
