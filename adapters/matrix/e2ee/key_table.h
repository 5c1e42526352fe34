/*
 * The table of keys (engarde_crypto.h) in the bot's store, for a store that is not a file. Two
 * daemons that share a database then also share the device: the daemon that takes over sends with
 * the same device and the same transaction ids, so a message that it sends again stays one message.
 * If the second daemon were a device of its own, it would get its own to-device messages, and the
 * homeserver could not recognise the repeated messages.
 *
 * The keys are in the same database as all else, and on the same connection, for two reasons. A
 * daemon that no longer leads has lost its lock on the database, so it can store no keys, and
 * therefore encrypts nothing. And the keys of a batch become permanent together with the batch.
 *
 * Each save of the machine joins the open transaction, or is a transaction of its own. The machine
 * saves before it returns a ciphertext, so the bot sends no message whose keys are not stored.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_TABLE_H
#define ADAPTERS_MATRIX_E2EE_KEY_TABLE_H

#include "adapters/matrix/e2ee/crypto/engarde_crypto.h"
#include "bot/store/device_keys.h"

struct mx_key_table_owner {
	struct bot_store *store;
	enum bot_key_age age;
	uint64_t undone;      /* bot_device_keys_undone when the table was opened */
	enum bot_error error; /* the last failure of the store, or BOT_OK */
	bool has_lost_change; /* a write has failed */
};

/*
 * Opens the table. Borrows the owner and the store until the machine that uses the table is closed.
 */
struct mx_key_table mx_key_table_open(
	struct mx_key_table_owner *owner, struct bot_store *store, enum bot_key_age age);

/*
 * Returns whether the store lacks changes that the machine has in memory: a write has failed, or a
 * transaction with changes of keys was undone. Then the functions of the table fail, and the caller
 * must close the machine and open the keys again.
 */
bool mx_key_table_is_behind(const struct mx_key_table_owner *owner);

#endif
