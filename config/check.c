#include "config/check.h"

#include "config/schema.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ID_MAX     255 /* bytes of a Matrix identifier: Matrix specification, appendix 4.2 */
#define PREFIX_MAX 32

static const char *const default_prefixes[] = {"!engarde", "!eg"};
#define DEFAULT_PREFIXES (sizeof(default_prefixes) / sizeof(default_prefixes[0]))

/* Letters, digits and punctuation only: no space, nothing that steers a terminal. */
static bool is_graphic(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text <= ' ' || *text == 0x7f)
			return false;
	return true;
}

/* host[:port]: Matrix specification, appendix 4.1. */
static bool is_server_name(const char *text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";

	return *text && strlen(text) <= ID_MAX && text[strspn(text, allowed)] == '\0';
}

static bool is_user_id(const char *text)
{
	const char *colon = strchr(text, ':');

	return text[0] == '@' && colon && colon > text + 1 && is_graphic(text) &&
	       strlen(text) <= ID_MAX && is_server_name(colon + 1);
}

/* Whether the host (of `length` bytes) can only be this machine. */
static bool is_loopback(const char *host, size_t length)
{
	if (length == 9 && !strncasecmp(host, "localhost", length))
		return true;
	if (length == 5 && !strncmp(host, "[::1]", length))
		return true;
	/* 127.0.0.0/8, but not a name that only begins like it */
	return length > 4 && !strncmp(host, "127.", 4) && strspn(host, "0123456789.") == length;
}

/* What is wrong with a base address; NULL: nothing. */
static const char *fault_of_homeserver(const char *url)
{
	bool https = !strncasecmp(url, "https://", 8);
	bool http = !strncasecmp(url, "http://", 7);

	if (!https && !http)
		return "is no https address; write it as https://matrix.example.org";

	const char *host = url + (https ? 8 : 7);
	size_t length = host[0] == '[' ? strcspn(host, "]/?#@") + (strchr(host, ']') != NULL)
				       : strcspn(host, ":/?#@");
	if (!length || strpbrk(host, "?#@") || !is_graphic(url))
		return "is no base address; write scheme, host and port only, as in "
		       "https://matrix.example.org";
	if (http && !is_loopback(host, length))
		return "would send the password unencrypted; use https (http is for 127.0.0.1, "
		       "[::1] and localhost only)";
	return NULL;
}

bool cfg_is_homeserver(const char *text)
{
	return !fault_of_homeserver(text);
}

bool cfg_is_user(const char *text)
{
	return is_user_id(text);
}

static void check_homeserver(const char *url, struct report *report)
{
	const char *fault = fault_of_homeserver(url);

	if (fault)
		report_value(
			report, "matrix.homeserver", "matrix.homeserver: \"%s\" %s", url, fault);
}

/* Two ways in are given where there is one. */
static void check_login(const struct cfg_matrix *matrix, struct report *report)
{
	const char *file = matrix->password_file       ? "password_file"
			   : matrix->access_token_file ? "access_token_file"
						       : NULL;

	if (matrix->login == CFG_LOGIN_OAUTH && file)
		report_value(report, "matrix.login",
			"matrix.login: oauth needs neither password nor access token; take %s out",
			file);
}

static void check_matrix(const struct cfg_matrix *matrix, struct report *report)
{
	check_homeserver(matrix->homeserver, report);
	if (!is_user_id(matrix->user))
		report_value(report, "matrix.user",
			"matrix.user: \"%s\" is no Matrix ID; write the whole of it, as in "
			"\"@engarde:example.org\"",
			matrix->user);
	if (matrix->password_file && matrix->access_token_file)
		report_value(report, "matrix.access_token_file",
			"both password_file and access_token_file are given; keep the one that the "
			"bot is to log in with");
	check_login(matrix, report);
}

/* An address in numbers and a port, as in 127.0.0.1:8009 or [::]:8009. */
static bool is_listener(const char *text)
{
	struct in6_addr address;
	char host[64];
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	bool bracketed = length > 2 && text[0] == '[' && text[length - 1] == ']';
	char *end;
	long port;

	if (!length || length >= sizeof(host) || !isdigit((unsigned char)colon[1]))
		return false;
	port = strtol(colon + 1, &end, 10);
	if (*end || port < 1 || port > 65535)
		return false;
	snprintf(host, sizeof(host), "%.*s", (int)(length - 2 * bracketed), text + bracketed);
	return inet_pton(bracketed ? AF_INET6 : AF_INET, host, &address) == 1;
}

