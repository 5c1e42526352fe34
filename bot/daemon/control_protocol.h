/*
 * What a command and the running bot say to each other over the control socket: one datagram for
 * the request, and at least one for the answer. Only control_socket.c and control_request.c include
 * this header.
 */
#ifndef BOT_DAEMON_CONTROL_PROTOCOL_H
#define BOT_DAEMON_CONTROL_PROTOCOL_H

#include <stdbool.h>
#include <sys/un.h>

/* The requests. A request to erase a user has the user's id after the word. */
#define CONTROL_COPY         "copy"
#define CONTROL_ERASE        "erase "
#define CONTROL_ERASE_FORCED "erase-forced "

/*
 * The answers. CONTROL_WORKING says that the bot is still copying, and that another answer follows.
 * Any other text is for people, and says why the bot has not done what was asked.
 */
#define CONTROL_DONE_ANSWER "done"
#define CONTROL_WORKING     "working"

#define CONTROL_REQUEST_SIZE 512
#define CONTROL_ANSWER_SIZE  512

/*
 * Makes the address of the socket of the bot that holds the store at `path`. Returns false, with
 * the reason in errno, if the path is too long for a socket.
 */
bool control_protocol_address(const char *path, struct sockaddr_un *address);

/* Returns the path of the copy that the bot makes of the store at `path`. The caller frees it. */
char *control_protocol_copy_path(const char *path);

#endif
