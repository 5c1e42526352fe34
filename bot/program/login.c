#include "bot/program/login.h"

#include "adapters/matrix/matrix.h"
#include "bot/log.h"
#include "bot/program/open.h"
#include "bot/program/written.h"

#include <curl/curl.h>
#include <stdio.h>
#include <unistd.h>

static void show(const void *self, const char *link, const char *code, bool complete)
{
	const struct cfg *config = self;

	fprintf(stderr,
		"Open this link in a browser, on whichever machine, log in there as\n"
		"%s and nobody else, and let the bot in:\n"
		"    %s\n"
		"%s: %s\n"
		"Waiting for that; ^C ends it.\n",
		config->matrix.user, link,
		complete ? "The code that is shown there must be" : "The code that is wanted there",
		code);
}

bool login_store(const struct cfg *config, const struct cfg_secrets *secrets, int stop)
{
	struct bot_store *store = NULL;
	bool new = !written_is_there(config->store);
	enum mx_error error;

	if (!written_folder(config->store) || !open_store(config->store, stderr, &store))
		return false;
	error = mx_log_in(config, secrets, store, (struct mx_show){show, config}, stop);
	bot_store_close(store);
	written_give(config->store);
	if (error && new) /* it belongs to the account that was tried */
		unlink(config->store);
	if (error)
		fprintf(stderr, "engarde-bot: %s: %s\n", config->matrix.user, mx_error_text(error));
	else
		fprintf(stderr, "%s is logged in.\n", config->matrix.user);
	return !error;
}

enum status login(const char *config_path, int stop)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	enum status status = STATUS_FAILED;
	enum cfg_error error = cfg_load(config_path, stderr, &config);

	if (error)
		return status_of_config(error);
	error = cfg_secrets_init(&secrets, config, stderr);
	if (error) {
		cfg_destroy(config);
		return status_of_config(error);
	}
	bot_log_set_level(BOT_LOG_ERROR);
	if (!mx_init()) {
		fputs("engarde-bot: libcurl or libsodium can't be started\n", stderr);
	} else {
		if (login_store(config, &secrets, stop))
			status = STATUS_FINE;
		curl_global_cleanup();
	}
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
	return status;
}
