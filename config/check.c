#include "config/check.h"

#include "config/address.h"
#include "config/config.h"
#include "config/document.h"
#include "config/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_MAX     255 /* the most bytes of a Matrix identifier, by the specification */
#define PREFIX_MAX 32  /* the most bytes of a prefix */

/* The paths of keys, as messages show them. */
#define USER       "matrix.user"
#define LOGIN      "matrix.login"
#define LISTEN     "application_service.listen"
#define URL        "application_service.url"
#define SERVERS    "invites.servers"
#define USERS      "invites.users"
#define FROM       "invites.from"
#define ADMINS     "admins.users"
#define ENCRYPTION "encryption"
#define VERIFIERS  "encryption.verifiers"
#define NOTICE     "privacy_notice"
#define MONITORING "monitoring.listen"
#define WEB_LISTEN "web.listen"
#define WEB_URL    "web.url"

/* Whether the text is host[:port]: Matrix specification, appendix "Server name". */
static bool is_server_name(const char *text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";

	return *text && strlen(text) <= ID_MAX && text[strspn(text, allowed)] == '\0';
}

bool cfg_is_user(const char *text)
{
	const char *colon = strchr(text, ':');

	return text[0] == '@' && colon && colon > text + 1 && cfg_is_graphic(text) &&
	       strlen(text) <= ID_MAX && is_server_name(colon + 1);
}

/* Returns the key that names the file with the secret, or NULL if neither key is given. */
static const char *find_secret_key(const struct cfg_matrix *matrix)
{
	if (matrix->password_file)
		return "password_file";
	return matrix->access_token_file ? "access_token_file" : NULL;
}

static void check_matrix(const struct cfg_matrix *matrix, struct report *report)
{
	const char *fault =
		cfg_homeserver_fault(matrix->homeserver, matrix->insecure_http == CFG_PERMITTED);

	if (fault)
		report_value(report, "matrix.homeserver", "\"%s\" %s", matrix->homeserver, fault);
	if (!cfg_is_user(matrix->user))
		report_value(report, USER,
			"\"%s\" is not a whole Matrix ID; write it as in \"@engarde:example.org\"",
			matrix->user);
	if (matrix->password_file && matrix->access_token_file)
		report_node(report, "matrix.access_token_file",
			"password_file and access_token_file are both given; keep only the one "
			"with which the bot logs in");
	if (matrix->login == CFG_LOGIN_OAUTH && find_secret_key(matrix))
		report_value(report, LOGIN,
			"oauth needs no password and no access token; remove %s",
			find_secret_key(matrix));
}

/* Whether the localpart needs no quotes in a registration, and no escapes in a URL. */
static bool is_plain_localpart(const char *user)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-";

	return user[0] == '@' && user[1 + strspn(user + 1, allowed)] == ':';
}

static void check_service(const struct cfg *config, struct report *report)
{
	const struct cfg_service *service = &config->service;
	const char *secret = find_secret_key(&config->matrix);

	if (!service->registration_file)
		return;
	if (secret)
		report_node(report, "application_service.registration_file",
			"an application service needs no password and no access token; remove "
			"matrix.%s",
			secret);
	if (config->matrix.login == CFG_LOGIN_OAUTH)
		report_value(report, LOGIN,
			"an application service logs in with its registration; remove login");
	if (!is_plain_localpart(config->matrix.user))
		report_value(report, USER,
			"\"%s\" can't be the user of an application service; before the colon, "
			"use only a-z, 0-9 and . _ = -",
			config->matrix.user);
	if (!cfg_is_listener(service->listen, 1))
		report_value(report, LISTEN,
			"\"%s\" is not a numeric address with a port; write it as in "
			"127.0.0.1:8009",
			service->listen);
	if (!service->url && cfg_is_wildcard(service->listen))
		report_value(report, LISTEN,
			"\"%s\" means all addresses of this machine, so the homeserver does not "
			"know where to connect; add " URL ", as in http://engarde:8009",
			service->listen);
	if (service->url && !cfg_is_base_url(service->url))
		report_value(report, URL,
			"\"%s\" is not a base address; write it as in http://engarde:8009",
			service->url);
}

