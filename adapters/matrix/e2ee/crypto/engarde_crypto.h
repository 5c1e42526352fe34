/*
 * A C interface to matrix-sdk-crypto: the end-to-end encryption of one device. The machine does no
 * networking. It returns the requests that the caller must send to the homeserver. After each
 * answer, the caller gives the machine the request and the homeserver's answer. All texts are JSON
 * in UTF-8, except ids, event types and folders.
 *
 * Ownership: the functions borrow their arguments until they return. Each function with `result`
 * sets *result, and never sets it to NULL. With MX_MACHINE_OK, *result is the JSON text that the
 * function's comment describes. Otherwise, it is an English sentence that says what failed. The
 * caller frees *result with mx_machine_free. A panic inside the library never unwinds into C. Only
 * one thread may use a machine at a time, and a child after fork() must not use it.
 */
#ifndef ADAPTERS_MATRIX_E2EE_CRYPTO_ENGARDE_CRYPTO_H
#define ADAPTERS_MATRIX_E2EE_CRYPTO_ENGARDE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mx_machine;

enum mx_machine_status {
	MX_MACHINE_OK = 0,
	MX_MACHINE_OTHER_DEVICE, /* the keys belong to another device or user */
	MX_MACHINE_FAILED,
};

#define MX_MACHINE_MUST_USE __attribute__((warn_unused_result))

/*
 * A value in a table of keys. `kind`, `owner` and `name` together name the value. All texts are
 * printable ASCII of at most 255 bytes. `owner`, `name` and `label` may be empty.
 */
struct mx_key_value {
	const char *kind, *owner, *name;
	const char *label; /* a further text to search for */
	const void *bytes; /* NULL in a change that deletes the value */
	size_t size;
};

/* Which values to find. At most one of `owner` and `label` is not NULL. */
struct mx_key_search {
	const char *kind;
	const char *owner; /* only the values of this owner */
	const char *label; /* only the values with this label */
	/* the owner and the name of the last value that the machine has; both are empty at first */
	const char *after_owner, *after_name;
	size_t most; /* how many values to find at most */
};

/* Takes a value. The machine copies it, and uses only its owner, name and bytes. */
typedef void mx_key_take(void *to, const struct mx_key_value *value);

/*
 * A table of the caller that holds the keys of one device. The functions return false on failure.
 * They must not call the machine, nor any function that uses the machine.
 */
struct mx_key_table {
	void *self; /* the first argument of the functions */
	/*
	 * Calls `take` with each value that the search finds, in the order of owners and names.
	 * Begins after `after_owner` and `after_name`. With `label`, the order is that of the names
	 * alone, and the search begins after `after_name`. Any order of texts will do, if it is
	 * always the same. Need not find values whose name is empty.
	 */
	bool (*find)(void *self, const struct mx_key_search *search, mx_key_take *take, void *to);
	/* Calls `take` with the value that has the same kind, owner and name, if there is one. */
	bool (*get)(void *self, const struct mx_key_value *named, mx_key_take *take, void *to);
	/*
	 * Stores or deletes the values in their order. Deleting a value that does not exist is no
	 * failure. Either stores all of them, or fails and stores none.
	 */
	bool (*write)(void *self, const struct mx_key_value *values, size_t count);
};

/* Where the keys of a device are: in a folder, or, if `table` is not NULL, in that table. */
struct mx_machine_keys {
	const char *folder;
	const struct mx_key_table *table;
};

