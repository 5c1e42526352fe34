#include "config/check.h"

#include "config/address.h"
#include "config/environment.h"

#include <string.h>

/* What is checked, and where its faults go. */
struct check {
	const struct cfg *config;
	const struct document *document;
	struct report *report;
};

/* Returns the node with this path, or NULL if there is none or if its value has a fault. */
static struct node *find_sound(const struct check *check, const char *path)
{
	struct node *node = document_find(check->document, path, NULL);

	return node && !node->is_faulty ? node : NULL;
}

static bool is_faulty(const struct check *check, const char *path)
{
	return document_find(check->document, path, NULL) && !find_sound(check, path);
}

/* Returns the key that names the file with the secret, or NULL if neither key is given. */
static const char *find_secret_key(const struct cfg_matrix *matrix)
{
	if (matrix->password_file)
		return "matrix.password_file";
	return matrix->access_token_file ? "matrix.access_token_file" : NULL;
}

/* How people write a key and its value, for a message. */
struct shown {
	char text[VARIABLE_SIZE + 16];
};

/*
 * Returns the name of a key for a message. It is the environment variable if this one sets the key
 * or, for a key that is not set, if a variable sets the node `at`; else it is the path in the file.
 */
static const char *show_key(
	const struct check *check, const struct node *at, const char *path, struct shown *shown)
{
	const struct node *node = document_find(check->document, path, NULL);
	char variable[VARIABLE_SIZE];

	if (node ? node->variable : at->variable)
		path = environment_variable(cfg_key_find(path), variable);
	snprintf(shown->text, sizeof(shown->text), "%s", path);
	return shown->text;
}

/* Returns the line that gives the key this value. */
static const char *show_line(
	const struct node *at, const char *path, const char *value, struct shown *shown)
{
	const struct cfg_key *key = cfg_key_find(path);
	char variable[VARIABLE_SIZE];

	if (at->variable)
		snprintf(shown->text, sizeof(shown->text), "%s=%s",
			environment_variable(key, variable), value);
	else
		snprintf(shown->text, sizeof(shown->text), "\"%s: %s\"", cfg_key_name(key), value);
	return shown->text;
}

static void check_matrix(const struct check *check)
{
	const struct cfg_matrix *matrix = &check->config->matrix;
	struct node *homeserver = find_sound(check, "matrix.homeserver");
	struct node *login = find_sound(check, "matrix.login");
	struct node *token = find_sound(check, "matrix.access_token_file");
	bool insecure =
		matrix->insecure_http == CFG_PERMITTED || is_faulty(check, "matrix.insecure_http");
	const char *fault = homeserver ? cfg_homeserver_fault(matrix->homeserver, insecure) : NULL;
	struct quote quote;
	struct shown shown[2];

	if (fault)
		document_report(check->report, homeserver, "\"%s\" %s%s",
			report_quote(&quote, matrix->homeserver), fault,
			homeserver->variable && strstr(fault, "insecure_http")
				? "; its variable is ENGARDE_MATRIX__INSECURE_HTTP"
				: "");
	if (token && matrix->password_file)
		document_report(check->report, token,
			"%s and %s are both given; keep only the one with which the bot logs in",
			show_key(check, token, "matrix.password_file", &shown[0]),
			show_key(check, token, "matrix.access_token_file", &shown[1]));
	if (login && matrix->login == CFG_LOGIN_OAUTH && find_secret_key(matrix))
		document_report(check->report, login,
			"oauth needs no password and no access token; remove %s",
			show_key(check, login, find_secret_key(matrix), &shown[0]));
}

/* Whether the localpart needs no quotes in a registration, and no escapes in a URL. */
static bool is_plain_localpart(const char *user)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-";

	return user[0] == '@' && user[1 + strspn(user + 1, allowed)] == ':';
}

/* Checks that a bot that is an application service has no other way to log in. */
static void check_service_login(const struct check *check)
{
	const struct cfg_matrix *matrix = &check->config->matrix;
	const char *secret = find_secret_key(matrix);
	struct node *registration = find_sound(check, "application_service.registration_file");
	struct node *login = find_sound(check, "matrix.login");
	struct shown shown = {0};

	if (!registration)
		return;
	if (secret)
		document_report(check->report, registration,
			"an application service needs no password and no access token; remove %s",
			show_key(check, registration, secret, &shown));
	if (login && matrix->login == CFG_LOGIN_OAUTH)
		document_report(check->report, login,
			"an application service logs in with its registration; remove %s",
			show_key(check, login, "matrix.login", &shown));
}

static void check_store(const struct check *check)
{
	struct node *folder = find_sound(check, "folder");

	if (folder && !is_faulty(check, "store") && !cfg_is_server_url(check->config->store))
		document_report(check->report, folder,
			"takes effect only if the store is in a PostgreSQL database; remove it, "
			"because a store in a file has the other files beside it");
}

static void check_service(const struct check *check)
{
	const struct cfg *config = check->config;
	struct node *user = find_sound(check, "matrix.user");
	struct node *listen = find_sound(check, "application_service.listen");
	struct quote quote;
	struct shown shown = {0};

	if (!document_find(check->document, "application_service", NULL))
		return;
	check_service_login(check);
	if (user && !is_plain_localpart(config->matrix.user))
		document_report(check->report, user,
			"\"%s\" can't be the user of an application service; before the colon, "
			"use only a-z, 0-9 and . _ = -",
			report_quote(&quote, config->matrix.user));
	if (listen && cfg_is_wildcard(config->service.listen) &&
		!document_find(check->document, "application_service.url", NULL))
		document_report(check->report, listen,
			"\"%s\" means all addresses of this machine, so the homeserver does not "
			"know where to connect; add %s, as in http://engarde:8009",
			config->service.listen,
			show_key(check, listen, "application_service.url", &shown));
}