static void check_prefixes(const struct cfg *config, struct report *report)
{
	for (unsigned i = 0; i < config->prefixes_count; i++) {
		char path[32];

		snprintf(path, sizeof(path), "prefixes[%u]", i);
		if (!cfg_is_graphic(config->prefixes[i]))
			report_value(report, path, "\"%s\" contains a space; use one word",
				config->prefixes[i]);
		if (strlen(config->prefixes[i]) > PREFIX_MAX)
			report_value(
				report, path, "is longer than %d bytes; shorten it", PREFIX_MAX);
	}
}

static void check_list(char *const *list, unsigned count, const char *key,
	bool (*is_right)(const char *text), const char *example, struct report *report)
{
	for (unsigned i = 0; i < count; i++) {
		char path[48];

		snprintf(path, sizeof(path), "%s[%u]", key, i);
		if (!is_right(list[i]))
			report_value(report, path, "\"%s\" has the wrong form; write it as in %s",
				list[i], example);
	}
}

static void check_invites(const struct cfg_invites *invites, struct report *report)
{
	bool lists = invites->servers_count || invites->users_count;

	check_list(invites->servers, invites->servers_count, SERVERS, is_server_name, "example.org",
		report);
	check_list(invites->users, invites->users_count, USERS, cfg_is_user,
		"\"@somebody:example.org\"", report);
	if (invites->from == CFG_INVITES_LISTED && !lists)
		report_value(report, FROM, "nobody is listed; add servers or users under invites");
	/*
	 * A person who lists servers or users wants invitations only from these servers and users.
	 * But the bot ignores both lists unless `from` is "listed".
	 */
	if (invites->from != CFG_INVITES_LISTED && lists)
		report_node(report, invites->servers_count ? SERVERS : USERS,
			"servers and users take effect only with \"from: listed\"; add that line, "
			"or remove them");
}

static void check_admins(const struct cfg *config, struct report *report)
{
	const struct cfg_admins *admins = &config->admins;

	check_list(admins->users, admins->users_count, ADMINS, cfg_is_user,
		"\"@somebody:example.org\"", report);
	for (unsigned i = 0; i < admins->users_count; i++)
		if (strcmp(admins->users[i], config->matrix.user) == 0)
			report_value(report, ADMINS,
				"the bot can't be its own admin; name your own account");
}

/*
 * Checks that `verifiers` does not name the bot itself, because a verified device of the bot's own
 * account would get the account's secrets. A bot that can't encrypt must not start with this
 * section, because the host would believe that it encrypts.
 */
static void check_encryption(const struct cfg *config, bool can_encrypt, struct report *report)
{
	const struct cfg_encryption *encryption = &config->encryption;

	if (!can_encrypt && document_find(report->document, ENCRYPTION))
		report_value(report, ENCRYPTION,
			"this bot was built without encryption; remove this section, or install a "
			"bot with encryption (hosting guide, \"Encrypted rooms\")");
	check_list(encryption->verifiers, encryption->verifiers_count, VERIFIERS, cfg_is_user,
		"\"@somebody:example.org\"", report);
	for (unsigned i = 0; i < encryption->verifiers_count; i++)
		if (strcmp(encryption->verifiers[i], config->matrix.user) == 0)
			report_value(report, VERIFIERS,
				"the bot can't verify itself; name your own account");
}

/*
 * Checks an address that only this machine may reach, unless the host permits more. `path` is the
 * path of the key, and `example` a right value.
 */
static void check_listener(const char *listen, enum cfg_permission insecure, const char *path,
	const char *example, struct report *report)
{
	if (!cfg_is_listener(listen, 0))
		report_value(report, path,
			"\"%s\" is not a numeric address with a port; write it as in %s", listen,
			example);
	else if (insecure != CFG_PERMITTED && !cfg_is_local_listener(listen))
		report_value(report, path,
			"\"%s\" lets other machines connect; write 127.0.0.1 or [::1] with a "
			"port, as in %s, or add \"insecure_listen: true\" in a private network",
			listen, example);
}

