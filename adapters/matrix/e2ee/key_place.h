/*
 * Where the keys of the bot's device are. If the store is a file, they are in a folder beside it,
 * where the encryption library keeps them in a database of its own. Otherwise they are in a table
 * of the store (engarde_crypto.h).
 *
 * Two daemons that share a database then also share the device: the daemon that takes over sends
 * with the same device and the same transaction ids, so a message that it sends again stays one
 * message. If the second daemon were a device of its own, it would get its own to-device messages,
 * and the homeserver could not recognise the repeated messages.
 *
 * The keys are in the same database as all else, and on the same connection, for two reasons. A
 * daemon that no longer leads has lost its lock on the database, so it can store no keys, and
 * therefore encrypts nothing. And the keys of a batch become permanent together with the batch.
 *
 * Each save of the machine joins the open transaction, or is a transaction of its own. The machine
 * saves before it returns a ciphertext, so the bot sends no message whose keys are not stored.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_PLACE_H
#define ADAPTERS_MATRIX_E2EE_KEY_PLACE_H

#include "adapters/matrix/e2ee/crypto/engarde_crypto.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "bot/store/device_keys.h"

#define MX_KEY_OLD         "-old" /* the end of the name of a replaced device's folder */
#define MX_KEY_FOLDER_SIZE (MX_KEY_PATH_SIZE + sizeof(MX_KEY_OLD))

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

/* The arrays have one element for each enum bot_key_age. */
struct mx_key_place {
	struct bot_store *store;
	bool is_folder;
	char folder[2][MX_KEY_FOLDER_SIZE]; /* only if is_folder is true */
	struct mx_key_table_owner owner[2];
	struct mx_key_table table[2];
	struct mx_machine_keys keys[2]; /* the arguments for the machine */
};

/*
 * Fills in the place of the keys. `path` is the path of the store, if it is a file. Borrows the
 * store. The machine borrows the place.
 */
void mx_key_place_init(struct mx_key_place *place, struct bot_store *store, const char *path);

/*
 * The functions below change the store in a transaction of their own. Each of them returns BOT_OK,
 * or an error of the store, or BOT_INVALID if the folder is the reason. Then errno says why.
 */

/* Finds out whether there are keys of this device, or of the old one. */
BOT_MUST_USE enum bot_error mx_key_place_has(
	struct mx_key_place *place, enum bot_key_age age, bool *has);

/*
 * Makes the folder for the keys. Fails if other users have access to the folder. Does nothing if
 * the keys are in the store.
 */
BOT_MUST_USE enum bot_error mx_key_place_make(struct mx_key_place *place);

/*
 * Keeps the keys of the device as those of the old device, in place of the old device's earlier
 * keys, which it deletes. Does nothing if there are no keys of the device.
 */
BOT_MUST_USE enum bot_error mx_key_place_set_aside(struct mx_key_place *place);

/*
 * Deletes the keys of the old device. If files stay because of a failure, the next call removes
 * them.
 */
BOT_MUST_USE enum bot_error mx_key_place_remove_old(struct mx_key_place *place);

/*
 * Returns why the store has failed a machine since mx_key_place_init, or BOT_OK. Always BOT_OK for
 * a folder.
 */
BOT_MUST_USE enum bot_error mx_key_place_error(const struct mx_key_place *place);

/*
 * Returns whether the store lacks changes of the device's keys that the machine has in memory.
 * Never true for a folder.
 */
bool mx_key_place_is_behind(const struct mx_key_place *place);

#endif
