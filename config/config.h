/*
 * The configuration: one YAML file, read once at start. config/engarde.example.yaml documents
 * every key. Secrets are never in it: they come from files it names, or from the environment.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CFG_PER_ROOM_MOST 100 /* matches in one room, whatever the file says */

enum cfg_error {
	CFG_OK = 0,
	CFG_UNREADABLE, /* the file can't be opened or read */
	CFG_INVALID,    /* no YAML, an unknown key, a wrong type, a value out of its range */
	CFG_NO_SECRET, /* neither password, access token nor registration, or none that can serve */
	CFG_NO_MEMORY,
};

/* Whose invitations the bot accepts. */
enum cfg_invite_policy {
	CFG_INVITES_ANYONE,
	CFG_INVITES_LISTED, /* those in invites.servers or invites.users */
	CFG_INVITES_NOBODY,
};

/* What the bot speaks where nobody has chosen. */
enum cfg_language { CFG_LANGUAGE_EN, CFG_LANGUAGE_DE, CFG_LANGUAGE_IT, CFG_LANGUAGE_NL };

/* How the bot gets in: with a password or an access token, or as a person has let it in
 * (OAuth 2.0). */
enum cfg_login { CFG_LOGIN_SECRET, CFG_LOGIN_OAUTH };

enum cfg_log_level { CFG_LOG_ERROR, CFG_LOG_WARNING, CFG_LOG_INFO, CFG_LOG_DEBUG };

enum cfg_log_format { CFG_LOG_LOGFMT, CFG_LOG_JSON };

/* How the private rooms are that the bot makes. */
enum cfg_private_rooms { CFG_PRIVATE_ENCRYPTED, CFG_PRIVATE_PLAIN };

/* Which devices get the keys of encrypted messages, and are heard: those their owner has signed. */
enum cfg_devices { CFG_DEVICES_SIGNED, CFG_DEVICES_ALL };

/* All strings are owned by the structure and live until cfg_destroy. */
struct cfg {
	struct cfg_matrix {
		char *homeserver;  /* base URL, https (http for loopback only), no final slash */
		char *user;        /* whole Matrix ID, @engarde:example.org */
		char *device_name; /* shown in the account's list of sessions */
		enum cfg_login login;
		char *password_file;     /* NULL when not named */
		char *access_token_file; /* NULL when not named */
	} matrix;
	struct cfg_service {
		char *registration_file; /* NULL: the bot is no application service */
		char *listen;            /* address and port in numbers, "127.0.0.1:8009" */
		char *url;               /* where the homeserver finds it; NULL: by `listen` */
	} service;
	char *store;     /* path of the SQLite file */
	char **prefixes; /* what begins a command, e.g. "!engarde"; at least one */
	unsigned prefixes_count;
	enum cfg_language language;
	struct cfg_invites {
		enum cfg_invite_policy from;
		char **servers;
		unsigned servers_count;
		char **users;
		unsigned users_count;
		uint32_t max_rooms; /* rooms joined at most; further invitations are declined */
	} invites;
	struct cfg_matches {
		uint32_t per_room;            /* challenges and matches in one room at most */
		uint32_t challenge_expires_h; /* hours an unanswered challenge stands */
	} matches;
	struct cfg_limits {
		uint32_t sender_per_minute; /* commands that one person may give; 0: no limit */
		uint32_t room_per_minute;   /* commands in one room; 0: no limit */
	} limits;
	struct cfg_encryption {
		enum cfg_private_rooms private_rooms;
		enum cfg_devices devices;
		char **verifiers; /* users who may verify the bot's device from their clients */
		unsigned verifiers_count;
	} encryption; /* of a build that has it */
	struct cfg_log {
		enum cfg_log_level level;
		enum cfg_log_format format;
	} log;
	struct cfg_monitoring {
		char *listen; /* 127.0.0.1:9464: an address of this very machine; NULL: none */
	} monitoring;
};

/* The account's secrets, kept apart from the rest so that they can't be printed with it. */
struct cfg_secrets {
	char *password;     /* NULL when an access token is used */
	char *access_token; /* NULL when a password is used */
	/* Of an application service, whose access token is as_token; else NULL: */
	char *hs_token;
	char *service; /* the id of its registration; no secret */
};

/*
 * Reads and checks the file. On failure `errors` has a message for people: each with the file,
 * the line where it is known, what is wrong and what to do. On CFG_OK the caller owns *config.
 */
enum cfg_error cfg_load(const char *path, FILE *errors, struct cfg **config)
	__attribute__((warn_unused_result));

/* The defaults: what an empty file would mean, without homeserver and user. */
enum cfg_error cfg_defaults(struct cfg **config) __attribute__((warn_unused_result));

/* Whether a text can be what matrix.user, or matrix.homeserver, is to be. */
bool cfg_is_user(const char *text);
bool cfg_is_homeserver(const char *text);

void cfg_destroy(struct cfg *config);

/*
 * Takes over from another configuration what may change while the bot runs: language, invites,
 * matches, limits and log, which `fresh` has the old values of then. `fixed` hears the path of
 * each other key that differs: what it says comes into force at the next start.
 */
void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self);

/*
 * Reads the registration that the configuration names, or else the password or access token: from
 * the environment (ENGARDE_PASSWORD, ENGARDE_ACCESS_TOKEN) or else from the file that the
 * configuration names; one trailing newline is cut. Before a file goes one of the same name in the
 * folder CREDENTIALS_DIRECTORY of systemd's. The memory is locked where the system allows and wiped
 * by cfg_secrets_finish. With CFG_LOGIN_OAUTH there is none: the store alone has the session.
 */
enum cfg_error cfg_secrets_init(struct cfg_secrets *secrets, const struct cfg *config, FILE *errors)
	__attribute__((warn_unused_result));

void cfg_secrets_finish(struct cfg_secrets *secrets);

/*
 * Writes the registration file that the configuration names, with new tokens, readable for its
 * owner alone. CFG_INVALID: it names none. CFG_UNREADABLE: the file can't be written, or is there
 * already: then it is left as it is.
 */
enum cfg_error cfg_registration_write(const struct cfg *config, FILE *errors)
	__attribute__((warn_unused_result));

#endif