/* Everybody who can connect can read the bot's health and metrics. */
static void check_monitoring(const struct cfg_monitoring *monitoring, struct report *report)
{
	if (monitoring->listen)
		check_listener(monitoring->listen, monitoring->insecure_listen, MONITORING,
			"127.0.0.1:9464", report);
}

/*
 * Checks that other machines reach the web page only through the host's proxy, which encrypts, and
 * that browsers call the proxy by https.
 */
static void check_web(const struct cfg_web *web, struct report *report)
{
	const char *fault = web->url ? cfg_page_fault(web->url) : NULL;

	if (!web->listen)
		return;
	check_listener(web->listen, web->insecure_listen, WEB_LISTEN, "127.0.0.1:8010", report);
	if (fault)
		report_value(report, WEB_URL, "\"%s\" %s", web->url, fault);
}

/* Checks that no two parts of the bot listen at the same address. */
static void check_clashes(const struct cfg *config, struct report *report)
{
	const struct {
		const char *path, *listen;
	} listeners[] = {
		{LISTEN, config->service.registration_file ? config->service.listen : NULL},
		{MONITORING, config->monitoring.listen},
		{WEB_LISTEN, config->web.listen},
	};

	for (size_t i = 0; i < sizeof(listeners) / sizeof(*listeners); i++)
		for (size_t j = 0; j < i; j++) {
			const char *a = listeners[j].listen, *b = listeners[i].listen;

			if (a && b && cfg_is_listener(a, 0) && cfg_is_listener(b, 0) &&
				cfg_listeners_clash(a, b))
				report_value(report, listeners[i].path,
					"\"%s\" has the port of %s; give each a port of its own", b,
					listeners[j].path);
		}
}

/*
 * Whether the text is a decimal number. libcyaml accepts other texts, too: it reads "30d" as 30,
 * "010" as 8 and "0x10" as 16.
 */
static bool is_decimal(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && !text[digits] && (text[0] != '0' || digits == 1);
}

static void check_numbers(const struct cfg *config, struct report *report)
{
	for (size_t i = 0; i < CFG_NUMBERS; i++) {
		const struct cfg_number *number = &cfg_numbers[i];
		const struct node *node = document_find(report->document, number->path);
		uint32_t value;

		memcpy(&value, (const char *)config + number->offset, sizeof(value));
		if (node && !is_decimal(node->text))
			report_value(report, number->path,
				"expected a whole number from %u to %u (decimal digits only, no "
				"leading zero), found \"%s\"",
				number->least, number->most, node->text);
		else if (value < number->least || value > number->most)
			report_value(report, number->path,
				"%u is out of range; write a number from %u to %u", value,
				number->least, number->most);
	}
}

/* Checks that the bot keeps its matches in a file. SQLite gives this name a meaning of its own. */
static void check_store(const char *store, struct report *report)
{
	if (strcmp(store, ":memory:") == 0)
		report_value(report, "store",
			"\"%s\" would lose everything when the bot ends; name a file", store);
}

/* Checks that the notice is one line, because the bot puts it into a line of its answer. */
static void check_notice(const char *notice, struct report *report)
{
	for (const char *at = notice; at && *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f) {
			report_value(report, NOTICE,
				"has a line break or another control character; write one line");
			return;
		}
}

void cfg_check(const struct cfg *config, bool can_encrypt, struct report *report)
{
	check_matrix(&config->matrix, report);
	check_service(config, report);
	check_prefixes(config, report);
	check_invites(&config->invites, report);
	check_admins(config, report);
	check_encryption(config, can_encrypt, report);
	check_store(config->store, report);
	check_notice(config->privacy_notice, report);
	check_numbers(config, report);
	check_monitoring(&config->monitoring, report);
	check_web(&config->web, report);
	check_clashes(config, report);
}
