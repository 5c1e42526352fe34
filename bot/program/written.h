/*
 * The files that setup writes: the configuration and, beside it, the secret. They are prepared
 * under other names, and take their places only once they are known to be good.
 */
#ifndef BOT_PROGRAM_WRITTEN_H
#define BOT_PROGRAM_WRITTEN_H

#include "config/config.h"

#include <stdbool.h>

enum written_way { WRITTEN_PASSWORD, WRITTEN_TOKEN, WRITTEN_OAUTH };

struct written {
	/* Borrowed: */
	const char *config; /* path */
	const char *user;
	const char *homeserver;
	const char *store; /* NULL: the default */
	const char *secret;
	enum written_way way; /* which secret it is; WRITTEN_OAUTH: there is none */
	/* Its own, NULL where there is none: */
	char *secret_path;
	char *fresh_config, *fresh_secret; /* what is prepared */
};

bool written_is_there(const char *path);

/*
 * Prepares the files, and reads the configuration as the bot would. False: standard error has why.
 * In any case written_drop has to follow, at last.
 */
bool written_prepare(struct written *written, struct cfg **config);

/* Puts them in their places; what was there gets a name that ends in .old. */
bool written_finish(struct written *written);

/* Removes what is still only prepared. */
void written_drop(struct written *written);

/* Makes the folder that a store is to be in, if it isn't there. */
bool written_folder(const char *store);

/* Lets the service's user have what root has made in a folder of his. */
void written_give(const char *path);

#endif
