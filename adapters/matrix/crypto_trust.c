/*
 * Cross-signing: since version 1.18 of the specification clients neither write to devices that
 * their owner has not signed nor show what they write. So the bot has an identity, made once and
 * never reset, whose keys are in the account's secret storage under a recovery key that is kept in
 * a file beside the store: https://spec.matrix.org/latest/client-server-api/#cross-signing
 */
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS_MOST   4
#define KEY_SIZE      256 /* of a recovery key or passphrase, NUL included */
#define ACCOUNT_DATA  "/_matrix/client/v3/user/%/account_data/%"
#define DEFAULT_KEY   "m.secret_storage.default_key"
#define KEY_TYPE_SIZE 512

static const char *const signing_keys[] = {
	"m.cross_signing.master", "m.cross_signing.self_signing", "m.cross_signing.user_signing"};

static bool key_file(const struct mx *mx, char path[4096])
{
	return snprintf(path, 4096, "%s" MX_RECOVERY_KEY, mx->config->store) < 4096;
}

static void settle(struct mx *mx)
{
	mx->crypto->trust.stage = MX_TRUST_SETTLED;
	json_object_clear(mx->crypto->trust.secrets);
}

void mx_crypto_trust_failed(struct mx *mx, const char *why)
{
	bot_log_write(BOT_LOG_ERROR, "device_not_signed", BOT_LOG_FIELDS({"why", .text = why}));
	settle(mx);
	if (mx->config->encryption.devices == CFG_DEVICES_SIGNED)
		mx_crypto_give_up(mx, "device_not_signed",
			"encrypted messages go from signed devices to signed devices only: repair "
			"what is said above, or set encryption.devices to all");
}

/* Anew and whole, for the bot's user alone, and on the disk before anything depends on it. */
static bool write_key(const struct mx *mx, const char *key)
{
	char path[4096];
	size_t size = strlen(key);
	int file;
	bool fine;

	if (!key_file(mx, path))
		return false;
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file < 0)
		return false;
	fine = fchmod(file, 0600) == 0 && write(file, key, size) == (ssize_t)size &&
	       write(file, "\n", 1) == 1 && fsync(file) == 0;
	if (close(file) || !fine)
		return false;
	bot_log_write(BOT_LOG_INFO, "recovery_key_written", BOT_LOG_FIELDS({"file", .text = path}));
	return true;
}

static bool read_key(const struct mx *mx, char key[KEY_SIZE])
{
	char path[4096];
	FILE *file = key_file(mx, path) ? fopen(path, "re") : NULL;
	bool fine = file != NULL;

	if (file) {
		setvbuf(file, NULL, _IONBF, 0);
		fine = fgets(key, KEY_SIZE, file) != NULL;
		fclose(file);
	}
	if (fine)
		key[strcspn(key, "\r\n")] = '\0';
	return fine;
}

/* Queues what a call of the machine's hands out. False: it failed, and is tried again later. */
static bool ask(struct mx *mx, enum mx_olm_status status, char *text)
{
	struct mx_crypto *crypto = mx->crypto;

	if (mx_crypto_enqueue(crypto, mx_crypto_result(status, text, "cross-signing")))
		return true;
	mx_pause_fail(&crypto->pause);
	return false;
}

static void bootstrap(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	char *text;
	enum mx_olm_status status = mx_olm_bootstrap(crypto->olm, &text);
	json_t *made = mx_crypto_result(status, text, "cross-signing");
	const char *key = mx_json_text(made, "recovery_key");

	if (key && !write_key(mx, key)) {
		bot_log_write(BOT_LOG_ERROR, "recovery_key_failed",
			BOT_LOG_FIELDS({"why", .text = strerror(errno)}));
		mx_crypto_trust_failed(mx, "the recovery key can't be written beside the store");
	} else if (mx_crypto_enqueue(crypto, json_incref(json_object_get(made, "requests")))) {
		crypto->trust.stage = MX_TRUST_ASK;
	} else {
		mx_pause_fail(&crypto->pause);
	}
	json_decref(made);
}

static void get_secret(struct mx *mx, const char *type)
{
	(void)mx_crypto_enqueue_get(mx->crypto, "secret", type, mx_url(ACCOUNT_DATA, mx->me, type));
}

static const char *storage_key(const struct mx_trust *trust)
{
	return mx_json_text(json_object_get(trust->secrets, DEFAULT_KEY), "key");
}