/*
 * Opens the keys of a device, or makes them. Makes the folder if it does not exist; the caller is
 * responsible for the folder's mode. `old` is the place of the keys of the device that this device
 * replaces: the function copies the room keys from that place. `old` is NULL if this device
 * replaces no other device. On MX_MACHINE_OK, *machine is the machine, and the result is {}, or
 * {"not_inherited": why the room keys could not be copied}. The machine copies the struct of a
 * table, and calls its functions until mx_machine_close.
 *
 * The machine keeps a part of the keys in memory. If a change of the table is undone later, or a
 * write fails, the caller must close the machine before it calls any other function with it.
 * Otherwise the machine would save what it has in memory as if the change had been stored.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_open(const struct mx_machine_keys *keys,
	const struct mx_machine_keys *old, const char *user, const char *device,
	struct mx_machine **machine, char **result);
/*
 * Deletes all Olm sessions and all Megolm sessions for sending of a device whose keys are closed.
 * The device makes new ones when it needs them. The result is {}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_forget_sessions(
	const struct mx_machine_keys *keys, char **result);
/* Closes the keys and frees the machine. `machine` may be NULL. */
void mx_machine_close(struct mx_machine *machine);

/* Wipes and frees a text that came from this library. `text` may be NULL. */
void mx_machine_free(char *text);

/*
 * The result describes the device: {"ed25519": its fingerprint, "private": whether the machine has
 * the private cross-signing keys, "signed": whether the account's published identity has signed the
 * device}. The machine learns from the answers to its requests what is published.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_identity(
	struct mx_machine *machine, char **result);

/*
 * Takes in the fields of an answer to /sync that concern keys: to_device, device_lists,
 * device_one_time_keys_count, device_unused_fallback_key_types and next_batch. `changes` also has
 * "since", which is not null if the request to /sync had a token. A second call with the same
 * `changes` does no harm. The machine drops events and users that it can't read. It takes at most
 * 1,000 events of one user and drops the others. The result is {"keys": how many room keys came,
 * "dropped": how many events and users the machine dropped}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_take_sync(
	struct mx_machine *machine, const char *changes, char **result);

/*
 * Tells the machine the time, in milliseconds of a clock that never goes back. It decides when the
 * machine may ask about a user again.
 */
void mx_machine_set_time(struct mx_machine *machine, int64_t now);

/*
 * The result is an array of the next requests: {"id", "kind", "method", "path", "body",
 * "elsewhere"}. "elsewhere" is true if the answer may wait for other servers.
 *
 * If `room` is NULL, the result has the requests that no message waits for: an "upload" of keys,
 * a "claim" that replaces broken sessions, and messages to devices. While the caller has no answer,
 * a further call returns the first two again; the caller must not send them twice.
 *
 * Otherwise the result has the requests that the next encryption in a room needs. The caller sends
 * them in this order, and must have all answers before it sends further requests for this room. An
 * empty array means that the caller may call mx_machine_encrypt. An array with null means that the
 * caller must call this function again later. `room` has the form {"room": id, "users": [users who
 * get the room's keys], "signed_only": bool, "rotation_ms" and "rotation_messages": from the room's
 * m.room.encryption, "request_under_way": bool}. Users with invalid ids get no keys. The machine
 * does not wait for the devices of a user whose devices the bot has asked for too often, or without
 * success.
 *
 * "request_under_way" says whether the caller can't send a request for this room now. If it is
 * true, the caller must not send the requests in the array. If the array is not empty, the caller
 * must call this function again later, before it calls mx_machine_encrypt.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_requests(
	struct mx_machine *machine, const char *room, char **result);

/*
 * Makes a query about users whose devices have changed, either of the bot's own server or of other
 * servers. The result is {"request": the query, or null if there is none now, "wait": after how
 * many milliseconds to call again, or null if that is of no use before the next change}. The caller
 * must give the machine an answer to each query. Several queries may be under way.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_query_changed(
	struct mx_machine *machine, int elsewhere, char **result);

/*
 * Takes the homeserver's answer to a request, with status 200. `request` is the request as a
 * function of this header returned it. If the answer leaves out users, the machine asks about them
 * again, ever more rarely. The result is {"listed": whether the homeserver lists this device among
 * the devices of its user, or null if the homeserver's answer is not about that user}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_take_answer(
	struct mx_machine *machine, const char *request, const char *answer, char **result);

/*
 * Encrypts an event of `type` with `content`. The result is the content of the m.room.encrypted
 * event.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_encrypt(struct mx_machine *machine,
	const char *room, const char *type, const char *content, char **result);

/*
 * Decrypts an m.room.encrypted event. The result is {"event": the event inside, "session": its
 * Megolm session, "index": its number in that session}. If the machine can't decrypt the event, the
 * result is {"why": a sentence}. Then the machine may be able to decrypt it later, when other keys
 * have come. The event inside holds only what was encrypted: the relation that stands in clear
 * (m.relates_to) is not a part of it. A copy of an event has the session and index of the original.
 * With `signed_only`, the machine refuses events of devices that their owners have not signed. Then
 * the result is {"why", "unsigned": true, "pending": whether the machine may soon know a newer list
 * of the devices}. The machine always refuses events of devices that do not belong to the sender.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_decrypt(struct mx_machine *machine,
	const char *room, const char *event, int signed_only, char **result);

/*
 * The result is {"devices": how many devices of the user may get keys, "known": whether the machine
 * knows any device of the user, "identity": whether the user has a cross-signing identity,
 * "replaced": whether this is another identity than the one that the machine has accepted, which is
 * at first the first one that it saw}. With `signed_only`, only devices that their owner has signed
 * may get keys. The machine knows the devices of a user from the answers to the requests for a room
 * that the user is in.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_count_devices(
	struct mx_machine *machine, const char *user, int signed_only, char **result);

/* Accepts the user's present identity. The result is {}. */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_accept_identity(
	struct mx_machine *machine, const char *user, char **result);

