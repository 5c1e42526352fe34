/*
 * Asks the running bot, over its control socket, to do something with its store. The words that
 * both sides say are at the end: one datagram for the request, and at least one for the answer.
 */
#ifndef BOT_DAEMON_CONTROL_REQUEST_H
#define BOT_DAEMON_CONTROL_REQUEST_H

#include <stdbool.h>
#include <sys/un.h>

/*
 * Asks the bot that holds the store at `path` for a copy, and waits as long as the bot works on it
 * (but at most five minutes for a sign of that). On success returns true and sets *copy to the path
 * of the copy. The caller frees *copy and deletes the file. On failure writes the reason to
 * standard error and returns false.
 */
bool control_request_copy(const char *path, char **copy);

/* Whether a bot runs that holds the store at `path`, and may be asked by this user. */
bool control_request_finds_bot(const char *path);

enum control_answer {
	CONTROL_DONE,
	CONTROL_REFUSED,
	CONTROL_NOT_RUNNING, /* no bot has locked the store, so the command may open it */
};

/*
 * Asks the bot that holds the store at `path` to call personal_data_erase_in for the user. If the
 * bot refuses or can't be asked, writes the reason to standard error.
 */
enum control_answer control_request_erasure(const char *path, const char *user, bool force);

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
