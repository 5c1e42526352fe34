#include "bot/program/serve.h"

#include "adapters/matrix/matrix.h"
#include "bot/log.h"
#include "bot/program/guard.h"
#include "bot/program/control.h"
#include "bot/program/monitor.h"
#include "bot/program/notify.h"
#include "bot/program/open.h"
#include "bot/program/reload.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum status status_of(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return STATUS_FINE;
	case MX_BAD_CONFIG:
	case MX_LOGIN_REFUSED:
	case MX_LOGGED_OUT:
		return STATUS_CONFIG;
	case MX_NO_MEMORY:
	case MX_STORE_FAILED:
	case MX_CANNOT_LISTEN:
	case MX_NO_ANSWER:
	case MX_INTERRUPTED:
		break;
	}
	return STATUS_FAILED;
}

/* All that runs while the bot does. */
struct service {
	struct cfg *config;
	struct cfg_secrets secrets;
	struct bot_store *store;
	struct monitor monitor;
	struct notify notify;
	struct reload reload;
	struct control control;
};

static enum status run(struct service *service, int stop)
{
	struct bot_guest guests[] = {
		notify_guest(&service->notify), reload_guest(&service->reload), {0}, {0}};
	unsigned count = 2;
	enum mx_error error;

	if (service->control.socket >= 0)
		guests[count++] = control_guest(&service->control);
	if (service->monitor.server)
		guests[count++] = http_server_guest(service->monitor.server);
	bot_log_write(
		BOT_LOG_INFO, "started", BOT_LOG_FIELDS({"version", .text = ENGARDE_VERSION}));
	error = mx_run(service->config, &service->secrets, service->store, stop, guests, count);
	if (error)
		notify_failure(&service->notify, mx_error_text(error));
	bot_log_write(error ? BOT_LOG_ERROR : BOT_LOG_INFO, "ended",
		BOT_LOG_FIELDS({"why", .text = error ? mx_error_text(error) : "as asked"}));
	return status_of(error);
}

static enum status run_with_store(struct service *service, const char *path, int stop)
{
	enum status status = STATUS_FAILED;

	if (!reload_init(&service->reload, path, service->config, &service->notify)) {
		fprintf(stderr, "engarde-bot: can't start: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	notify_init(&service->notify);
	if (monitor_init(&service->monitor, service->config, service->store)) {
		control_init(&service->control, service->store, service->config->store);
		status = run(service, stop);
		control_finish(&service->control);
		monitor_finish(&service->monitor);
	}
	reload_finish(&service->reload);
	return status;
}

static enum status run_with_secrets(struct service *service, const char *path, int stop)
{
	enum status status = STATUS_FAILED;

	if (!open_store_in_time(service->config->store, stop, stderr, &service->store))
		return STATUS_FAILED;
	if (!mx_init()) {
		fputs("engarde-bot: libcurl or libsodium can't be started\n", stderr);
	} else {
		status = run_with_store(service, path, stop);
		curl_global_cleanup();
	}
	bot_store_close(service->store);
	return status;
}

enum status serve(const char *path, int stop)
{
	struct service service = {0};
	enum cfg_error error = cfg_load(path, stderr, &service.config);
	enum status status;

	if (error)
		return status_of_config(error);
	reload_log(service.config);
	error = cfg_secrets_init(&service.secrets, service.config, stderr);
	if (error) {
		status = status_of_config(error);
	} else {
		guard_environment();
		status = run_with_secrets(&service, path, stop);
		cfg_secrets_finish(&service.secrets);
	}
	cfg_destroy(service.config);
	return status;
}
