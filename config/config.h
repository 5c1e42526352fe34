/*
 * The configuration of the bot, read from one YAML file and from environment variables, which come
 * before the file (environment.h). config/engarde.example.yaml documents every key. The
 * configuration never contains secrets: see secrets.h.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include "config/languages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CFG_PER_ROOM_MOST     100 /* the largest value of matches.per_room */
#define CFG_POLICY_LISTS_MOST 16  /* the most policy lists in bans.lists */

enum cfg_error {
	CFG_OK = 0,
	CFG_UNREADABLE, /* the file can't be opened or read */
	CFG_INVALID,    /* not YAML, an unknown key, a wrong type or a wrong value */
	CFG_NO_SECRET,  /* no usable password, access token or registration */
};

/* The people whose invitations the bot accepts. */
enum cfg_invite_policy {
	CFG_INVITES_ANYONE,
	CFG_INVITES_LISTED, /* only people listed in invites.servers or invites.users */
	CFG_INVITES_NOBODY,
};

/* How the bot logs in. */
enum cfg_login {
	CFG_LOGIN_SECRET, /* with a password or an access token */
	CFG_LOGIN_OAUTH,  /* with OAuth 2.0: a person allows the log-in in a browser */
};

enum cfg_log_level { CFG_LOG_ERROR, CFG_LOG_WARNING, CFG_LOG_INFO, CFG_LOG_DEBUG };

enum cfg_log_format { CFG_LOG_LOGFMT, CFG_LOG_JSON };

/* Whether log lines name users. Lines of the level "debug" always do. */
enum cfg_user_ids {
	CFG_USER_IDS_SHOWN,
	CFG_USER_IDS_HIDDEN, /* pseudonyms take their place */
};

/* Whether the bot makes its private rooms encrypted. */
enum cfg_private_rooms { CFG_PRIVATE_ENCRYPTED, CFG_PRIVATE_PLAIN };

/* The value of a key that permits something insecure. */
enum cfg_permission { CFG_FORBIDDEN, CFG_PERMITTED };

/* The devices that get the keys of encrypted messages and whose messages the bot reads. */
enum cfg_devices {
	CFG_DEVICES_SIGNED, /* only devices that their owners have signed */
	CFG_DEVICES_ALL,
};

