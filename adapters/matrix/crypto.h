/*
 * End-to-end encryption, as the rest of the adapter sees it. Rooms are read by it before a batch
 * is handled, and written to by it when a row is sent: nothing in between knows of it. A build
 * without ENGARDE_E2EE has crypto_none.c in its place, and says in encrypted rooms that it can't
 * read there.
 *
 * What it keeps is a second database, in the folder STORE.crypto. A sync is taken into that one
 * first: were it the other way round, a crash in between would lose the room keys it brought, while
 * taking it in twice does nothing. A row is encrypted anew at each attempt, under the same
 * transaction id, of which the homeserver takes one.
 */
#ifndef MX_CRYPTO_H
#define MX_CRYPTO_H

#include "adapters/matrix/fill.h"
#include "adapters/matrix/matrix.h"

#include <jansson.h>
#include <stdbool.h>

struct mx;
struct mx_crypto;

/* Whether this build can take part in encrypted rooms. */
bool mx_crypto_is_there(void);

MX_MUST_USE enum mx_error mx_crypto_create(struct mx_crypto **crypto);
void mx_crypto_destroy(struct mx_crypto *crypto);

/* Whether the device's keys are open, so that the account may be followed. */
bool mx_crypto_is_open(const struct mx *mx);

/*
 * Opens the keys, asks the homeserver what is to be asked, reads what could not be read before.
 * Where the keys can't be opened it ends the run, or logs off to begin as a new device.
 */
void mx_crypto_turn(struct mx *mx);

/* Shortens *timeout to when there is something to do next. */
void mx_crypto_bound(const struct mx *mx, int64_t *timeout);

/*
 * Takes in the keys that a batch brought, and puts what they open in the place of encrypted events,
 * in the batch and in its gaps. In the transaction of the batch; may be done again with the same.
 */
BOT_MUST_USE enum bot_error mx_crypto_receive(
	struct mx *mx, json_t *batch, const struct mx_fill *fill, bool live);

/* What an m.room.member says of who is in a room: news is asked for before the next encryption. */
void mx_crypto_distrust(struct mx_crypto *crypto, const char *room, const json_t *event);

enum mx_sealing {
	MX_SEAL_READY,  /* mx_crypto_encrypt may follow */
	MX_SEAL_WAIT,   /* something is asked of the homeserver first */
	MX_SEAL_NOBODY, /* the user has no device that may have the keys */
};

/*
 * Sees to it that who is in a room has its keys: in a private one the user it is for and nobody
 * else, whoever else the homeserver might name (NULL: everybody who is in the room).
 */
enum mx_sealing mx_crypto_prepare(struct mx *mx, const char *room, const char *user);

/* The content of an m.room.encrypted in the place of an event's; a new reference. NULL: failed. */
json_t *mx_crypto_encrypt(struct mx *mx, const char *room, const char *type, const json_t *content);

/*
 * Encrypts a file in place. A new reference to what a message needs for it, but for the `url`;
 * NULL: failed.
 */
json_t *mx_crypto_encrypt_file(void *data, size_t size);

#endif
