#include "config/check.h"

#include "config/address.h"
#include "config/schema.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PREFIX_MAX 32 /* bytes */

/* Paths of keys, for messages. */
#define USER       "matrix.user"
#define LOGIN      "matrix.login"
#define LISTEN     "application_service.listen"
#define URL        "application_service.url"
#define SERVERS    "invites.servers"
#define USERS      "invites.users"
#define FROM       "invites.from"
#define VERIFIERS  "encryption.verifiers"
#define MONITORING "monitoring.listen"

/* Returns the key that names a file with a secret, or NULL if none is given. */
static const char *find_secret_key(const struct cfg_matrix *matrix)
{
	if (matrix->password_file)
		return "password_file";
	return matrix->access_token_file ? "access_token_file" : NULL;
}

static void check_matrix(const struct cfg_matrix *matrix, struct report *report)
{
	const char *fault = cfg_homeserver_fault(matrix->homeserver);

	if (fault)
		report_value(report, "matrix.homeserver", "\"%s\" %s", matrix->homeserver, fault);
	if (!cfg_is_user(matrix->user))
		report_value(report, USER,
			"\"%s\" is no Matrix ID; write the whole of it, as in "
			"\"@engarde:example.org\"",
			matrix->user);
	if (matrix->password_file && matrix->access_token_file)
		report_node(report, "matrix.access_token_file",
			"both password_file and access_token_file are given; keep the one that the "
			"bot is to log in with");
	if (matrix->login == CFG_LOGIN_OAUTH && find_secret_key(matrix))
		report_value(report, LOGIN,
			"oauth needs neither password nor access token; take %s out",
			find_secret_key(matrix));
}

/* Whether the address stands for all addresses of the machine, so that nobody can connect to it. */
static bool is_wildcard(const char *listen)
{
	return !strncmp(listen, "0.0.0.0:", 8) || !strncmp(listen, "[::]:", 5);
}

/* Whether the localpart can stand unquoted in the registration and in a path. */
static bool is_plain_localpart(const char *user)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-";

	return user[0] == '@' && user[1 + strspn(user + 1, allowed)] == ':';
}

static bool is_base_url(const char *url)
{
	return (!strncasecmp(url, "http://", 7) || !strncasecmp(url, "https://", 8)) &&
	       cfg_is_graphic(url) && !strpbrk(url, "\"'\\?#");
}

static void check_service(const struct cfg *config, struct report *report)
{
	const struct cfg_service *service = &config->service;
	const char *secret = find_secret_key(&config->matrix);

	if (!service->registration_file)
		return;
	if (secret)
		report_node(report, "application_service.registration_file",
			"an application service needs neither password nor access token; take "
			"matrix.%s out",
			secret);
	if (config->matrix.login == CFG_LOGIN_OAUTH)
		report_value(report, LOGIN,
			"an application service logs in with its registration; take login out");
	if (!is_plain_localpart(config->matrix.user))
		report_value(report, USER,
			"\"%s\" can't be an application service's; write a name of a-z, 0-9 and "
			". _ = - before the colon",
			config->matrix.user);
	if (!cfg_is_listener(service->listen))
		report_value(report, LISTEN,
			"\"%s\" is no address in numbers with a port; write it as 127.0.0.1:8009",
			service->listen);
	if (!service->url && is_wildcard(service->listen))
		report_value(report, LISTEN,
			"\"%s\" says not where the homeserver finds the bot; say it with " URL
			", as in http://engarde:8009",
			service->listen);
	if (service->url && !is_base_url(service->url))
		report_value(report, URL,
			"\"%s\" is no base address; write it as http://engarde:8009", service->url);
}

static void check_prefixes(const struct cfg *config, struct report *report)
{
	for (unsigned i = 0; i < config->prefixes_count; i++) {
		char path[32];

		snprintf(path, sizeof(path), "prefixes[%u]", i);
		if (!cfg_is_graphic(config->prefixes[i]))
			report_value(report, path, "\"%s\" has a space in it; write one word",
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
			report_value(report, path, "\"%s\" can't be right; write it as in %s",
				list[i], example);
	}
}

static void check_invites(const struct cfg_invites *invites, struct report *report)
{
	bool lists = invites->servers_count || invites->users_count;

	check_list(invites->servers, invites->servers_count, SERVERS, cfg_is_server_name,
		"example.org", report);
	check_list(invites->users, invites->users_count, USERS, cfg_is_user,
		"\"@somebody:example.org\"", report);
	if (invites->from == CFG_INVITES_LISTED && !lists)
		report_value(
			report, FROM, "listed, but nobody is; add servers or users under invites");
	/* A person who lists servers means these alone, but without `from` the bot takes anyone. */
	if (invites->from != CFG_INVITES_LISTED && lists)
		report_node(report, invites->servers_count ? SERVERS : USERS,
			"servers and users have a meaning with \"from: listed\" only; write that, "
			"or take them out");
}

/* The bot never verifies a device of its own account: a verified device gets its secrets. */
static void check_encryption(const struct cfg *config, struct report *report)
{
	const struct cfg_encryption *encryption = &config->encryption;

	check_list(encryption->verifiers, encryption->verifiers_count, VERIFIERS, cfg_is_user,
		"\"@somebody:example.org\"", report);
	for (unsigned i = 0; i < encryption->verifiers_count; i++)
		if (strcmp(encryption->verifiers[i], config->matrix.user) == 0)
			report_value(report, VERIFIERS,
				"the bot can't verify itself; name the account that you use");
}

/* Whether the text is an address of 127.0.0.0/8 or [::1], and a port from 0 to 65535. */
static bool is_local_listener(const char *text)
{
	const char *colon = strrchr(text, ':');
	size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

	return digits > 0 && digits <= 5 && !colon[1 + digits] &&
	       strtoul(colon + 1, NULL, 10) <= UINT16_MAX &&
	       strncasecmp(text, "localhost", 9) != 0 &&
	       cfg_is_loopback(text, (size_t)(colon - text));
}

/* Metrics and health are for this machine alone. To offer them elsewhere, people run a proxy. */
static void check_monitoring(const struct cfg_monitoring *monitoring, struct report *report)
{
	if (monitoring->listen && !is_local_listener(monitoring->listen))
		report_value(report, MONITORING,
			"\"%s\" is no address of this machine alone; write 127.0.0.1 or [::1] with "
			"a port, as in 127.0.0.1:9464",
			monitoring->listen);
}

/* libcyaml reads "30d" as 30, "010" as 8 and "0x10" as 16. */
static bool is_decimal(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && !text[digits] && (text[0] != '0' || digits == 1);
}

static void check_numbers(const struct cfg *config, struct report *report)
{
	for (size_t i = 0; i < CFG_NUMBERS; i++) {
		const struct cfg_number *number = &cfg_numbers[i];
		const struct node *node = node_index_find(report->index, number->path);
		uint32_t value;

		memcpy(&value, (const char *)config + number->offset, sizeof(value));
		if (node && !is_decimal(node->text))
			report_value(report, number->path,
				"expected a whole number from %u to %u (decimal digits only, no "
				"leading zero), found \"%s\"",
				number->least, number->most, node->text);
		else if (value < number->least || value > number->most)
			report_value(report, number->path, "%u is out of range; write %u to %u",
				value, number->least, number->most);
	}
}

void cfg_check(const struct cfg *config, struct report *report)
{
	check_matrix(&config->matrix, report);
	check_service(config, report);
	check_prefixes(config, report);
	check_invites(&config->invites, report);
	check_encryption(config, report);
	check_numbers(config, report);
	check_monitoring(&config->monitoring, report);
}