/* The structure owns its strings. They live until cfg_destroy. */
struct cfg {
	struct cfg_matrix {
		char *homeserver; /* base URL without final slash */
		/* whether the base URL of another machine may begin with http:// */
		enum cfg_permission insecure_http;
		/* a file with certificates of authorities to trust besides the system's, or NULL */
		char *ca_file;
		char *user;        /* whole Matrix ID, such as @engarde:example.org */
		char *device_name; /* the bot's name in the account's list of sessions */
		enum cfg_login login;
		char *password_file;     /* NULL: not given */
		char *access_token_file; /* NULL: not given */
	} matrix;
	struct cfg_service {
		char *registration_file; /* NULL if the bot is no application service */
		char *listen;            /* numeric address and port, such as 127.0.0.1:8009 */
		char *url; /* the URL at which the homeserver reaches the bot; if NULL, http:// and
			      `listen` */
	} service;
	char *store; /* path of the SQLite file, or URL of a PostgreSQL database */
	/* where the bot has files of its own if the store is in a PostgreSQL database */
	char *folder;
	char **prefixes; /* the words that begin a command, such as "!engarde"; at least one */
	unsigned prefixes_count;
	enum cfg_language language;
	char *privacy_notice; /* what the operator adds to the answer to "privacy", or NULL */
	struct cfg_invites {
		enum cfg_invite_policy from;
		char **servers;
		unsigned servers_count;
		char **users;
		unsigned users_count;
		uint32_t max_rooms; /* in this many rooms, the bot accepts no more invitations */
		/* The share of max_rooms to which one user may invite the bot, in percent. */
		uint32_t inviter_share;
		/* like inviter_share, for all users of the servers under one domain together */
		uint32_t server_share;
		uint32_t leave_idle_days; /* days after which the bot leaves an unused room; 0 for
					     never */
	} invites;
	struct cfg_admins {
		char **users; /* whole Matrix IDs */
		unsigned users_count;
	} admins;
	struct cfg_bans {
		char **lists; /* the rooms of policy lists: ids or aliases */
		unsigned lists_count;
	} bans;
	struct cfg_matches {
		/*
		 * The most challenges and matches between people in one room. The same number
		 * limits the practice matches in the room.
		 */
		uint32_t per_room;
		uint32_t challenge_expires_h; /* hours for which a challenge waits for an answer */
		uint32_t idle_days; /* days without an action after which a match or a pause ends */
		uint32_t keep_matches_days; /* for how many days after its end the bot keeps a
					       match; 0 for ever */
	} matches;
	struct cfg_limits {
		/* 0 always means no limit. */
		uint32_t sender_per_minute;    /* the most commands a minute of one person */
		uint32_t room_per_minute;      /* the most commands a minute in one room */
		uint32_t newcomers_of_server;  /* the most commands a minute of all newcomers from
						  one other server */
		uint32_t newcomers_per_minute; /* the most commands a minute of all newcomers */
		uint32_t newcomers_waiting;    /* the most users who may wait for a private room */
	} limits;
	struct cfg_encryption {
		enum cfg_private_rooms private_rooms;
		enum cfg_devices devices;
		char **verifiers; /* users whose clients may verify the bot's device */
		unsigned verifiers_count;
		char *recovery_key_file; /* NULL: the default of adapters/matrix/e2ee/key_files.h */
	} encryption;                    /* the defaults in a build without encryption */
	struct cfg_log {
		enum cfg_log_level level;
		enum cfg_log_format format;
		enum cfg_user_ids user_ids;
	} log;
	struct cfg_monitoring {
		char *listen; /* address and port, such as 127.0.0.1:9464; or NULL */
		enum cfg_permission insecure_listen; /* whether other machines may connect */
	} monitoring;
	struct cfg_web {
		char *listen; /* address and port, such as 127.0.0.1:8010; or NULL if the bot has no
				 web page */
		char *url;    /* the page's URL for browsers, with a final slash; NULL exactly if
				 `listen` is */
		enum cfg_permission insecure_listen; /* whether other machines may connect */
	} web;
};

/*
 * Reads and checks the file and the environment. The file may be missing if the environment gives
 * values. On failure writes messages for people to `errors`. Each message names the file and, if
 * known, the line, or the variable, and says what is wrong and what to do. The messages are in the
 * order of lines, and those of variables come last. If there are more than 20, the last one gives
 * the number of the others. If the bot can't encrypt, the section "encryption" is a fault. On
 * CFG_OK the caller owns *config.
 */
enum cfg_error cfg_load(const char *path, bool can_encrypt, FILE *errors, struct cfg **config)
	__attribute__((warn_unused_result));

/* Writes a line with the keys to which the environment gives values, if there are any. */
void cfg_print_variables(FILE *out);

/*
 * Makes a configuration in which each key has its default. It has no homeserver and no user,
 * because these two have no default. The caller owns it.
 */
struct cfg *cfg_defaults(void);

#define CFG_PATH_SIZE 4096 /* bytes of a path */

/*
 * Writes the path of a file of the bot on this machine, such as its control socket: the path of the
 * store with this ending, or FOLDER/engarde with the ending if the store is in a PostgreSQL
 * database. Returns `path`. The file need not exist.
 */
const char *cfg_own_file(const struct cfg *config, const char *ending, char path[CFG_PATH_SIZE]);

/* Whether the store is in a PostgreSQL database, and not in a file. */
bool cfg_store_is_on_server(const struct cfg *config);

/* Frees the configuration, which may be NULL. */
void cfg_destroy(struct cfg *config);

/*
 * Moves the language, privacy notice, admins, bans, invites, matches, limits and log of `fresh`
 * into `config`. `fresh` gets the old values, so the caller's cfg_destroy frees them. Other keys
 * need a restart of the bot. If the value of such a key differs, calls `fixed` with `self` and with
 * the path of the key, such as "matrix.user".
 */
void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self);

/*
 * Returns why the file at this path has no certificates of authorities in PEM format, or NULL if it
 * has. The text is static. It continues a sentence that begins with the path.
 */
const char *cfg_ca_file_fault(const char *path);

#endif
