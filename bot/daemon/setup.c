#include "bot/daemon/setup.h"

#include "adapters/matrix/login/discovery.h"
#include "adapters/matrix/matrix.h"
#include "bot/base/log.h"
#include "bot/daemon/login.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/setup_files.h"
#include "bot/daemon/terminal.h"
#include "config/address.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE   1024
#define SECRET_SIZE 4096

struct answers {
	const struct setup_options *options;
	char user[LINE_SIZE];
	char homeserver[LINE_SIZE];
	char *secret; /* SECRET_SIZE bytes of sodium_malloc's */
	enum setup_login login;
};

static bool complain(const char *what, const char *why)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", what, why);
	return false;
}

static bool ask_user(struct answers *answers)
{
	const char *known = answers->options->user;

	if (known && strlen(known) < LINE_SIZE)
		stpcpy(answers->user, known);
	else if (!terminal_is_interactive())
		return complain("setup", "say which account: --user @engarde:example.org");
	else if (!terminal_ask("The bot's account, as in @engarde:example.org", NULL, answers->user,
			 LINE_SIZE))
		return complain("setup", "nothing was written");
	if (!cfg_is_user(answers->user))
		return complain(answers->user,
			"is no Matrix ID; write the whole of it, as in @engarde:example.org");
	return true;
}

/* Finds the address of the client API by discovery, and lets the person correct it. */
static bool ask_homeserver(struct answers *answers)
{
	const char *known = answers->options->homeserver;
	char found[MX_BASE_SIZE];

	if (known && strlen(known) < LINE_SIZE) {
		stpcpy(answers->homeserver, known);
		return true;
	}
	if (!mx_discovery_find_base(strchr(answers->user, ':') + 1, found))
		complain(found, "says in .well-known/matrix/client nothing that can be understood");
	if (!terminal_is_interactive()) {
		stpcpy(answers->homeserver, found);
		return true;
	}
	return terminal_ask("Its homeserver", found, answers->homeserver, LINE_SIZE) ||
	       complain("setup", "nothing was written");
}

/* Chooses how to log in to a homeserver that accepts no passwords. */
static bool choose_login(struct answers *answers, const struct mx_server_features *server)
{
	if (!server->delegated)
		fputs("It lets nobody log in with a password.\n", stderr);
	else if (server->device_grant)
		fputs("Its accounts log in with a browser.\n", stderr);
	else
		fputs("Its accounts belong to an authentication service. Ask it for a token, as "
		      "with\n    mas-cli manage issue-compatibility-token NAME\n",
			stderr);
	if (!terminal_is_interactive())
		return complain("setup", server->device_grant
						 ? "say that somebody is there to open a link "
						   "(--oauth), or give an access token: --token"
						 : "give an access token: --token");
	answers->login = server->device_grant ? SETUP_OAUTH : SETUP_TOKEN;
	return true;
}

/* Asks the homeserver whether it is one, and how people log in. */
static bool check_homeserver(struct answers *answers)
{
	struct mx_server_features server = {.password = false};
	const char *why = !cfg_homeserver_fault(answers->homeserver)
				  ? mx_discovery_read_server(answers->homeserver, &server)
				  : "must begin with https:// (http:// for this machine only)";

	if (why)
		return complain(answers->homeserver, why);
	fprintf(stderr, "%s is a homeserver that speaks Matrix %s to %s.\n", answers->homeserver,
		server.oldest, server.newest);
	return server.password || answers->login != SETUP_PASSWORD ||
	       choose_login(answers, &server);
}

static bool ask_for_secret(struct answers *answers)
{
	bool token = answers->login == SETUP_TOKEN;
	bool choice = terminal_is_interactive() && !token;

	if (answers->login == SETUP_OAUTH)
		return true;
	if (!terminal_ask_secret(choice  ? "Its password (nothing: an access token instead)"
				 : token ? "Its access token"
					 : "Its password",
		    answers->secret, SECRET_SIZE))
		return complain("setup", "nothing was written");
	if (choice && !*answers->secret) {
		answers->login = SETUP_TOKEN;
		if (!terminal_ask_secret("Its access token", answers->secret, SECRET_SIZE))
			return complain("setup", "nothing was written");
	}
	return *answers->secret || complain("setup", "without a secret there is no account");
}

struct log_in_args {
	const struct answers *answers;
	const struct cfg *config;
};

/* Leaves the session in the store. The bot uses it when it starts. */
static bool log_in(void *self)
{
	const struct log_in_args *args = self;
	const struct answers *answers = args->answers;
	struct cfg_secrets secrets = {0};

	if (answers->login == SETUP_PASSWORD)
		secrets.password = answers->secret;
	if (answers->login == SETUP_TOKEN)
		secrets.access_token = answers->secret;
	return login_with(args->config, &secrets, answers->options->stop);
}

static bool ask_everything(struct answers *answers)
{
	return ask_user(answers) && ask_homeserver(answers) && check_homeserver(answers) &&
	       ask_for_secret(answers);
}

static void tell_next_step(const struct answers *answers)
{
	printf("Start the bot:     engarde-bot --config %s\n"
	       "  or, as a service: systemctl enable --now engarde-bot\n"
	       "Then invite %s into a room without encryption, and write there:\n"
	       "    !eg challenge\n",
		answers->options->config, answers->user);
}

static bool may_replace(const struct setup_options *options)
{
	char line[16];

	if (access(options->config, F_OK) != 0 || options->force)
		return true;
	if (!terminal_is_interactive())
		return complain(options->config, "is there already; --force replaces it");
	fprintf(stderr, "%s is there already; it would be kept as %s.old.\n", options->config,
		options->config);
	return terminal_ask("Write it anew? (yes or no)", "no", line, sizeof line) &&
	       (strcmp(line, "yes") == 0 || complain("setup", "nothing was written"));
}

static enum exit_status run(struct answers *answers)
{
	struct setup_files files = {.config = answers->options->config,
		.user = answers->user,
		.homeserver = answers->homeserver,
		.store = answers->options->store,
		.secret = answers->secret};
	struct cfg *config = NULL;
	enum exit_status status = STATUS_FAILED;

	if (!privilege_drop(answers->options->config) || !may_replace(answers->options) ||
		!ask_everything(answers))
		return STATUS_FAILED;
	files.login = answers->login;
	/* log_in opens the store as its owner, but root must own the files that setup installs. */
	if (setup_files_prepare(&files, &config) &&
		privilege_run_in_child(log_in, &(struct log_in_args){answers, config}) &&
		setup_files_install(&files)) {
		tell_next_step(answers);
		status = STATUS_FINE;
	}
	setup_files_finish(&files);
	cfg_destroy(config);
	return status;
}

enum exit_status setup_run(const struct setup_options *options)
{
	struct answers answers = {
		.options = options,
		.login = options->oauth   ? SETUP_OAUTH
			 : options->token ? SETUP_TOKEN
					  : SETUP_PASSWORD,
	};
	enum exit_status status = STATUS_FAILED;

	bot_log_set_level(BOT_LOG_ERROR);
	if (!mx_init()) {
		complain("setup", "libcurl or libsodium can't be started");
		return STATUS_FAILED;
	}
	answers.secret = sodium_malloc(SECRET_SIZE);
	if (answers.secret)
		status = run(&answers);
	sodium_free(answers.secret);
	curl_global_cleanup();
	return status;
}
