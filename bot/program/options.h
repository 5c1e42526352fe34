/* The command line of engarde-bot. */
#ifndef BOT_PROGRAM_OPTIONS_H
#define BOT_PROGRAM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum mode {
	MODE_RUN,
	MODE_CONSOLE,
	MODE_CHECK_CONFIG,
	MODE_REGISTRATION,
	MODE_BACKUP,
	MODE_RESTORE,
	MODE_EXPORT,
	MODE_ERASE,
	MODE_HEALTH,
	MODE_SETUP,
	MODE_LOGIN,
	MODE_HELP,
	MODE_VERSION,
};

struct options {
	enum mode mode;
	const char *config;  /* NULL: none was named */
	const char *store;   /* NULL: none was named */
	bool core_dumps;     /* they are wanted */
	const char *subject; /* the file or user that a command is about; NULL: it is about none */
	bool force;
	const char *user; /* of setup; NULL: none was named */
	const char *homeserver;
	bool token;
	bool oauth;
	bool seeded;
	uint64_t seed;
};

#define DEFAULT_CONFIG "/etc/engarde/engarde.yaml"

/* False: the arguments are wrong, and `errors` has why. */
bool options_parse(int count, char **arguments, FILE *errors, struct options *options);

void options_help(FILE *out);

#endif