/*
 * Sets the users who may verify the device. `users` is a JSON array of ids. Before the first call
 * nobody may verify the device. Other devices of the bot's account may never verify it. The result
 * is {}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_set_verifiers(
	struct mx_machine *machine, const char *users, char **result);

/*
 * Takes a room's event, which may belong to a verification. The event was never encrypted, or the
 * caller has decrypted it. If an answer about the sender's devices may come soon, the event waits
 * for it. The result is {}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_take_room_event(
	struct mx_machine *machine, const char *room, const char *event, char **result);

/*
 * Takes the next step of each verification. Call it while no request is under way. The result:
 * {"requests": as for mx_machine_requests, "messages": [{"id": transaction id, "room", "type",
 * "content"}], "news": [...]}. The function returns each message once, and the caller encrypts it
 * if the room is encrypted. The elements of "news" are
 *
 *	{"what": "compare", "whom": user, "emoji": seven names or null, "decimals": three numbers}
 *	{"what": "done", "whom": user}
 *	{"what": "cancelled", "whom": user, "code", "why"}
 *	{"what": "refused", "whom": user}, at most one a minute
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_step_verifications(
	struct mx_machine *machine, char **result);

/*
 * Encrypts the data of a file in place. The result is the EncryptedFile object of a message,
 * without the `url`:
 * https://spec.matrix.org/latest/client-server-api/#sending-encrypted-attachments
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_encrypt_file(
	void *data, size_t size, char **result);

/* The result is an array with one request, which asks for the account's own published keys. */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_query_self(
	struct mx_machine *machine, char **result);

/*
 * The result is an array of requests that let the account's identity sign this device and publish
 * the signature. The machine must have the identity's private keys.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_sign_self(
	struct mx_machine *machine, char **result);

/*
 * Makes a cross-signing identity, unless the machine has the private keys of one. The result is
 * {"recovery_key": text, "requests": the requests that publish the identity and store its keys in
 * the account's secret storage}. With the recovery key, a person can get the identity's keys back.
 * So the caller must store the recovery key safely before it sends the requests. Requests of the
 * kind "signing_keys" may need the account's password.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_bootstrap(
	struct mx_machine *machine, char **result);

/*
 * Takes the private cross-signing keys from the account's secret storage. `secrets` is
 * {"recovery_key": text, "key_id": text, "key": content of m.secret_storage.key.KEY_ID, "secrets":
 * {type: content of the account data}, for the three m.cross_signing types}. The result is {}.
 */
MX_MACHINE_MUST_USE enum mx_machine_status mx_machine_recover(
	struct mx_machine *machine, const char *secrets, char **result);

#endif
