#include "bot/program/open.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#define TRIES 100 /* while a backup is made of the store, or the last process ends */
#define PAUSE 100 /* ms between two */

static const char *what_to_do(enum bot_error error)
{
	switch (error) {
	case BOT_STORE_IN_USE:
		return "; end the other engarde-bot first";
	case BOT_STORE_NEWER:
		return "; run the newer version, or restore a backup from before it";
	case BOT_STORE_CORRUPT:
		return "; restore a backup, or name another file";
	case BOT_STORE_FAILED:
		return "; the folder must be there, and the user who runs the bot must be allowed "
		       "to write to it and to the file";
	case BOT_OK:
	case BOT_NOT_FOUND:
	case BOT_INVALID:
	case BOT_NO_MEMORY:
		break;
	}
	return "";
}

void open_explain(const char *path, enum bot_error error, int why, FILE *errors)
{
	bool reason = error == BOT_STORE_FAILED && why;

	fprintf(errors, "%s: %s%s%s%s%s\n", path, bot_error_text(error), reason ? " (" : "",
		reason ? strerror(why) : "", reason ? ")" : "", what_to_do(error));
}

bool open_store_in_time(const char *path, int stop, FILE *errors, struct bot_store **store)
{
	struct pollfd stopped = {.fd = stop, .events = POLLIN};
	enum bot_error error;

	for (int tries = stop >= 0 ? TRIES : 1;; tries--) {
		errno = 0;
		error = bot_store_open(path, store);
		if (error != BOT_STORE_IN_USE || tries == 1 || poll(&stopped, 1, PAUSE) != 0)
			break;
	}
	if (error)
		open_explain(path, error, errno, errors);
	return !error;
}

bool open_store(const char *path, FILE *errors, struct bot_store **store)
{
	return open_store_in_time(path, -1, errors, store);
}
