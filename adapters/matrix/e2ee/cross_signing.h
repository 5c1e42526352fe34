/*
 * Cross-signing. Since version 1.18 of the specification, clients neither write to devices that
 * their owner has not signed nor show what such devices write. So the bot has a cross-signing
 * identity. The bot makes it once and never resets it. The identity's keys are in the account's
 * secret storage, under a recovery key that the bot keeps in a file beside the store (key_files.h).
 *
 * https://spec.matrix.org/latest/client-server-api/#cross-signing
 */
#ifndef MX_CROSS_SIGNING_H
#define MX_CROSS_SIGNING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_crypto;

/* How far the bot has come in making sure that the account's identity has signed this device. */
struct mx_trust {
	enum {
		MX_TRUST_QUERY,       /* ask for the account's published keys */
		MX_TRUST_DECIDE,      /* the published keys are known: choose the next step */
		MX_TRUST_STORAGE_KEY, /* the default key of the secret storage was requested */
		MX_TRUST_SECRETS,     /* the secrets in the secret storage were requested */
		MX_TRUST_SETTLED,     /* signed, or given up */
	} stage;
	unsigned attempts;
	bool is_signed;             /* settled because the device is signed */
	int64_t restarted_at;       /* steady time when a signed device was last found unsigned */
	bool identity_is_published; /* according to the homeserver's last answer */
	char *auth_session; /* of the user-interactive authentication; NULL: none is needed */
	json_t *secrets;    /* account data of the secret storage by type */
};

/* Starts over: forgets what the bot knew about the published identity. */
void mx_cross_signing_restart(struct mx_crypto *crypto);

/* Does the next step towards a signed device. Call it while mx_key_requests_is_idle. */
void mx_cross_signing_advance(struct mx_crypto *crypto);

/*
 * Handles the answer to a request of the kind "query". `listed`: a JSON boolean that says whether
 * the answer lists this device; JSON null or NULL if the answer says nothing about the account.
 * Replaces the device if the homeserver has lost its keys, and starts over if the identity was
 * reset.
 */
void mx_cross_signing_take_published(
	struct mx_crypto *crypto, const json_t *answer, const json_t *listed);

/*
 * Handles the answer to a request of the kind "secret": `content` is the account data of that
 * `type`, or NULL if there is none. The function takes its own reference.
 */
void mx_cross_signing_take_secret(struct mx_crypto *crypto, const char *type, json_t *content);

/*
 * Gives up, so the device stays unsigned; logs `why`. Ends the run if the configuration demands a
 * signed device.
 */
void mx_cross_signing_fail(struct mx_crypto *crypto, const char *why);

#endif