/* Whether the homeserver can't be told to look there: the address means all that there are. */
static bool is_everywhere(const char *listen)
{
	return !strncmp(listen, "0.0.0.0:", 8) || !strncmp(listen, "[::]:", 5);
}

/* What can stand in the registration as it is, and in a path. */
static bool is_plain_localpart(const char *user)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-";

	return user[0] == '@' && user[1 + strspn(user + 1, allowed)] == ':';
}

static void check_url(const struct cfg_service *service, struct report *report)
{
	static const char path[] = "application_service.url";

	if (!service->url && is_everywhere(service->listen))
		report_value(report, "application_service.listen",
			"application_service.listen: \"%s\" says not where the homeserver finds "
			"the bot; say it with application_service.url, as in http://engarde:8009",
			service->listen);
	if (service->url && ((strncasecmp(service->url, "http://", 7) != 0 &&
				     strncasecmp(service->url, "https://", 8) != 0) ||
				    !is_graphic(service->url) || strpbrk(service->url, "\"'\\?#")))
		report_value(report, path,
			"%s: \"%s\" is no base address; write it as http://engarde:8009", path,
			service->url);
}

static void check_service(const struct cfg *config, struct report *report)
{
	const struct cfg_service *service = &config->service;

	if (!service->registration_file)
		return;
	if (config->matrix.password_file || config->matrix.access_token_file)
		report_value(report, "application_service.registration_file",
			"an application service needs neither password nor access token; take "
			"matrix.%s out",
			config->matrix.password_file ? "password_file" : "access_token_file");
	if (config->matrix.login == CFG_LOGIN_OAUTH)
		report_value(report, "matrix.login",
			"matrix.login: an application service logs in with its registration; take "
			"login out");
	if (!is_plain_localpart(config->matrix.user))
		report_value(report, "matrix.user",
			"matrix.user: \"%s\" can't be an application service's; write a name of "
			"a-z, 0-9 and . _ = - before the colon",
			config->matrix.user);
	if (!is_listener(service->listen))
		report_value(report, "application_service.listen",
			"application_service.listen: \"%s\" is no address in numbers with a port; "
			"write it as 127.0.0.1:8009",
			service->listen);
	check_url(service, report);
}

static void check_prefixes(const struct cfg *config, struct report *report)
{
	for (unsigned i = 0; i < config->prefixes_count; i++) {
		char path[32];
		snprintf(path, sizeof(path), "prefixes[%u]", i);
		if (!is_graphic(config->prefixes[i]))
			report_value(report, path, "%s: \"%s\" has a space in it; write one word",
				path, config->prefixes[i]);
		if (strlen(config->prefixes[i]) > PREFIX_MAX)
			report_value(report, path, "%s: is longer than %d bytes; shorten it", path,
				PREFIX_MAX);
	}
}

static void check_list(char *const *list, unsigned count, const char *key,
	bool (*is_right)(const char *text), const char *example, struct report *report)
{
	for (unsigned i = 0; i < count; i++) {
		char path[48];
		snprintf(path, sizeof(path), "%s[%u]", key, i);
		if (!is_right(list[i]))
			report_value(report, path, "%s: \"%s\" can't be right; write it as in %s",
				path, list[i], example);
	}
}

static void check_invites(const struct cfg_invites *invites, struct report *report)
{
	bool lists = invites->servers_count || invites->users_count;

	check_list(invites->servers, invites->servers_count, "invites.servers", is_server_name,
		"example.org", report);
	check_list(invites->users, invites->users_count, "invites.users", is_user_id,
		"\"@somebody:example.org\"", report);
	if (invites->from == CFG_INVITES_LISTED && !lists)
		report_value(report, "invites.from",
			"invites.from: listed, but nobody is; add servers or users under invites");
	/* Who lists servers wants them alone: anyone would be let in without a word. */
	if (invites->from != CFG_INVITES_LISTED && lists)
		report_value(report, invites->servers_count ? "invites.servers" : "invites.users",
			"servers and users have a meaning with \"from: listed\" only; write that, "
			"or "
			"take them out");
}

