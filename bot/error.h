/* What can go wrong in the host, and how a function says so. */
#ifndef BOT_ERROR_H
#define BOT_ERROR_H

#define BOT_MUST_USE __attribute__((warn_unused_result))

enum bot_error {
	BOT_OK = 0,
	BOT_NOT_FOUND, /* no such row, or a part of the program is missing */
	BOT_INVALID,   /* an argument that the contract rules out: nothing was done */
	BOT_NO_MEMORY,
	BOT_STORE_FAILED,  /* the store can't be read or written now: roll back and try again */
	BOT_STORE_CORRUPT, /* what is stored can't be what was written */
	BOT_STORE_NEWER,   /* written by a newer version of this program */
	BOT_STORE_IN_USE,  /* another process has it open */
};

/* A static English sentence for logs and terminals. */
const char *bot_error_text(enum bot_error error);

#endif
