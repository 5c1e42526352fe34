#include "bot/daemon/configuration.h"

#include "adapters/http/server.h"
#include "adapters/matrix/client/pseudonym.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/daemon/control_request.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "bot/daemon/unit_access.h"
#include "bot/picture/picture.h"
#include "bot/store/database.h"
#include "config/config.h"
#include "config/registration.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY "encryption.recovery_key_file"

static bool is_same_file(const struct stat *a, const char *path)
{
	struct stat b;

	return path && stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

static bool complain_of(const char *file, const char *why)
{
	fprintf(stderr, KEY ": %s: %s\n", file, why);
	return false;
}

/*
 * Checks that the file of the recovery key is a file of its own: not the configuration at `path`,
 * nor another file that it names. Otherwise writes the reason to standard error.
 */
static bool check_key_name(const struct cfg *config, const char *path)
{
	const struct {
		const char *key, *file;
	} others[] = {
		{"the configuration", path},
		{"matrix.password_file", config->matrix.password_file},
		{"matrix.access_token_file", config->matrix.access_token_file},
		{"matrix.ca_file", config->matrix.ca_file},
		{"application_service.registration_file", config->service.registration_file},
		{"store", config->store},
	};
	char file[MX_KEY_PATH_SIZE], why[128];
	struct stat status;

	if (!mx_crypto_is_built_in() || stat(mx_key_files_configured_key(config, file), &status))
		return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (is_same_file(&status, others[i].file)) {
			snprintf(why, sizeof(why), "is also the file of %s; name a file of its own",
				others[i].key);
			return complain_of(file, why);
		}
	return true;
}

/* Whether the text, which ends with NUL, is one line, as a key or a passphrase is. */
static bool has_one_line(const char *text)
{
	size_t line = strcspn(text, "\n");

	return line > 0 && text[line + strspn(text + line, " \t\r\n")] == '\0';
}

/*
 * Checks that an existing file can have a recovery key: it has only one line. Otherwise writes the
 * reason to standard error. Prints what an existing file means for a bot without a store.
 */
static bool check_key_content(const struct cfg *config)
{
	char path[MX_KEY_PATH_SIZE], text[MX_RECOVERY_KEY_SIZE] = "";
	size_t size = 0;
	bool fine;

	if (!mx_crypto_is_built_in() ||
		!mx_recovery_key_read_file(mx_key_files_configured_key(config, path), text, &size))
		return true;
	fine = size < sizeof(text) && strlen(text) == size && has_one_line(text);
	sodium_memzero(text, sizeof(text));
	if (!fine)
		return complain_of(path,
			"this file exists, and is no recovery key; the bot replaces no file that "
			"it has not written, so name a file that does not exist yet");
	if (bot_store_probe(config->store) == BOT_NOT_FOUND)
		printf(KEY ": %s: this file exists, so the bot takes it for the account's "
			   "recovery key, and never replaces it; if it is another one, name a "
			   "file that does not exist yet\n",
			path);
	return true;
}

static void answer(void *self, const struct http_request *request, struct http_reply *reply)
{
	(void)self;
	(void)request;
	(void)reply;
}

/* Returns 0, or why the bot can't listen at the address, as a value of errno. */
static int try_address(const char *address)
{
	struct http_server *server = NULL;
	const struct http_server_options options = {.address = address, .answer = answer};
	bool fine;

	errno = 0;
	fine = http_server_create(&options, &server) == HTTP_OK;
	if (fine)
		http_server_destroy(server);
	return fine ? 0 : errno;
}

static bool check_port(const struct cfg *config, const char *key, const char *address)
{
	int why = address ? try_address(address) : 0;
	bool may_be_own = cfg_store_is_on_server(config);

	/* The service may have rights that this process lacks, for example for ports below 1024. */
	if (why != EADDRINUSE && why != EADDRNOTAVAIL)
		return true;
	fprintf(may_be_own ? stdout : stderr, "%s: %s: %s; %s%s\n", key, address, strerror(why),
		why == EADDRINUSE ? "stop the program that listens there (\"ss -ltnp\" names it), "
				    "or write another port"
				  : "write an address of this machine, such as 127.0.0.1",
		may_be_own ? ", unless this bot stands by here" : "");
	return may_be_own;
}

/*
 * Tries to listen, unless the bot of this configuration runs and does so itself. If another program
 * has a port, or an address is none of this machine, writes this to standard error and returns
 * false. A bot whose store is on a server may stand by on this machine, which nobody can see from
 * outside: then the port is no fault, and the text goes to standard output.
 */
static bool check_ports(const struct cfg *config)
{
	char own[CFG_PATH_SIZE];

	if (control_request_finds_bot(cfg_own_file(config, "", own)))
		return true;
	bool fine = check_port(config, "monitoring.listen", config->monitoring.listen);

	fine &= check_port(config, "web.listen", config->web.listen);
	return fine & check_port(config, "application_service.listen",
			      config->service.registration_file ? config->service.listen : NULL);
}

/* Whether the bot can use the file with certificates, if one is named. */
static bool has_fine_ca_file(const struct cfg *config)
{
	const char *file = config->matrix.ca_file, *fault = file ? cfg_ca_file_fault(file) : NULL;

	if (!fault)
		return true;
	fprintf(stderr, "matrix.ca_file: %s: %s\n", file, fault);
	return false;
}

enum exit_status configuration_load(const char *path, struct cfg **config)
{
	if (!privilege_drop(path))
		return STATUS_CONFIG;
	if (cfg_load(path, mx_crypto_is_built_in(), stderr, config))
		return STATUS_CONFIG;
	if (has_fine_ca_file(*config) && check_key_name(*config, path))
		return STATUS_FINE;
	cfg_destroy(*config);
	return STATUS_CONFIG;
}

enum exit_status configuration_load_secrets(const struct cfg *config, struct cfg_secrets *secrets)
{
	return cfg_secrets_init(secrets, config, stderr) ? STATUS_CONFIG : STATUS_FINE;
}

void configuration_set_log(const struct cfg *config)
{
	bot_log_set_level((enum bot_log_level)config->log.level);
	bot_log_set_format((enum bot_log_format)config->log.format);
	bot_log_set_rewrite(
		config->log.user_ids == CFG_USER_IDS_HIDDEN ? mx_pseudonym_replace : NULL);
}

/*
 * The systemd unit runs the bot as the owner of the store's folder, as whom store_access_check lets
 * root go on. If systemd has not made this folder yet, root is still root, who could read every
 * file, and becomes the user of the unit here.
 */
static bool check_service_reads(const char *path)
{
	if (!privilege_become_service())
		return false;
	if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 || errno != EACCES)
		return true;
	fprintf(stderr,
		"%s: the service, which runs as the user %s, can't read this file: %s; run chgrp "
		"%s and chmod 640 for it\n",
		path, PRIVILEGE_SERVICE, strerror(errno), PRIVILEGE_SERVICE);
	return false;
}

