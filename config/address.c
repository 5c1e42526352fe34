#include "config/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libpq-fe.h>

#define HOST_SIZE 64  /* bytes of a host; enough for an IPv6 address in brackets */
#define ID_MAX    255 /* the most bytes of a Matrix identifier, by the specification */

bool cfg_is_graphic(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text <= ' ' || *text == 0x7f)
			return false;
	return true;
}

bool cfg_is_server_name(const char *text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";

	return *text && strlen(text) <= ID_MAX && text[strspn(text, allowed)] == '\0';
}

bool cfg_is_user(const char *text)
{
	const char *colon = strchr(text, ':');

	return text[0] == '@' && colon && colon > text + 1 && cfg_is_graphic(text) &&
	       strlen(text) <= ID_MAX && cfg_is_server_name(colon + 1);
}

bool cfg_is_room(const char *text)
{
	const char *colon = strchr(text, ':');

	if (!cfg_is_graphic(text) || strlen(text) > ID_MAX || strlen(text) < 2)
		return false;
	/* Since version 12 of rooms, their ids have no server. */
	if (text[0] == '!' && !colon)
		return true;
	return (text[0] == '!' || text[0] == '#') && colon > text + 1 &&
	       cfg_is_server_name(colon + 1);
}

bool cfg_is_loopback(const char *host, size_t length)
{
	struct in_addr address;
	char copy[HOST_SIZE];

	if (length >= sizeof(copy))
		return false;
	snprintf(copy, sizeof(copy), "%.*s", (int)length, host);
	if (!strcasecmp(copy, "localhost") || !strcmp(copy, "[::1]"))
		return true;
	return inet_pton(AF_INET, copy, &address) == 1 && ntohl(address.s_addr) >> 24 == 127;
}

bool cfg_is_listener(const char *text, long least)
{
	struct in6_addr address;
	char host[HOST_SIZE];
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	bool bracketed = length > 2 && text[0] == '[' && text[length - 1] == ']';
	char *end;
	long port;

	if (!length || length >= sizeof(host) || !isdigit((unsigned char)colon[1]))
		return false;
	port = strtol(colon + 1, &end, 10);
	if (*end || port < least || port > 65535)
		return false;
	snprintf(host, sizeof(host), "%.*s", (int)(length - 2 * bracketed), text + bracketed);
	return inet_pton(bracketed ? AF_INET6 : AF_INET, host, &address) == 1;
}

bool cfg_is_local_listener(const char *text)
{
	return cfg_is_loopback(text, (size_t)(strrchr(text, ':') - text));
}

bool cfg_is_wildcard(const char *listen)
{
	return !strncmp(listen, "0.0.0.0:", 8) || !strncmp(listen, "[::]:", 5);
}

bool cfg_listeners_clash(const char *a, const char *b)
{
	const char *a_port = strrchr(a, ':'), *b_port = strrchr(b, ':');
	long port = strtol(a_port + 1, NULL, 10);

	if (port == 0 || port != strtol(b_port + 1, NULL, 10))
		return false;
	return cfg_is_wildcard(a) || cfg_is_wildcard(b) ||
	       (a_port - a == b_port - b && !strncmp(a, b, (size_t)(a_port - a)));
}

bool cfg_is_base_url(const char *url)
{
	return (!strncasecmp(url, "http://", 7) || !strncasecmp(url, "https://", 8)) &&
	       cfg_is_graphic(url) && !strpbrk(url, "\"'\\?#");
}

/* What to say of a URL that is wrong. */
struct url_faults {
	const char *scheme;    /* it begins neither with https:// nor with http:// */
	const char *form;      /* it has no host, or more than a host and a path */
	const char *insecure;  /* it begins with http://, and the host is another machine */
	const char *forbidden; /* the characters that it must not have, besides spaces */
};

/* Whether what follows the host of a URL begins with a port, a path or nothing. */
static bool is_after_host(const char *text)
{
	if (*text == ':') {
		size_t digits = strspn(text + 1, "0123456789");
		long port = strtol(text + 1, NULL, 10);

		if (!digits || port < 1 || port > 65535)
			return false;
		text += 1 + digits;
	}
	return *text == '/' || !*text;
}

