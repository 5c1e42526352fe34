/* Asks the running bot, over its control socket, to do something with its store. */
#ifndef BOT_DAEMON_CONTROL_REQUEST_H
#define BOT_DAEMON_CONTROL_REQUEST_H

#include <stdbool.h>

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

#endif