/* Pictures are no more than an addition, so this is no fault. */
static void print_pictures(void)
{
	const char *fault = bot_picture_fault();

	if (fault)
		printf("there are no pictures: %s\n", fault);
}

/* Without a file, the environment alone has the configuration. */
static void print_fine(const char *path)
{
	if (access(path, F_OK) && errno == ENOENT)
		printf("%s: there is no such file; the configuration of the environment is fine\n",
			path);
	else
		printf("%s: the configuration is fine\n", path);
	cfg_print_variables(stdout);
	print_pictures();
}

enum exit_status configuration_check(const struct cfg *config, const char *path)
{
	struct cfg_secrets secrets;
	char own[CFG_PATH_SIZE];
	/*
	 * Loads the secrets before store_access_check drops root's privileges, because perhaps only
	 * root can read them.
	 */
	enum exit_status status = configuration_load_secrets(config, &secrets);

	if (!status)
		cfg_secrets_finish(&secrets);
	if (!store_access_check(config) || (unit_access_uses(path) && !check_service_reads(path)) ||
		!check_key_content(config) || !check_ports(config))
		status = STATUS_CONFIG;
	unit_access_explain(path, cfg_own_file(config, "", own));
	if (!status)
		print_fine(path);
	return status;
}

enum exit_status configuration_write_registration(const struct cfg *config)
{
	const char *file = config->service.registration_file;