/* The account has an identity whose keys are not here: they may be in its secret storage. */
static void begin_recovery(struct mx *mx)
{
	char key[KEY_SIZE];

	if (!read_key(mx, key)) {
		mx_crypto_trust_failed(mx,
			"the account has a cross-signing identity that is not the bot's: put its "
			"recovery key into the file STORE.recovery-key (chmod 600), STORE being "
			"what the key store names, or reset the identity in another client");
		return;
	}
	sodium_memzero(key, sizeof key);
	get_secret(mx, DEFAULT_KEY);
	mx->crypto->trust.stage = MX_TRUST_KEY;
}

static void get_secrets(struct mx *mx)
{
	const char *id = storage_key(&mx->crypto->trust);
	char type[KEY_TYPE_SIZE];

	if (!id ||
		(size_t)snprintf(type, sizeof type, "m.secret_storage.key.%s", id) >= sizeof type) {
		mx_crypto_trust_failed(mx, "the account has no secret storage to recover from");
		return;
	}
	get_secret(mx, type);
	for (size_t i = 0; i < sizeof signing_keys / sizeof *signing_keys; i++)
		get_secret(mx, signing_keys[i]);
	mx->crypto->trust.stage = MX_TRUST_SECRETS;
}

static void recover(struct mx *mx)
{
	struct mx_trust *trust = &mx->crypto->trust;
	const char *id = storage_key(trust);
	char key[KEY_SIZE] = "", type[KEY_TYPE_SIZE], *ask_text = NULL, *text = NULL;
	enum mx_olm_status status = MX_OLM_FAILED;
	json_t *question;

	(void)read_key(mx, key);
	snprintf(type, sizeof type, "m.secret_storage.key.%s", id);
	question = json_pack("{s:s, s:s, s:O?, s:O}", "recovery_key", key, "key_id", id, "key",
		json_object_get(trust->secrets, type), "secrets", trust->secrets);
	ask_text = question ? json_dumps(question, JSON_COMPACT) : NULL;
	if (ask_text) {
		status = mx_olm_recover(mx->crypto->olm, ask_text, &text);
		sodium_memzero(ask_text, strlen(ask_text));
	}
	free(ask_text);
	json_decref(question);
	sodium_memzero(key, sizeof key);
	json_decref(mx_crypto_result(status, text, "recovery"));
	if (status)
		mx_crypto_trust_failed(mx, "the recovery key does not open the secret storage");
	else
		trust->stage = MX_TRUST_ASK;
}

static void decide(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	char *text;
	enum mx_olm_status status = mx_olm_identity(crypto->olm, &text);
	json_t *identity = mx_crypto_result(status, text, "cross-signing");
	bool private = json_is_true(json_object_get(identity, "private"));
	bool is_signed = json_is_true(json_object_get(identity, "signed"));

	json_decref(identity);
	if (!identity)
		mx_pause_fail(&crypto->pause);
	else if (crypto->trust.published && private && is_signed)
		settle(mx);
	else if (crypto->trust.rounds++ == ROUNDS_MOST)
		mx_crypto_trust_failed(mx, "the homeserver does not keep the signatures");
	else if (!crypto->trust.published)
		bootstrap(mx);
	else if (!private)
		begin_recovery(mx);
	else {
		status = mx_olm_sign_self(crypto->olm, &text);
		if (ask(mx, status, text))
			crypto->trust.stage = MX_TRUST_ASK;
	}
}

void mx_crypto_trust_turn(struct mx *mx)
{
	struct mx_trust *trust = &mx->crypto->trust;
	char *text;
	enum mx_olm_status status;

	switch (trust->stage) {
	case MX_TRUST_ASK:
		status = mx_olm_query_self(mx->crypto->olm, &text);
		if (ask(mx, status, text))
			trust->stage = MX_TRUST_DECIDE;
		break;
	case MX_TRUST_DECIDE:
		decide(mx);
		break;
	case MX_TRUST_KEY:
		get_secrets(mx);
		break;
	case MX_TRUST_SECRETS:
		recover(mx);
		break;
	case MX_TRUST_SETTLED:
		break;
	}
}

void mx_crypto_trust_published(struct mx *mx, const json_t *answer)
{
	/* An answer about others says nothing about the bot. */
	if (json_object_get(json_object_get(answer, "device_keys"), mx->me))
		mx->crypto->trust.published =
			json_object_get(json_object_get(answer, "master_keys"), mx->me) != NULL;
}

void mx_crypto_trust_secret(struct mx *mx, const char *type, json_t *content)
{
	if (content)
		(void)json_object_set(mx->crypto->trust.secrets, type, content);
}
