/* The command line of engarde-bot: its arguments, and its exit status. */
#ifndef BOT_DAEMON_OPTIONS_H
#define BOT_DAEMON_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum exit_status {
	STATUS_FINE = 0,
	STATUS_FAILED = 1,
	STATUS_MISUSE = 2,
	STATUS_CONFIG = 78, /* EX_CONFIG of sysexits.h; a restart alone does not help */
};

/* What the program does. */
enum mode {
	MODE_RUN,
	MODE_CONSOLE,
	MODE_CHECK_CONFIG,
	MODE_REGISTRATION,
	MODE_BACKUP,
	MODE_RESTORE,
	MODE_EXPORT,
	MODE_ERASE,
	MODE_MOVE_STORE,
	MODE_HEALTH,
	MODE_SETUP,
	MODE_LOGIN,
	MODE_HELP,
	MODE_VERSION,
};

struct options {
	enum mode mode;
	/* A string is NULL if the command line does not set it. */
	const char *config;
	const char *store;
	bool core_dumps;     /* if the process crashes, the kernel may write a core dump */
	const char *subject; /* the file, store or user after the command, or NULL */
	const char *target;  /* for move-store: the new store */
	bool force;
	unsigned kept; /* for backup: how many backups to keep in a folder; 0 for a single file */
	/* For setup: */
	const char *user;
	const char *homeserver;
	const char *ca_file;
	bool token;
	bool oauth;
	bool new_identity; /* also for login */
	/* For the console: */
	bool seeded;   /* use `seed` */
	uint64_t seed; /* the seed of the shuffles */
};

#define DEFAULT_CONFIG "/etc/engarde/engarde.yaml"

/*
 * Parses the arguments of main. If an argument is wrong, writes the reason to `errors` and returns
 * false.
 */
bool options_parse(int count, char **arguments, FILE *errors, struct options *options);

/* Prints the usage. */
void options_print_help(FILE *out);

#endif
