#include "bot/base/error.h"

#include <errno.h>
#include <string.h>

const char *bot_error_text(enum bot_error error)
{
	switch (error) {
	case BOT_OK:
		return "no error";
	case BOT_NOT_FOUND:
		return "no such row";
	case BOT_INVALID:
		return "a value that can't be stored";
	case BOT_STORE_FAILED:
		return "the store can't be read or written";
	case BOT_STORE_CORRUPT:
		return "the store is damaged, or the file belongs to another program";
	case BOT_STORE_NEWER:
		return "the store was written by a newer version of this program";
	case BOT_STORE_UNRELEASED:
		return "the store was written by a version of this program that was never released";
	case BOT_STORE_IN_USE:
		return "the store is in use by another process";
	case BOT_STORE_LOST:
		return "this process may not use the store any more";
	case BOT_STORE_ALTERED:
		return "somebody has changed how the store is built, as the line store_altered of "
		       "the log says";
	}
	return "unknown error";
}

bool bot_errno_is_full(int why)
{
	return why == ENOSPC || why == EDQUOT;
}

const char *bot_errno_text(int why)
{
	if (why == EEXIST)
		return "this file exists, and the bot replaces only files that it has written; "
		       "move it away";
	return bot_errno_is_full(why) ? "the disk is full" : strerror(why);
}
