/*
 * The build without encryption. This file has the functions of this folder that other folders call.
 * They do nothing, or answer that the bot can't encrypt. CMake compiles either this file and
 * key_files.c, or all other sources of this folder.
 */
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/encrypted_events.h"
#include "adapters/matrix/e2ee/room_keys.h"

#include <stddef.h>

bool mx_crypto_is_built_in(void)
{
	return false;
}

struct mx_crypto *mx_crypto_create(struct mx_session *session, const struct mx_crypto_hooks *hooks)
{
	(void)session, (void)hooks;
	return NULL;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	(void)crypto;
}

bool mx_crypto_is_open(const struct mx_crypto *crypto)
{
	(void)crypto;
	return true;
}

bool mx_crypto_set_keys_aside(struct mx_crypto *crypto)
{
	(void)crypto;
	return true;
}

void mx_crypto_do_due_work(struct mx_crypto *crypto)
{
	(void)crypto;
}

void mx_crypto_plan_wake(const struct mx_crypto *crypto)
{
	(void)crypto;
}

void mx_encrypted_events_take_keys(struct mx_crypto *crypto, const json_t *batch, bool live)
{
	(void)crypto, (void)batch, (void)live;
}

struct mx_event mx_encrypted_events_read(
	struct mx_crypto *crypto, const char *room, const struct mx_event *in_clear, bool live)
{
	(void)crypto, (void)room, (void)live;
	return *in_clear;
}

void mx_encrypted_events_refuse(
	struct mx_crypto *crypto, const char *room, const char *sender, enum mx_writer writer)
{
	(void)crypto, (void)room, (void)sender, (void)writer;
}

void mx_encrypted_events_tell(
	struct mx_crypto *crypto, const char *room, const char *user, enum bot_encryption_fault why)
{
	(void)crypto, (void)room, (void)user, (void)why;
}

bool mx_room_keys_has_device(struct mx_crypto *crypto, const char *user)
{
	(void)crypto, (void)user;
	return false;
}

bool mx_room_keys_identity_is_replaced(struct mx_crypto *crypto, const char *user)
{
	(void)crypto, (void)user;
	return false;
}

void mx_room_keys_accept_identity(struct mx_crypto *crypto, const char *user)
{
	(void)crypto, (void)user;
}

struct mx_user_devices mx_room_keys_devices(struct mx_crypto *crypto, const char *user)
{
	(void)crypto, (void)user;
	return (struct mx_user_devices){.known = false};
}

void mx_room_keys_members_changed(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	(void)crypto, (void)room, (void)event;
}

/*
 * This build encrypts nothing. In an encrypted room, the bot only says that it can't read there,
 * and sends this message unencrypted.
 */
enum mx_room_keys_state mx_room_keys_prepare(
	struct mx_crypto *crypto, const char *room, const char *user)
{
	(void)crypto, (void)room, (void)user;
	return MX_ROOM_KEYS_WAIT;
}

json_t *mx_room_keys_encrypt(
	struct mx_crypto *crypto, const char *room, const char *type, const json_t *content)
{
	(void)crypto, (void)room, (void)type, (void)content;
	return NULL;
}

json_t *mx_room_keys_encrypt_file(void *data, size_t size)
{
	(void)data, (void)size;
	return NULL;
}
