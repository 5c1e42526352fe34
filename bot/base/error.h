/* The errors that the functions of bot/ return. */
#ifndef BOT_BASE_ERROR_H
#define BOT_BASE_ERROR_H

#include <stdbool.h>

#define BOT_MUST_USE __attribute__((warn_unused_result))

enum bot_error {
	BOT_OK = 0,
	BOT_NOT_FOUND,     /* the store or the row does not exist */
	BOT_INVALID,       /* an argument is not allowed; the function has changed nothing */
	BOT_STORE_FAILED,  /* the store can't be read or written now, so the caller rolls back and
			      tries again */
	BOT_STORE_CORRUPT, /* the store holds data that this program can't have written */
	BOT_STORE_NEWER,   /* a newer version of this program wrote the store */
	/* no release of this program, but a version between two releases, wrote the store */
	BOT_STORE_UNRELEASED,
	BOT_STORE_IN_USE,  /* another process has the store open */
	BOT_STORE_LOST,    /* the store is not this process's any more */
	BOT_STORE_ALTERED, /* the store has a table, index, view or trigger that this program has
			      not made, or lacks one; the log names it */
};

/* Returns a static English text for logs and terminals. */
const char *bot_error_text(enum bot_error error);

/* Returns whether this value of errno means that the file system or a quota has no space left. */
bool bot_errno_is_full(int why);
/*
 * Returns a text for people about a value of errno: "the disk is full" if bot_errno_is_full is
 * true, what helps if it is EEXIST, otherwise the text of strerror.
 */
const char *bot_errno_text(int why);

#endif
