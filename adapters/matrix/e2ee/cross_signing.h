/*
 * Cross-signing. Since version 1.18 of the specification, clients do not encrypt for devices that
 * their owner has not signed, and do not show what such devices write. So the bot has a
 * cross-signing identity. The bot makes it once and never resets it. The identity's keys are in the
 * account's secret storage. The recovery key opens this storage. The bot keeps the recovery key in
 * a file (key_files.h).
 *
 * https://spec.matrix.org/latest/client-server-api/#cross-signing
 */
#ifndef ADAPTERS_MATRIX_E2EE_CROSS_SIGNING_H
#define ADAPTERS_MATRIX_E2EE_CROSS_SIGNING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct mx_crypto;

/*
 * The bot makes sure that the account's identity has signed this device. This struct says how far
 * the bot has come.
 */
struct mx_trust {
	enum {
		MX_TRUST_QUERY, /* the bot must ask for the account's published keys */
		/* the bot has got the published keys and must choose the next step */
		MX_TRUST_DECIDE,
		MX_TRUST_STORAGE_KEY, /* the bot has asked for the id of the storage's key */
		MX_TRUST_SECRETS,     /* the bot has asked for the stored secrets */
		MX_TRUST_SETTLED,     /* the device is signed, or the bot has given up */
	} stage;
	unsigned attempts;
	bool is_refused; /* the homeserver has refused the signing keys, and the log says so */
	bool is_signed;  /* the stage is MX_TRUST_SETTLED because the device is signed */
	/* steady time when the bot last saw that its device is not signed any more, or 0 */
	int64_t restarted_at;
	bool is_answered;           /* the answer to the last query was about the account */
	bool identity_is_published; /* the homeserver's last answer had the account's identity */
	/* the session id of the homeserver's password check, or NULL before such a check */
	char *auth_session;
	json_t *secrets; /* the account data of the secret storage: the content of each type */
};

/* Starts the cross-signing over: forgets what the bot knew about the published identity. */
void mx_cross_signing_restart(struct mx_crypto *crypto);

/* Takes the next step towards a signed device. Call it while MX_KEY_QUEUE_OWN is idle. */
void mx_cross_signing_advance(struct mx_crypto *crypto);

/*
 * Handles the answer to a request of the kind "query". `listed` is a JSON boolean: whether the
 * answer lists this device. It is JSON null or NULL if the answer says nothing about the account.
 * If the homeserver has lost the device's keys, replaces the device. If somebody has reset the
 * identity, starts the cross-signing over.
 */
void mx_cross_signing_take_published(
	struct mx_crypto *crypto, const json_t *answer, const json_t *listed);

/*
 * Handles the answer to a request of the kind "secret". `content` is the account data of this
 * `type`, or NULL if the account has no such data. The function takes its own reference.
 */
void mx_cross_signing_take_secret(struct mx_crypto *crypto, const char *type, json_t *content);

/*
 * Handles that the homeserver has refused the keys or signatures of the identity. If the
 * configuration demands a signed device, begins again after a wait of the queue. Otherwise, gives
 * up the cross-signing.
 */
void mx_cross_signing_refused(struct mx_crypto *crypto);

/* If the homeserver did not list the device, asks again when that is due. */
void mx_cross_signing_check_listed(struct mx_crypto *crypto);

/*
 * Gives up the cross-signing, so that the device stays unsigned. Logs `why`. If the configuration
 * demands a signed device, ends the run.
 */
void mx_cross_signing_fail(struct mx_crypto *crypto, const char *why);

#endif