static const char *find_fault(const char *url, bool insecure, const struct url_faults *faults)
{
	bool https = !strncasecmp(url, "https://", 8);
	bool http = !strncasecmp(url, "http://", 7);

	if (!https && !http)
		return faults->scheme;

	const char *host = url + (https ? 8 : 7);
	size_t length = host[0] == '[' ? strcspn(host, "]/?#@") + (strchr(host, ']') != NULL)
				       : strcspn(host, ":/?#@");
	if (!length || !is_after_host(host + length) || strpbrk(host, faults->forbidden) ||
		!cfg_is_graphic(url))
		return faults->form;
	if (http && !insecure && !cfg_is_loopback(host, length))
		return faults->insecure;
	return NULL;
}

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_value(char digit)
{
	static const char digits[] = "0123456789abcdef";
	const char *found = digit ? strchr(digits, tolower((unsigned char)digit)) : NULL;

	return found ? (int)(found - digits) : -1;
}

/* Reads a character of a URL, which may be written as an escape. Returns where the next one is. */
static const char *read_character(const char *url, char *character)
{
	int high = *url == '%' ? hex_value(url[1]) : -1;
	int low = high >= 0 ? hex_value(url[2]) : -1;

	*character = (char)(low >= 0 ? high * 16 + low : *url);
	return url + (low >= 0 ? 3 : 1);
}

/* Whether the URL goes on with the text, in whatever case and with whatever escapes. */
static bool begins(const char *url, const char *text)
{
	char character;

	for (; *text && *url; text++) {
		url = read_character(url, &character);
		if (tolower((unsigned char)character) != *text)
			return false;
	}
	return !*text;
}

/* Whether the URL has the path of an API of homeservers. */
static bool has_api_path(const char *url)
{
	for (; *url; url++)
		if (begins(url, "/_matrix") || begins(url, "/_synapse"))
			return true;
	return false;
}

const char *cfg_homeserver_fault(const char *url, bool insecure)
{
	static const struct url_faults faults = {
		.scheme = "must begin with https://, as in https://matrix.example.org",
		.form = "is not a base address; write it as in https://matrix.example.org",
		.insecure = "would send the password unencrypted; use https:// (http:// is allowed "
			    "only for 127.0.0.1, [::1] and localhost, or with \"insecure_http: "
			    "true\" in a private network)",
		.forbidden = "?#@"};

	const char *fault = find_fault(url, insecure, &faults);

	if (!fault && has_api_path(url))
		return "must end before /_matrix, which the bot adds itself";
	return fault;
}

const char *cfg_page_fault(const char *url)
{
	static const struct url_faults faults = {
		.scheme = "must begin with https://, as in https://engarde.example.org/",
		.form = "is not the address of a page; write it as in "
			"https://engarde.example.org/ or https://example.org/engarde/",
		.insecure = "would send the players' cards unencrypted; use https:// (http:// is "
			    "allowed only for 127.0.0.1, [::1] and localhost)",
		.forbidden = "?#@\"'\\<>`"};

	return find_fault(url, false, &faults);
}

bool cfg_is_server_url(const char *store)
{
	return strncmp(store, "postgresql://", 13) == 0 || strncmp(store, "postgres://", 11) == 0;
}

static bool has_value(const PQconninfoOption *options, const char *keyword)
{
	for (; options->keyword; options++)
		if (strcmp(options->keyword, keyword) == 0)
			return options->val && *options->val;
	return false;
}

/* libpq's own message is of no use: it could repeat the password. */
const char *cfg_server_url_fault(const char *url)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	const char *fault = NULL;

	if (!options)
		return "is not one that libpq understands; write it as in "
		       "postgresql://engarde@db.example.org/engarde, and a sign such as / or @ in "
		       "a name as %2F or %40";
	if (has_value(options, "password"))
		fault = "has a password, which other people can see; remove it, and write it into "
			"libpq's password file (PGPASSFILE, or passfile= in the URL)";
	else if (has_value(options, "sslpassword"))
		fault = "has the password of a key, which other people can see; remove it, and use "
			"a key without a password, in a file that only the bot can read";
	PQconninfoFree(options);
	return fault;
}