static void check_invites(const struct check *check)
{
	const struct cfg_invites *invites = &check->config->invites;
	struct node *from = find_sound(check, "invites.from");
	struct node *servers = find_sound(check, "invites.servers");
	struct node *users = find_sound(check, "invites.users"), *list;
	struct shown shown[2];
	bool is_listed = invites->from == CFG_INVITES_LISTED;
	bool is_unsure = is_faulty(check, "invites.from") || is_faulty(check, "invites.servers") ||
			 is_faulty(check, "invites.users");
	bool has_lists = invites->servers_count || invites->users_count;

	if (is_unsure)
		return;
	if (is_listed && !has_lists)
		document_report(check->report, from, "nobody is listed; add %s or %s",
			show_key(check, from, "invites.servers", &shown[0]),
			show_key(check, from, "invites.users", &shown[1]));
	/*
	 * A person who lists servers or users wants invitations only from these servers and users.
	 * But the bot ignores both lists unless `from` is "listed".
	 */
	if (!is_listed && has_lists) {
		list = invites->servers_count ? servers : users;
		document_report(check->report, list,
			"servers and users take effect only with %s; add that, or remove them",
			show_line(list, "invites.from", "listed", &shown[0]));
	}
}

/* Reports `fault` if a list of users names the bot itself. */
static void check_bot_is_not_in(const struct check *check, char *const *users, unsigned count,
	const char *path, const char *fault)
{
	const char *bot = check->config->matrix.user;
	struct node *list = find_sound(check, path);

	for (unsigned i = 0; bot && list && i < count; i++)
		if (users[i] && !strcmp(users[i], bot))
			document_report(check->report, list, "%s", fault);
}

/*
 * Checks that `verifiers` does not name the bot itself, because a verified device of the bot's own
 * account would get the account's secrets. A bot that can't encrypt must not start with this
 * section, because the operator would believe that it encrypts.
 */
static void check_encryption(const struct check *check, bool can_encrypt)
{
	const struct cfg_encryption *encryption = &check->config->encryption;
	struct node *section = document_find(check->document, "encryption", NULL);

	if (!can_encrypt && section)
		document_report(check->report, section,
			"this bot was built without encryption; remove this section, or install a "
			"bot with encryption (hosting guide, \"Encrypted rooms\")");
	check_bot_is_not_in(check, encryption->verifiers, encryption->verifiers_count,
		"encryption.verifiers", "the bot can't verify itself; name your own account");
}

/*
 * Checks an address that only this machine may reach, unless the file permits more. `path` is the
 * path of the key, and `insecure` the path of the key that permits more. Everybody who can connect
 * to the address for monitoring can read the bot's health and metrics. Other machines reach the web
 * page only through a proxy on this machine, which encrypts.
 */
static void check_listener(const struct check *check, const char *listen, const char *path,
	enum cfg_permission permission, const char *insecure, const char *example)
{
	struct node *node = find_sound(check, path);
	struct shown shown = {0};

	if (!node || permission == CFG_PERMITTED || is_faulty(check, insecure) ||
		cfg_is_local_listener(listen))
		return;
	document_report(check->report, node,
		"\"%s\" lets other machines connect; write 127.0.0.1 or [::1] with a port, as in "
		"%s, or add %s in a private network",
		listen, example, show_line(node, insecure, "true", &shown));
}

/* Checks that no two parts of the bot listen at the same address. */
static void check_clashes(const struct check *check)
{
	const struct cfg *config = check->config;
	const struct {
		const char *path, *listen;
	} listeners[] = {
		{"application_service.listen",
			config->service.registration_file ? config->service.listen : NULL},
		{"monitoring.listen", config->monitoring.listen},
		{"web.listen", config->web.listen},
	};

	for (size_t i = 1; i < sizeof(listeners) / sizeof(*listeners); i++)
		for (size_t j = 0; j < i; j++) {
			const char *a = listeners[j].listen, *b = listeners[i].listen;
			struct node *node = document_find(check->document, listeners[i].path, NULL);
			struct shown shown = {0};

			if (node && a && b && cfg_listeners_clash(a, b))
				document_report(check->report, node,
					"\"%s\" has the port of %s; give each a port of its own", b,
					show_key(check, node, listeners[j].path, &shown));
		}
}

void cfg_check(const struct cfg *config, const struct document *document, bool can_encrypt,
	struct report *report)
{
	const struct check check = {config, document, report};

	check_matrix(&check);
	check_service(&check);
	check_store(&check);
	check_invites(&check);
	check_bot_is_not_in(&check, config->admins.users, config->admins.users_count,
		"admins.users", "the bot can't be its own admin; name your own account");
	check_encryption(&check, can_encrypt);
	check_listener(&check, config->monitoring.listen, "monitoring.listen",
		config->monitoring.insecure_listen, "monitoring.insecure_listen", "127.0.0.1:9464");
	check_listener(&check, config->web.listen, "web.listen", config->web.insecure_listen,
		"web.insecure_listen", "127.0.0.1:8010");
	check_clashes(&check);
}
