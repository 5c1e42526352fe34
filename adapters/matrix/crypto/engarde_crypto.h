/*
 * matrix-sdk-crypto behind a C interface: the state of one device's end-to-end encryption, which
 * does no networking. What has to be asked of the homeserver it hands out as requests, to be given
 * back with their answers. All that goes in or comes out is JSON text in UTF-8.
 *
 * Ownership: everything given is borrowed until the call returns. Each call but the last two writes
 * to *result, which is never NULL afterwards: on MX_OLM_OK what it answers, else a sentence in
 * English that says what went wrong. The caller ends it with mx_olm_free. No fault unwinds into C.
 * A machine is for one thread at a time, and not for a child after fork().
 */
#ifndef MX_ENGARDE_CRYPTO_H
#define MX_ENGARDE_CRYPTO_H

#include <stddef.h>

struct mx_olm;

enum mx_olm_status {
	MX_OLM_OK = 0,
	MX_OLM_OTHER_DEVICE, /* the folder belongs to another device or user */
	MX_OLM_FAILED,
};

#define MX_OLM_MUST_USE __attribute__((warn_unused_result))

/*
 * Opens, or makes, the keys of a device in a folder, which is made unless it is there: its mode is
 * the caller's business. The answer is {}.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_open(const char *folder, const char *user,
	const char *device, struct mx_olm **olm, char **result);
void mx_olm_close(struct mx_olm *olm);

/* Wipes and frees a text; NULL is none. */
void mx_olm_free(char *text);

/*
 * Who the device is: {"ed25519": its fingerprint, "private": the private cross-signing keys are
 * here, "signed": the account's published identity is ours and has signed the device}. What is
 * published is known from the answers to requests.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_identity(struct mx_olm *olm, char **result);

/*
 * Takes in what concerns the keys in an answer of /sync (to_device, device_lists,
 * device_one_time_keys_count, device_unused_fallback_key_types, next_batch), and "since": what is
 * not null where the question had such a token. Taking the same in twice is harmless. The answer:
 * {"keys": how many room keys came}.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_sync(
	struct mx_olm *olm, const char *changes, char **result);

/*
 * The next requests, an array of {"id", "kind", "method", "path", "body"}, to be sent in this order
 * before it is called again. With a room, {"room": id, "users": [who gets its keys],
 * "signed_only": bool}, also what must come before the next encryption in it: an empty array says
 * that mx_olm_encrypt may follow. `room` may be NULL.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_requests(
	struct mx_olm *olm, const char *room, char **result);

/* The homeserver's answer, of status 200, to a request of that id and kind. The answer is {}. */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_answered(
	struct mx_olm *olm, const char *id, const char *kind, const char *answer, char **result);

/* The content of an m.room.encrypted that stands for an event of `type` with `content`. */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_encrypt(
	struct mx_olm *olm, const char *room, const char *type, const char *content, char **result);

/*
 * What an m.room.encrypted stands for: {"event": ...}, or {"why": a sentence} when it can't be
 * read, which keys that come later may change. Events of devices that their owners have not signed
 * count as unreadable if `signed_only`; those of devices that aren't the sender's always do.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_decrypt(
	struct mx_olm *olm, const char *room, const char *event, int signed_only, char **result);

/*
 * How many devices a user has that may have keys: {"devices": n}. What is known of them is from the
 * answers to requests for a room that the user is in.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_devices(
	struct mx_olm *olm, const char *user, int signed_only, char **result);

/*
 * From now on these users, an array of ids, may verify the device from theirs. Nobody may before,
 * nor ever from another device of the same account. The answer is {}.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_verifiers(
	struct mx_olm *olm, const char *users, char **result);

/* Takes in an event of a room, in the clear, that may be about a verification. The answer is {}. */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_hear(
	struct mx_olm *olm, const char *room, const char *event, char **result);

/*
 * Takes all verifications a step further, while no request is under way. The answer:
 * {"requests": as of mx_olm_requests, "messages": [{"id": a transaction's, "room", "type",
 * "content"}], "news": [...]}. Messages are handed out once, encrypted by the caller where the room
 * is. News are {"what": "compare", "whom": user, "emoji": seven names or null, "decimals": three
 * numbers}, {"what": "done", "whom": user}, {"what": "cancelled", "whom": user, "code", "why"} and
 * {"what": "refused", "whom": user}; of these at most one a minute.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_verify(struct mx_olm *olm, char **result);

/*
 * Encrypts a file's data in place. The answer is an EncryptedFile as messages have it, but for its
 * url: https://spec.matrix.org/latest/client-server-api/#sending-encrypted-attachments
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_encrypt_file(void *data, size_t size, char **result);

/* A request for what is published of the account's own keys, as an array of one. */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_query_self(struct mx_olm *olm, char **result);

/* Requests that make the identity of which the private keys are here sign this device. */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_sign_self(struct mx_olm *olm, char **result);

/*
 * Makes a cross-signing identity, unless the private keys of one are here, and requests that
 * publish it. What it makes is lost to nobody who has the recovery key: {"recovery_key": text,
 * "requests": [...]}, of which those of the kind "signing_keys" may need the user's password.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_bootstrap(struct mx_olm *olm, char **result);

/*
 * Takes the private cross-signing keys from the account's secret storage: {"recovery_key": text,
 * "key_id": text, "key": content of m.secret_storage.key.KEY_ID, "secrets": {type: content of that
 * account data, of the three m.cross_signing ones}}. The answer is {}.
 */
MX_OLM_MUST_USE enum mx_olm_status mx_olm_recover(
	struct mx_olm *olm, const char *secrets, char **result);

#endif
