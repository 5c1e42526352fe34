/* Opening the keys of the device that is logged in, or beginning as a new one. */
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/kept.h"
#include "bot/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FINGERPRINT_KEY "matrix.fingerprint"

/* Makes the folder, with room for nobody else, unless it is there. False: errno says why. */
static bool make_folder(const char *folder)
{
	struct stat status;

	if (mkdir(folder, 0700) == 0)
		return true;
	if (errno != EEXIST || stat(folder, &status))
		return false;
	if (S_ISDIR(status.st_mode) && !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return true;
	errno = S_ISDIR(status.st_mode) ? EPERM : ENOTDIR;
	return false;
}

/* The keys are those that this device has had before; a device that has none yet takes these. */
static bool fits(struct mx *mx, const char *fingerprint)
{
	char *known = NULL;
	enum bot_error error = bot_store_begin(mx->store);
	bool same;

	if (!error)
		error = bot_store_get(mx->store, FINGERPRINT_KEY, &known);
	same = error == BOT_NOT_FOUND || (known && strcmp(known, fingerprint) == 0);
	if (error == BOT_NOT_FOUND)
		error = bot_store_set(mx->store, FINGERPRINT_KEY, fingerprint);
	free(known);
	if (!mx_commit(mx, error, "encryption")) {
		mx->fatal = MX_STORE_FAILED;
		return false;
	}
	if (!same)
		mx_crypto_give_up(mx, "keys_lost",
			"the folder of the encryption keys beside the store is not the one that "
			"belongs to it: move it away to begin as a new device");
	return same;
}

/*
 * The folder is gone: these keys can't be had again, and other clients would refuse new ones under
 * the name of the old device.
 */
static void begin_anew(struct mx *mx)
{
	enum bot_error error = bot_store_begin(mx->store);

	if (!error)
		error = bot_store_set(mx->store, FINGERPRINT_KEY, NULL);
	if (!error)
		error = mx_kept_name_device(mx->store);
	if (!error)
		error = mx_keep(mx->store, NULL, NULL, NULL);
	if (!mx_commit(mx, error, "encryption"))
		return;
	bot_log_write(BOT_LOG_WARNING, "keys_gone", BOT_LOG_FIELDS({"user", .text = mx->me}));
	if (mx->secrets->access_token)
		mx_crypto_give_up(mx, "keys_gone",
			mx->secrets->hs_token
				? "the folder of the encryption keys is gone: start the bot again, "
				  "to begin as a new device"
				: "the folder of the encryption keys is gone: make a new access "
				  "token, for a new device");
	mx->session.state = MX_LOGGED_OFF;
}

static bool had_keys(const struct mx *mx)
{
	char *known = NULL;
	bool had = bot_store_get(mx->store, FINGERPRINT_KEY, &known) == BOT_OK;

	free(known);
	return had;
}

static void refuse(struct mx *mx, const char *folder, enum mx_olm_status status, const char *text)
{
	bot_log_write(BOT_LOG_ERROR, "keys_unusable",
		BOT_LOG_FIELDS({"folder", .text = folder}, {"detail", .text = text}));
	mx_crypto_give_up(mx, "keys_unusable",
		status == MX_OLM_OTHER_DEVICE
			? "the folder holds the encryption keys of another device: move it away "
			  "to begin as a new device"
			: "the encryption keys can't be opened: the folder must belong to the "
			  "bot's user, be readable for nobody else, and not be damaged");
}

static bool identify(struct mx *mx, const char *device)
{
	char *text;
	enum mx_olm_status status = mx_olm_identity(mx->crypto->olm, &text);
	json_t *identity = mx_crypto_result(status, text, "start");
	const char *fingerprint = mx_json_text(identity, "ed25519");
	bool fine = fingerprint && fits(mx, fingerprint);

	if (!identity)
		mx_crypto_give_up(mx, "keys_unusable", "the encryption keys can't be read");
	if (fine) /* what the owner of the account compares in another client */
		bot_log_write(BOT_LOG_INFO, "encryption_ready",
			BOT_LOG_FIELDS(
				{"device", .text = device}, {"fingerprint", .text = fingerprint}));
	json_decref(identity);
	return fine;
}

void mx_crypto_open(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	char folder[4096], *device = NULL, *text = NULL;
	enum mx_olm_status status;

	if (mx->session.deviceless) {
		mx_crypto_give_up(mx, "no_device",
			"encryption needs a device, and the homeserver lets this application "
			"service have none: renew the homeserver (Matrix 1.17) and the "
			"registration, give the bot an account, or run a build without encryption");
		return;
	}
	snprintf(folder, sizeof folder, "%s" MX_DEVICE_KEYS, mx->config->store);
	if (access(folder, F_OK) != 0 && errno == ENOENT && had_keys(mx)) {
		begin_anew(mx);
		return;
	}
	if (bot_store_get(mx->store, "matrix.device", &device) != BOT_OK) {
		mx->fatal = MX_STORE_FAILED;
		return;
	}
	if (!make_folder(folder)) {
		refuse(mx, folder, MX_OLM_FAILED, strerror(errno));
		goto out;
	}
	status = mx_olm_open(folder, mx->me, device, &crypto->olm, &text);
	if (status)
		refuse(mx, folder, status, text);
	else
		crypto->stale = crypto->news = identify(mx, device) && mx_crypto_verify_open(mx);
	mx_olm_free(text);
out:
	free(device);
}
