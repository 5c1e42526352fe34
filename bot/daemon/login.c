#include "bot/daemon/login.h"

#include "adapters/matrix/matrix.h"
#include "bot/base/log.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "bot/store/files.h"

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

bool login_with(const struct cfg *config, const struct cfg_secrets *secrets, int stop)
{
	struct bot_store *store = NULL;
	enum mx_error error;
	bool new;

	if (!store_access_make_folder(config->store) || !privilege_drop_for_store(config->store))
		return false;
	new = access(config->store, F_OK) != 0;
	if (!store_access_open(config->store, &store))
		return false;
	error = mx_log_in(config, secrets, store, (struct mx_link_display){show, config}, stop);
	bot_store_close(store);
	if (error && new) /* the new store belongs to this account; the next try may use another */
		bot_store_remove(config->store);
	if (error)
		fprintf(stderr, "engarde-bot: %s: %s\n", config->matrix.user, mx_error_text(error));
	else
		fprintf(stderr, "%s is logged in.\n", config->matrix.user);
	return !error;
}

enum exit_status login_run(const char *path, int stop)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	enum exit_status status = configuration_load(path, &config);

	if (status)
		return status;
	status = configuration_load_secrets(config, &secrets);
	if (status) {
		cfg_destroy(config);
		return status;
	}
	status = STATUS_FAILED;
	bot_log_set_level(BOT_LOG_ERROR);
	if (!mx_init()) {
		fputs("engarde-bot: libcurl or libsodium can't be started\n", stderr);
	} else {
		if (login_with(config, &secrets, stop))
			status = STATUS_FINE;
		curl_global_cleanup();
	}
	cfg_secrets_finish(&secrets);
	cfg_destroy(config);
	return status;
}
