#include "bot/daemon/setup.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/discovery.h"
#include "bot/base/memory.h"
#include "bot/daemon/log_in.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/prompt.h"
#include "bot/daemon/setup_files.h"
#include "bot/daemon/unit_access.h"
#include "config/address.h"
#include "config/config.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE   1024
#define SECRET_SIZE 4096

struct answers {
	const struct options *options;
	const char *config; /* path of the configuration to write */
	int stop;           /* a descriptor */
	char user[LINE_SIZE];
	char homeserver[LINE_SIZE];
	char *secret; /* password or access token; SECRET_SIZE bytes from sodium_malloc */
	enum setup_login login;
};

static bool ask_user(struct answers *answers)
{
	static const char wrong[] = "is not a whole Matrix ID; write it as in @engarde:example.org";
	const char *known = answers->options->user;
	char before[LINE_SIZE];

	if (known && strlen(known) < LINE_SIZE) {
		stpcpy(answers->user, known);
		return cfg_is_user(known) || complain(known, wrong);
	}
	if (!prompt_is_interactive())
		return complain("setup", "name the bot's account: --user @engarde:example.org");
	stpcpy(before, answers->user);
	while (prompt_ask("The bot's account, such as @engarde:example.org",
		*before ? before : NULL, answers->user, LINE_SIZE, answers->stop)) {
		if (cfg_is_user(answers->user)) {
			if (strcmp(answers->user, before) != 0)
				answers->homeserver[0] = '\0';
			return true;
		}
		complain(*answers->user ? answers->user : "an empty line", wrong);
	}
	return false;
}

/* Finds the address of the homeserver by discovery, and lets the person correct this address. */
static bool ask_homeserver(struct answers *answers)
{
	const char *known = answers->options->homeserver;
	char found[MX_BASE_SIZE];

	if (known && strlen(known) < LINE_SIZE) {
		stpcpy(answers->homeserver, known);
		return true;
	}
	if (*answers->homeserver)
		stpcpy(found, answers->homeserver); /* it was right, but not the password */
	else if (!mx_discovery_find_base(
			 strchr(answers->user, ':') + 1, answers->options->ca_file, found))
		complain(
			found, "ignoring its .well-known/matrix/client, which can't be understood");
	if (prompt_is_interactive())
		return prompt_ask("The address of its homeserver", found, answers->homeserver,
			LINE_SIZE, answers->stop);
	stpcpy(answers->homeserver, found);
	return true;
}

/* The homeserver accepts no passwords. Chooses another way to log in. */
static bool choose_login(struct answers *answers, const struct mx_server_features *server)
{
	if (!server->delegated)
		fputs("Nobody can log in to this homeserver with a password.\n", stderr);
	else if (server->device_grant)
		fputs("On this homeserver, people log in with a browser.\n", stderr);
	else
		fputs("The accounts of this homeserver belong to an authentication service.\n"
		      "Get an access token from this service, for example with\n"
		      "    mas-cli manage issue-compatibility-token NAME\n",
			stderr);
	if (!prompt_is_interactive())
		return complain("setup", server->device_grant
						 ? "use --oauth if a person can open a link in a "
						   "browser, or --token to give an access token"
						 : "use --token to give an access token");
	answers->login = server->device_grant ? SETUP_OAUTH : SETUP_TOKEN;
	return true;
}

/* No homeserver is at the address. Says which one the server of the account names. */
static void name_right_address(const struct answers *answers)
{
	const char *server = strchr(answers->user, ':') + 1;
	char found[MX_BASE_SIZE];

	if (mx_discovery_find_base(server, answers->options->ca_file, found) &&
		strcmp(found, answers->homeserver) != 0)
		fprintf(stderr, "%s names the address %s for its homeserver.\n", server, found);
	else if (!answers->options->homeserver && !prompt_is_interactive())
		fputs("If this is not its homeserver, name the address with --homeserver.\n",
			stderr);
}

/*
 * Checks that the address belongs to a homeserver, and asks the homeserver how people can log in.
 */
static bool check_homeserver(struct answers *answers)
{
	struct mx_server_features server = {.password = false};
	const char *file = answers->options->ca_file;
	const char *why = cfg_homeserver_fault(answers->homeserver, false);

	if (!why)
		why = mx_discovery_read_server(answers->homeserver, file, &server);
	if (why) {
		complain(answers->homeserver, why);
		name_right_address(answers);
		answers->homeserver[0] = '\0';
		return false;
	}
	fprintf(stderr, "%s is a homeserver. It supports Matrix %s to %s.\n", answers->homeserver,
		server.oldest, server.newest);
	return server.password || answers->login != SETUP_PASSWORD ||
	       choose_login(answers, &server);
}

