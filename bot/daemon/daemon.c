#include "bot/daemon/daemon.h"

#include "adapters/matrix/matrix.h"
#include "bot/base/log.h"
#include "bot/daemon/backup_socket.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/monitoring.h"
#include "bot/daemon/reload.h"
#include "bot/daemon/store_access.h"
#include "bot/daemon/systemd.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* STATUS_CONFIG: a person must change the configuration or the account first. */
static enum exit_status status_of(enum mx_error error)
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

/* The parts of the running daemon. */
struct service {
	struct cfg *config;
	struct cfg_secrets secrets;
	struct bot_store *store;
	struct monitoring monitoring;
	struct systemd systemd;
	struct reload reload;
	struct backup_socket backup_socket;
};

static enum exit_status run(struct service *service, int stop)
{
	struct bot_loop_source sources[] = {systemd_loop_source(&service->systemd),
		reload_loop_source(&service->reload), {0}, {0}};
	unsigned count = 2;
	enum mx_error error;

	if (service->backup_socket.descriptor >= 0)
		sources[count++] = backup_socket_loop_source(&service->backup_socket);
	if (service->monitoring.server)
		sources[count++] = http_server_loop_source(service->monitoring.server);
	bot_log_write(
		BOT_LOG_INFO, "started", BOT_LOG_FIELDS({"version", .text = ENGARDE_VERSION}));
	error = mx_run(service->config, &service->secrets, service->store, stop, sources, count);
	if (error)
		systemd_failed(&service->systemd, mx_error_text(error));
	bot_log_write(error ? BOT_LOG_ERROR : BOT_LOG_INFO, "ended",
		BOT_LOG_FIELDS({"why", .text = error ? mx_error_text(error) : "as asked"}));
	return status_of(error);
}

static enum exit_status run_with_store(struct service *service, const char *path, int stop)
{
	enum exit_status status = STATUS_FAILED;

	if (!reload_init(&service->reload, path, service->config, &service->systemd)) {
		fprintf(stderr, "engarde-bot: can't start: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	systemd_init(&service->systemd);
	if (monitoring_init(&service->monitoring, service->config, service->store)) {
		backup_socket_init(&service->backup_socket, service->store, service->config->store);
		status = run(service, stop);
		backup_socket_finish(&service->backup_socket);
		monitoring_finish(&service->monitoring);
	}
	reload_finish(&service->reload);
	return status;
}

static enum exit_status run_with_secrets(struct service *service, const char *path, int stop)
{
	enum exit_status status = STATUS_FAILED;

	if (!store_access_open_when_free(service->config->store, stop, &service->store))
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

enum exit_status daemon_run(const char *path, int stop)
{
	struct service service = {0};
	enum exit_status status = configuration_load(path, &service.config);

	if (status)
		return status;
	reload_set_log(service.config);
	status = configuration_load_secrets(service.config, &service.secrets);
	if (!status) {
		cfg_secrets_clear_environment();
		status = run_with_secrets(&service, path, stop);
		cfg_secrets_finish(&service.secrets);
	}
	cfg_destroy(service.config);
	return status;
}