	if ((file && !privilege_drop(file)) || cfg_registration_write(config, stderr))
		return STATUS_CONFIG;
	printf("%s: written. Give this file to the homeserver (in Synapse: "
	       "app_service_config_files) and restart the homeserver. Then start the bot\n",
		file);
	return STATUS_FINE;
}

static int signalled = -1; /* the handler of SIGHUP writes to this end of the pipe */

static void on_signal(int signal)
{
	int saved = errno;
	/* A write fails if the pipe is full. That does no harm: a full pipe is readable already. */
	ssize_t written = write(signalled, "", 1);

	(void)signal;
	(void)written;
	errno = saved;
}

static bool catch (void (*handler)(int signal))
{
	return sigaction(SIGHUP, &(struct sigaction){.sa_handler = handler}, NULL) == 0;
}

bool configuration_reload_init(struct configuration_reload *reload, const char *path,
	struct cfg *config, const struct systemd *systemd)
{
	*reload = (struct configuration_reload){.path = path, .config = config, .systemd = systemd};
	if (pipe(reload->pipe))
		return false;
	for (int i = 0; i < 2; i++)
		if (fcntl(reload->pipe[i], F_SETFL, O_NONBLOCK) ||
			fcntl(reload->pipe[i], F_SETFD, FD_CLOEXEC))
			return false;
	signalled = reload->pipe[1];
	return catch (on_signal);
}

void configuration_reload_finish(struct configuration_reload *reload)
{
	catch (SIG_IGN);
	close(reload->pipe[0]);
	close(reload->pipe[1]);
}

static void log_fixed(void *self, const char *path)
{
	(void)self;
	bot_log_write(
		BOT_LOG_WARNING, "reload_needs_restart", BOT_LOG_FIELDS({"key", .text = path}));
}

/* Logs the faults: each line of the text is one fault. */
static void log_faults(char *text)
{
	char *rest = text;

	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		bot_log_write(
			BOT_LOG_ERROR, "reload_failed", BOT_LOG_FIELDS({"why", .text = line}));
}

static void load_again(const struct configuration_reload *reload)
{
	struct cfg *fresh = NULL;
	char *faults = NULL;
	size_t size = 0;
	FILE *errors = bot_memory_or_exit(open_memstream(&faults, &size));
	enum cfg_error error = cfg_load(reload->path, mx_crypto_is_built_in(), errors, &fresh);

	fclose(errors);
	if (error) {
		log_faults(faults);
	} else {
		cfg_reload(reload->config, fresh, log_fixed, NULL);
		cfg_destroy(fresh);
		configuration_set_log(reload->config);
		bot_log_write(
			BOT_LOG_INFO, "reloaded", BOT_LOG_FIELDS({"file", .text = reload->path}));
	}
	free(faults);
}

static void dispatch(void *self)
{
	const struct configuration_reload *reload = self;
	char bytes[16];
	bool asked = false;

	while (read(reload->pipe[0], bytes, sizeof(bytes)) > 0)
		asked = true;
	if (!asked)
		return;
	systemd_reloading(reload->systemd);
	load_again(reload);
	systemd_reloaded(reload->systemd);
}

struct bot_loop_source configuration_reload_loop_source(struct configuration_reload *reload)
{
	return (struct bot_loop_source){
		.self = reload, .descriptor = reload->pipe[0], .dispatch = dispatch};
}
