#include "bot/program/setup.h"

#include "adapters/matrix/discover.h"
#include "adapters/matrix/matrix.h"
#include "bot/log.h"
#include "bot/program/ask.h"
#include "bot/program/login.h"
#include "bot/program/written.h"
#include "config/config.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE   1024
#define SECRET_SIZE 4096

struct answers {
	const struct setup_wishes *wishes;
	char user[LINE_SIZE];
	char homeserver[LINE_SIZE];
	char *secret; /* SECRET_SIZE bytes of sodium_malloc's */
	enum written_way way;
};

static bool complain(const char *what, const char *why)
{
	fprintf(stderr, "engarde-bot: %s: %s\n", what, why);
	return false;
}

static bool ask_user(struct answers *answers)
{
	const char *known = answers->wishes->user;

	if (known && strlen(known) < LINE_SIZE)
		stpcpy(answers->user, known);
	else if (!ask_is_possible())
		return complain("setup", "say which account: --user @engarde:example.org");
	else if (!ask_line("The bot's account, as in @engarde:example.org", NULL, answers->user,
			 LINE_SIZE))
		return complain("setup", "nothing was written");
	if (!cfg_is_user(answers->user))
		return complain(answers->user,
			"is no Matrix ID; write the whole of it, as in @engarde:example.org");
	return true;
}

/* The server's own word for where its client API is, or what the person says. */
static bool ask_homeserver(struct answers *answers)
{
	const char *known = answers->wishes->homeserver;
	char found[MX_BASE_SIZE];

	if (known && strlen(known) < LINE_SIZE) {
		stpcpy(answers->homeserver, known);
		return true;
	}
	if (!mx_discover(strchr(answers->user, ':') + 1, found))
		complain(found, "says in .well-known/matrix/client nothing that can be understood");
	if (!ask_is_possible()) {
		stpcpy(answers->homeserver, found);
		return true;
	}
	return ask_line("Its homeserver", found, answers->homeserver, LINE_SIZE) ||
	       complain("setup", "nothing was written");
}

/* Where nobody logs in with a password. */
static bool find_other_way(struct answers *answers, const struct mx_server *server)
{
	if (!server->delegated)
		fputs("It lets nobody log in with a password.\n", stderr);
	else if (server->device_grant)
		fputs("Its accounts log in with a browser.\n", stderr);
	else
		fputs("Its accounts belong to an authentication service. Ask it for a token, as "
		      "with\n    mas-cli manage issue-compatibility-token NAME\n",
			stderr);
	if (!ask_is_possible())
		return complain("setup", server->device_grant
						 ? "say that somebody is there to open a link "
						   "(--oauth), or give an access token: --token"
						 : "give an access token: --token");
	answers->way = server->device_grant ? WRITTEN_OAUTH : WRITTEN_TOKEN;
	return true;
}

static bool look(struct answers *answers)
{
	struct mx_server server = {.password = false};
	const char *why = cfg_is_homeserver(answers->homeserver)
				  ? mx_look(answers->homeserver, &server)
				  : "must begin with https:// (http:// for this machine only)";

	if (why)
		return complain(answers->homeserver, why);
	fprintf(stderr, "%s is a homeserver that speaks Matrix %s to %s.\n", answers->homeserver,
		server.oldest, server.newest);
	return server.password || answers->way != WRITTEN_PASSWORD ||
	       find_other_way(answers, &server);
}

static bool ask_for_secret(struct answers *answers)
{
	bool token = answers->way == WRITTEN_TOKEN;
	bool choice = ask_is_possible() && !token;

	if (answers->way == WRITTEN_OAUTH)
		return true;
	if (!ask_secret(choice  ? "Its password (nothing: an access token instead)"
			: token ? "Its access token"
				: "Its password",
		    answers->secret, SECRET_SIZE))
		return complain("setup", "nothing was written");
	if (choice && !*answers->secret) {
		answers->way = WRITTEN_TOKEN;
		if (!ask_secret("Its access token", answers->secret, SECRET_SIZE))
			return complain("setup", "nothing was written");
	}
	return *answers->secret || complain("setup", "without a secret there is no account");
}

/* The session stays in the store: when the bot starts it goes on with it. */
static bool log_in(const struct answers *answers, const struct cfg *config)
{
	struct cfg_secrets secrets = {0};

	if (answers->way == WRITTEN_PASSWORD)
		secrets.password = answers->secret;
	if (answers->way == WRITTEN_TOKEN)
		secrets.access_token = answers->secret;
	return login_store(config, &secrets, answers->wishes->stop);
}

static bool ask_everything(struct answers *answers)
{
	return ask_user(answers) && ask_homeserver(answers) && look(answers) &&
	       ask_for_secret(answers);
}

static void tell_next_step(const struct answers *answers)
{
	printf("Start the bot:     engarde-bot --config %s\n"
	       "  or, as a service: systemctl enable --now engarde-bot\n"
	       "Then invite %s into a room without encryption, and write there:\n"
	       "    !eg challenge\n",
		answers->wishes->config, answers->user);
}

static bool may_replace(const struct setup_wishes *wishes)
{
	char line[16];

	if (!written_is_there(wishes->config) || wishes->force)
		return true;
	if (!ask_is_possible())
		return complain(wishes->config, "is there already; --force replaces it");
	fprintf(stderr, "%s is there already; it would be kept as %s.old.\n", wishes->config,
		wishes->config);
	return ask_line("Write it anew? (yes or no)", "no", line, sizeof line) &&
	       (strcmp(line, "yes") == 0 || complain("setup", "nothing was written"));
}

static enum status run(struct answers *answers)
{
	struct written written = {.config = answers->wishes->config,
		.user = answers->user,
		.homeserver = answers->homeserver,
		.store = answers->wishes->store,
		.secret = answers->secret};
	struct cfg *config = NULL;
	enum status status = STATUS_FAILED;

	if (!may_replace(answers->wishes) || !ask_everything(answers))
		return STATUS_FAILED;
	written.way = answers->way;
	if (written_prepare(&written, &config) && log_in(answers, config) &&
		written_finish(&written)) {
		tell_next_step(answers);
		status = STATUS_FINE;
	}
	written_drop(&written);
	cfg_destroy(config);
	return status;
}

enum status setup(const struct setup_wishes *wishes)
{
	struct answers answers = {
		.wishes = wishes,
		.way = wishes->oauth   ? WRITTEN_OAUTH
		       : wishes->token ? WRITTEN_TOKEN
				       : WRITTEN_PASSWORD,
	};
	enum status status = STATUS_FAILED;

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
