/* The account's secrets: the password, the access token, or the tokens of the registration. */
#ifndef CONFIG_SECRETS_H
#define CONFIG_SECRETS_H

#include "config/config.h"

#include <stdbool.h>

/*
 * The secrets are not in struct cfg, so that no code prints them together with the configuration.
 */
struct cfg_secrets {
	char *password;     /* NULL if the bot uses an access token or OAuth 2.0 */
	char *access_token; /* NULL if the bot uses a password or OAuth 2.0 */
	/* Only for an application service, otherwise NULL. (The as_token is in access_token.) */
	char *hs_token;
	char *service; /* the id of the registration; not a secret */
};

/*
 * Finds the secrets. An application service has them in its registration file. Otherwise the
 * password or the access token comes from the environment (ENGARDE_PASSWORD, ENGARDE_ACCESS_TOKEN),
 * or else from the file that the configuration names, without one final newline. If there is a
 * systemd credential with the name of the file, the function reads the credential instead. With
 * CFG_LOGIN_OAUTH there is no secret: only the store has the session.
 *
 * On failure writes a message for people to `errors`, and returns CFG_NO_SECRET.
 * On CFG_OK the caller calls cfg_secrets_finish.
 */
enum cfg_error cfg_secrets_init(struct cfg_secrets *secrets, const struct cfg *config, FILE *errors)
	__attribute__((warn_unused_result));

/* Wipes and frees the secrets. */
void cfg_secrets_finish(struct cfg_secrets *secrets);

/* Wipes the secrets in the environment and removes them from it. */
void cfg_secrets_clear_environment(void);

#endif