/* Another device of the bot's account would be given its secrets: it is never verified. */
static void check_encryption(const struct cfg *config, struct report *report)
{
	const struct cfg_encryption *encryption = &config->encryption;

	check_list(encryption->verifiers, encryption->verifiers_count, "encryption.verifiers",
		is_user_id, "\"@somebody:example.org\"", report);
	for (unsigned i = 0; i < encryption->verifiers_count; i++)
		if (config->matrix.user &&
			strcmp(encryption->verifiers[i], config->matrix.user) == 0)
			report_value(report, "encryption.verifiers",
				"encryption.verifiers: the bot can't verify itself; name the "
				"account "
				"that you use");
}

/* Metrics and health are for this machine: who wants them elsewhere puts a proxy before them. */
static void check_monitoring(const struct cfg_monitoring *monitoring, struct report *report)
{
	const char *colon = monitoring->listen ? strrchr(monitoring->listen, ':') : NULL;
	size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

	if (!monitoring->listen)
		return;
	if (!colon || !digits || digits > 5 || colon[1 + digits] ||
		strtoul(colon + 1, NULL, 10) > UINT16_MAX ||
		!strncasecmp(monitoring->listen, "localhost", 9) ||
		!is_loopback(monitoring->listen, (size_t)(colon - monitoring->listen)))
		report_value(report, "monitoring.listen",
			"monitoring.listen: \"%s\" is no address of this machine alone; write "
			"127.0.0.1 or [::1] with a port, as in 127.0.0.1:9464",
			monitoring->listen);
}

static void check_numbers(const struct cfg *config, struct report *report)
{
	for (size_t i = 0; i < CFG_NUMBERS; i++) {
		const struct cfg_number *number = &cfg_numbers[i];
		uint32_t value;
		memcpy(&value, (const char *)config + number->offset, sizeof(value));
		if (value < number->least || value > number->most)
			report_value(report, number->path, "%s: %u is out of range; write %u to %u",
				number->path, value, number->least, number->most);
	}
}

void check_all(const struct cfg *config, struct report *report)
{
	check_matrix(&config->matrix, report);
	check_service(config, report);
	check_prefixes(config, report);
	check_invites(&config->invites, report);
	check_encryption(config, report);
	check_numbers(config, report);
	check_monitoring(&config->monitoring, report);
}

/* What cyaml_free frees must come from libcyaml's allocator, which is the C library's. */
static enum cfg_error fill_text(char **text, const char *otherwise)
{
	if (!*text)
		*text = strdup(otherwise);
	return *text ? CFG_OK : CFG_NO_MEMORY;
}

static enum cfg_error fill_prefixes(struct cfg *config)
{
	if (config->prefixes_count)
		return CFG_OK;
	config->prefixes = calloc(DEFAULT_PREFIXES, sizeof(*config->prefixes));
	if (!config->prefixes)
		return CFG_NO_MEMORY;
	for (size_t i = 0; i < DEFAULT_PREFIXES; i++) {
		if (!(config->prefixes[i] = strdup(default_prefixes[i])))
			return CFG_NO_MEMORY;
		config->prefixes_count++;
	}
	return CFG_OK;
}

enum cfg_error fill_defaults(struct cfg *config, const struct places *places)
{
	for (size_t i = 0; i < CFG_NUMBERS; i++) {
		const struct cfg_number *number = &cfg_numbers[i];
		if (!places_find(places, number->path))
			memcpy((char *)config + number->offset, &number->otherwise,
				sizeof(number->otherwise));
	}
	if (!places_find(places, "matrix.login"))
		config->matrix.login = CFG_LOGIN_SECRET;
	if (!places_find(places, "invites.from"))
		config->invites.from = CFG_INVITES_ANYONE;
	if (!places_find(places, "language"))
		config->language = CFG_LANGUAGE_EN;
	if (!places_find(places, "encryption.private_rooms"))
		config->encryption.private_rooms = CFG_PRIVATE_ENCRYPTED;
	if (!places_find(places, "encryption.devices"))
		config->encryption.devices = CFG_DEVICES_SIGNED;
	if (!places_find(places, "log.level"))
		config->log.level = CFG_LOG_INFO;
	if (!places_find(places, "log.format"))
		config->log.format = CFG_LOG_LOGFMT;

	enum cfg_error error = fill_text(&config->store, "/var/lib/engarde/engarde.db");
	if (!error)
		error = fill_text(&config->matrix.device_name, "engarde-bot");
	if (!error)
		error = fill_text(&config->service.listen, "127.0.0.1:8009");
	if (!error)
		error = fill_prefixes(config);
	return error;
}