static bool ask_for_secret(struct answers *answers)
{
	bool token = answers->login == SETUP_TOKEN;
	bool choice = prompt_is_interactive() && !token;

	if (answers->login == SETUP_OAUTH)
		return true;
	if (!prompt_ask_secret(choice ? "Its password (press Enter to give an access token instead)"
			       : token ? "Its access token"
				       : "Its password",
		    answers->secret, SECRET_SIZE, answers->stop))
		return false;
	if (choice && !*answers->secret) {
		answers->login = SETUP_TOKEN;
		if (!prompt_ask_secret(
			    "Its access token", answers->secret, SECRET_SIZE, answers->stop))
			return false;
	}
	return *answers->secret || complain("setup", "give a password or an access token");
}

struct log_in_args {
	const struct answers *answers;
	const struct cfg *config;
	int refusal; /* the end of a pipe, which tells the parent process that it can ask again */
};

static bool log_in_with_answers(void *self)
{
	const struct log_in_args *args = self;
	const struct answers *answers = args->answers;
	struct cfg_secrets secrets = {0};
	bool refused = false, fine;

	if (answers->login == SETUP_PASSWORD)
		secrets.password = answers->secret;
	if (answers->login == SETUP_TOKEN)
		secrets.access_token = answers->secret;
	fine = log_in(
		args->config, &secrets, answers->options->new_identity, answers->stop, &refused);
	return (!refused || write(args->refusal, "", 1) == 1) && fine;
}

static void tell_next_step(const struct answers *answers)
{
	printf("Start the bot:      engarde-bot --config %s\n", answers->config);
	if (unit_access_uses(answers->config))
		puts("  or, as a service: systemctl enable --now engarde-bot");
	printf("Then invite %s into a room%s, and write there:\n"
	       "    !eg challenge\n",
		answers->user, mx_crypto_is_built_in() ? "" : " without encryption");
}

static bool has_fine_ca_file(const struct options *options)
{
	const char *why = options->ca_file ? cfg_ca_file_fault(options->ca_file) : NULL;

	return !why || complain(options->ca_file, why);
}

static bool may_replace(const struct answers *answers)
{
	if (access(answers->config, F_OK) != 0 || answers->options->force)
		return true;
	if (!prompt_is_interactive())
		return complain(answers->config, "exists already; --force replaces it");
	fprintf(stderr, "%s exists already. Setup would keep it as %s.old.\n", answers->config,
		answers->config);
	return prompt_confirm("Replace it? (yes or no)", answers->stop);
}

/* Asks until a homeserver is found. Without a person to ask, each wrong option is the end. */
static bool ask_all(struct answers *answers)
{
	answers->login = answers->options->oauth   ? SETUP_OAUTH
			 : answers->options->token ? SETUP_TOKEN
						   : SETUP_PASSWORD;
	while (ask_user(answers) && ask_homeserver(answers)) {
		if (check_homeserver(answers))
			return ask_for_secret(answers);
		if (answers->options->homeserver || !prompt_is_interactive())
			return false;
	}
	return false;
}

/* Writes the files, and logs in with them. Sets *refused as log_in does. */
static bool try_answers(struct answers *answers, bool *refused)
{
	struct setup_files files = {.config = answers->config,
		.user = answers->user,
		.homeserver = answers->homeserver,
		.ca_file = answers->options->ca_file,
		.store = answers->options->store,
		.secret = answers->secret,
		.login = answers->login};
	struct cfg *config = NULL;
	int ends[2];
	char byte;
	bool fine;

	*refused = false;
	if (pipe(ends))
		return complain_errno("setup");
	/*
	 * The child process takes the user id of the store's owner. This process stays root,
	 * because root must own the files that setup writes.
	 */
	fine = setup_files_prepare(&files, &config) &&
	       privilege_run_in_child(
		       log_in_with_answers, &(struct log_in_args){answers, config, ends[1]}) &&
	       setup_files_install(&files);
	close(ends[1]);
	*refused = !fine && read(ends[0], &byte, 1) == 1;
	close(ends[0]);
	setup_files_finish(&files);
	cfg_destroy(config);
	return fine;
}

static enum exit_status run(struct answers *answers)
{
	bool refused;

	if (!privilege_drop(answers->config) ||
		!setup_files_may_write(answers->config, answers->options->store) ||
		!has_fine_ca_file(answers->options) || !may_replace(answers))
		return STATUS_FAILED;
	while (ask_all(answers)) {
		if (try_answers(answers, &refused)) {
			tell_next_step(answers);
			return STATUS_FINE;
		}
		if (!refused || !prompt_is_interactive())
			return STATUS_FAILED;
		fputs("Answer again, or press ^C to stop.\n", stderr);
	}
	return STATUS_FAILED;
}

enum exit_status setup_run(const struct options *options, const char *config, int stop)
{
	struct answers answers = {.options = options, .config = config, .stop = stop};
	enum exit_status status;

	if (!log_in_begin())
		return STATUS_FAILED;
	answers.secret = bot_memory_or_exit(sodium_malloc(SECRET_SIZE));
	status = run(&answers);
	sodium_free(answers.secret);
	curl_global_cleanup();
	return status;
}
