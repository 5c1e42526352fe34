/*
 * engarde-bot: connects the host with the adapters. The host knows no chat platform, and the
 * adapters don't know each other. Only this program knows the host and all adapters.
 */
#include "adapters/console/console.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/matrix.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/daemon/backup.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/control_socket.h"
#include "bot/daemon/log_in.h"
#include "bot/daemon/monitoring.h"
#include "bot/daemon/options.h"
#include "bot/daemon/personal_data.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/restore.h"
#include "bot/daemon/setup.h"
#include "bot/daemon/standby.h"
#include "bot/daemon/store_access.h"
#include "bot/daemon/store_move.h"
#include "bot/daemon/systemd.h"
#include "bot/daemon/web_page.h"
#include "bot/picture/picture.h"
#include "config/address.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * The handler of SIGTERM and SIGINT writes to this pipe. Other modules get the read end of the pipe
 * as the parameter `stop`.
 */
static int stop_pipe[2] = {-1, -1};

static void on_signal(int signal)
{
	int saved = errno;
	char byte = (char)signal;

	/*
	 * A write that fails because the pipe is full does no harm. A full pipe is readable
	 * already.
	 */
	if (write(stop_pipe[1], &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

static bool catch_signals(void)
{
	struct sigaction stop = {.sa_handler = on_signal};
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	if (pipe(stop_pipe))
		return false;
	for (int i = 0; i < 2; i++)
		if (fcntl(stop_pipe[i], F_SETFL, O_NONBLOCK) ||
			fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC))
			return false;
	return !sigaction(SIGTERM, &stop, NULL) && !sigaction(SIGINT, &stop, NULL) &&
	       !sigaction(SIGPIPE, &ignore, NULL) &&
	       /* A write beyond the limit of a file's size then fails, as on a full disk. */
	       !sigaction(SIGXFSZ, &ignore, NULL);
}

/*
 * Loads the configuration, because the console uses its prefixes and limits. If `path` is NULL,
 * makes a configuration with the defaults.
 */
static enum exit_status load_console_config(const char *path, struct cfg **config)
{
	if (path)
		return configuration_load(path, config);
	*config = cfg_defaults();
	return STATUS_FINE;
}

/* Checks the option --store as the configuration's key of this name. NULL is sound. */
static bool is_store_sound(const char *store)
{
	const char *fault = store && cfg_is_server_url(store) ? cfg_server_url_fault(store) : NULL;

	if (fault)
		fprintf(stderr, "--store: this URL %s\n", fault);
	return !fault;
}

static enum exit_status run_console(const struct options *options)
{
	const struct con_options console = {
		.in = STDIN_FILENO,
		.out = stdout,
		.stop = stop_pipe[0],
		.seeded = options->seeded,
		.seed = options->seed,
	};
	struct cfg *config;
	struct bot_store *store;

	enum exit_status status = load_console_config(options->config, &config);
	if (status)
		return status;
	if (!options->config) /* one person at a keyboard needs no rate limits */
		config->limits = (struct cfg_limits){0};
	/*
	 * Hide log lines of the level "info", which would appear between the messages on the
	 * terminal.
	 */
	bot_log_set_level(BOT_LOG_WARNING);
	status = STATUS_FAILED;
	if (is_store_sound(options->store) &&
		store_access_open(options->store ? options->store : ":memory:", "", &store)) {
		if (!con_run(config, store, &console))
			status = STATUS_FINE;
		bot_store_close(store);
	}
	cfg_destroy(config);
	return status;
}

/*
 * Returns the exit status for an error. STATUS_CONFIG means that a restart does not help until a
 * person changes the configuration or the account.
 */
static enum exit_status status_of(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return STATUS_FINE;
	case MX_BAD_CONFIG:
	case MX_BAD_KEYS:
	case MX_NOT_SIGNED:
	case MX_LOGIN_REFUSED:
	case MX_LOGGED_OUT:
		return STATUS_CONFIG;
	case MX_STORE_FAILED:
	case MX_NOT_LEADER:
	case MX_CANNOT_LISTEN:
	case MX_NO_ANSWER:
	case MX_INTERRUPTED:
		break;
	}
	return STATUS_FAILED;
}

/* What the bot needs to run in Matrix rooms. */
struct service {
	struct cfg *config;
	struct cfg_secrets secrets;
	struct bot_store *store;
	struct monitoring monitoring;
	struct web *web; /* NULL if there is no web page */
	struct systemd systemd;
	struct configuration_reload reload;
	struct control_socket control_socket;
};

static enum exit_status run_loop(struct service *service)
{
	struct bot_loop_source sources[] = {systemd_loop_source(&service->systemd),
		configuration_reload_loop_source(&service->reload), {0}, {0}, {0}};
	unsigned count = 2;
	enum mx_error error;

	if (service->control_socket.descriptor >= 0)
		sources[count++] = control_socket_loop_source(&service->control_socket);
	if (service->monitoring.server)
		sources[count++] = http_server_loop_source(service->monitoring.server);
	if (service->web)
		sources[count++] = web_loop_source(service->web);
	bot_log_write(
		BOT_LOG_INFO, "started", BOT_LOG_FIELDS({"version", .text = ENGARDE_VERSION}));
	error = mx_run(
		service->config, &service->secrets, service->store, stop_pipe[0], sources, count);
	if (error)
		systemd_failed(&service->systemd, mx_error_text(error));
	bot_log_write(error ? BOT_LOG_ERROR : BOT_LOG_INFO, "ended",
		BOT_LOG_FIELDS({"why",
			.text = error ? mx_error_text(error) : "a signal has asked for it"}));
	return status_of(error);
}

/*
 * While the database does not answer, the service manager and the pages learn that the bot lives.
 */
static void serve_meanwhile(void *self)
{
	struct service *service = self;
	struct bot_loop_source systemd = systemd_loop_source(&service->systemd);

	systemd.dispatch(systemd.self);
	monitoring_answer_meanwhile(&service->monitoring);
}

static enum exit_status run_with_store(struct service *service)
{
	enum exit_status status = STATUS_FAILED;

	if (!monitoring_init(&service->monitoring, service->config, service->store))
		return status;
	bot_store_on_wait(service->store, serve_meanwhile, service);
	if (web_page_start(service->config, &service->web)) {
		control_socket_init(&service->control_socket, service->store, service->config);
		status = run_loop(service);
		control_socket_finish(&service->control_socket);
		web_destroy(service->web);
	}
	bot_store_on_wait(service->store, NULL, NULL);
	monitoring_finish(&service->monitoring);
	return status;
}

/*
 * Opens the store. A store on a server may be in use for long: then the program stands by. If a
 * signal ends that, there is no store in the end.
 */
static enum exit_status open_store(struct service *service)
{
	const struct cfg *config = service->config;
	enum bot_error error = store_access_open_when_free(
		config->store, config->matrix.user, stop_pipe[0], &service->store);

	if (error == BOT_STORE_IN_USE && cfg_store_is_on_server(config))
		return standby_wait(config, stop_pipe[0], &service->systemd,
			configuration_reload_loop_source(&service->reload), &service->store);
	return store_access_status(error);
}

static enum exit_status run_started(struct service *service)
{
	systemd_init(&service->systemd);
	enum exit_status status = open_store(service);
	if (status || !service->store)
		return status;
	status = restore_settle(service->store, service->config) ? run_with_store(service)
								 : STATUS_FAILED;
	bot_store_close(service->store);
	return status;
}

/*
 * Says it at the start if there are no pictures. A child process looks, because the libraries that
 * draw stay in memory, and most bots draw nothing for hours.
 */
static void report_pictures(void)
{
	pid_t child = fork();

	if (child == 0) {
		const char *fault = bot_picture_fault();

		if (fault)
			bot_log_write(BOT_LOG_WARNING, "no_pictures",
				BOT_LOG_FIELDS({"why", .text = fault}));
		_exit(EXIT_SUCCESS);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

static enum exit_status run_with_secrets(struct service *service, const char *path)
{
	enum exit_status status = STATUS_FAILED;

	if (!store_access_drop_privileges(service->config))
		return STATUS_FAILED;
	report_pictures();
	if (!mx_init()) {
		fputs("engarde-bot: can't start: libcurl or libsodium does not work\n", stderr);
		return STATUS_FAILED;
	}
	if (!configuration_reload_init(
		    &service->reload, path, service->config, &service->systemd)) {
		fprintf(stderr, "engarde-bot: can't start: %s\n", strerror(errno));
	} else {
		status = run_started(service);
		configuration_reload_finish(&service->reload);
	}
	curl_global_cleanup();
	return status;
}

static enum exit_status run_service(struct cfg *config, const char *path)
{
	struct service service = {.config = config};
	enum exit_status status;

	configuration_set_log(config);
	status = configuration_load_secrets(config, &service.secrets);
	if (!status) {
		cfg_secrets_clear_environment();
		status = run_with_secrets(&service, path);
		cfg_secrets_finish(&service.secrets);
	}
	return status;
}

/* Does what needs a configuration, which was loaded from `path`. */
static enum exit_status run_configured(
	const struct options *options, struct cfg *config, const char *path)
{
	switch ((int)options->mode) {
	case MODE_CHECK_CONFIG:
		return configuration_check(config, path);
	case MODE_REGISTRATION:
		return configuration_write_registration(config);
	case MODE_BACKUP:
		return backup_create(config, options->subject, options->kept);
	case MODE_RESTORE:
		return restore_backup(config, options->subject);
	case MODE_EXPORT:
		return personal_data_export(config, options->subject);
	case MODE_ERASE:
		return personal_data_erase(config, options->subject, options->force);
	case MODE_HEALTH:
		return monitoring_ask_health(config, path);
	case MODE_LOGIN:
		return log_in_again(config, options->new_identity, stop_pipe[0]);
	default:
		return run_service(config, path);
	}
}

static enum exit_status run(const struct options *options)
{
	const char *path = options->config ? options->config : DEFAULT_CONFIG;
	struct cfg *config;
	enum exit_status status;

	switch ((int)options->mode) {
	case MODE_HELP:
		options_print_help(stdout);
		return STATUS_FINE;
	case MODE_VERSION:
		printf("engarde-bot %s, %s encryption, with PostgreSQL\n", ENGARDE_VERSION,
			mx_crypto_is_built_in() ? "with" : "without");
		return STATUS_FINE;
	case MODE_CONSOLE:
		return run_console(options);
	case MODE_MOVE_STORE:
		return store_move(options->subject, options->target);
	case MODE_SETUP:
		return setup_run(options, path, stop_pipe[0]);
	default:
		break;
	}
	if (options->mode == MODE_RUN && !options->core_dumps)
		privilege_hide_memory();
	status = configuration_load(path, &config);
	if (status)
		return status;
	status = run_configured(options, config, path);
	cfg_destroy(config);
	return status;
}

int main(int count, char **arguments)
{
	struct options options;

	if (!options_parse(count, arguments, stderr, &options))
		return STATUS_MISUSE;
	json_set_alloc_funcs(bot_malloc, free);
	if (sodium_init() < 0 || !catch_signals()) {
		fprintf(stderr, "engarde-bot: can't start: %s\n", strerror(errno));
		return STATUS_FAILED;
	}
	return (int)run(&options);
}
