/* What there is of encryption in a build without it. */
#include "adapters/matrix/crypto.h"

#include <stddef.h>

bool mx_crypto_is_there(void)
{
	return false;
}

enum mx_error mx_crypto_create(struct mx_crypto **crypto)
{
	*crypto = NULL;
	return MX_OK;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	(void)crypto;
}

bool mx_crypto_is_open(const struct mx *mx)
{
	(void)mx;
	return true;
}

void mx_crypto_turn(struct mx *mx)
{
	(void)mx;
}

void mx_crypto_bound(const struct mx *mx, int64_t *timeout)
{
	(void)mx, (void)timeout;
}

enum bot_error mx_crypto_receive(
	struct mx *mx, json_t *batch, const struct mx_fill *fill, bool live)
{
	(void)mx, (void)batch, (void)fill, (void)live;
	return BOT_OK;
}

void mx_crypto_distrust(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	(void)crypto, (void)room, (void)event;
}

/* Nothing is ever sent to a room that is encrypted but the message that says why not. */
enum mx_sealing mx_crypto_prepare(struct mx *mx, const char *room, const char *user)
{
	(void)mx, (void)room, (void)user;
	return MX_SEAL_WAIT;
}

json_t *mx_crypto_encrypt(struct mx *mx, const char *room, const char *type, const json_t *content)
{
	(void)mx, (void)room, (void)type, (void)content;
	return NULL;
}

json_t *mx_crypto_encrypt_file(void *data, size_t size)
{
	(void)data, (void)size;
	return NULL;
}
