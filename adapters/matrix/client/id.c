#include "adapters/matrix/client/id.h"

#include "adapters/matrix/client/url.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

static bool is_id(const char *id, char sigil)
{
	size_t size;

	if (!id || id[0] != sigil || id[1] == '\0')
		return false;
	size = strnlen(id, BOT_ID_SIZE);
	if (size == BOT_ID_SIZE)
		return false;
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)id[i] <= ' ' || id[i] == 0x7f)
			return false;
	return true;
}

bool mx_id_is_user(const char *id)
{
	const char *colon;

	if (!is_id(id, '@'))
		return false;
	colon = strchr(id, ':');
	return colon && colon[1] != '\0';
}

/*
 * Returns whether the text is a localpart by the grammar of "User Identifiers". The localparts of
 * historical user ids are also valid.
 */
static bool is_localpart(const char *localpart, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (localpart[i] < 0x21 || localpart[i] > 0x7E)
			return false;
	return length > 0;
}

static bool is_server(const char *server)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";

	return server[0] != '\0' && server[strspn(server, allowed)] == '\0';
}

bool mx_id_read_user(const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	size_t colon = strcspn(word, ":");
	const char *server = word[colon] ? word + colon + 1 : mx_id_server(sender);

	if (word[0] != '@' || !is_localpart(word + 1, colon - 1) || !is_server(server) ||
		colon + 1 + strlen(server) >= BOT_ID_SIZE)
		return false;
	snprintf(user, BOT_ID_SIZE, "%.*s:%s", (int)colon, word, server);
	return true;
}

bool mx_id_read_bare_user(const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-/+";
	size_t colon = strspn(word, allowed);
	const char *server = word + colon + 1;
	char id[BOT_ID_SIZE];

	if (colon == 0 || word[colon] != ':' ||
		(strcmp(server, mx_id_server(sender)) != 0 && !strchr(server, '.')) ||
		snprintf(id, sizeof(id), "@%s", word) >= BOT_ID_SIZE)
		return false;
	return mx_id_read_user(id, sender, user);
}

bool mx_id_is_room(const char *id)
{
	return is_id(id, '!');
}

bool mx_id_is_alias(const char *id)
{
	return is_id(id, '#') && strchr(id, ':');
}

bool mx_id_is_event(const char *id)
{
	return is_id(id, '$');
}

/* Copies the link, if it is not NULL and fits. Frees it. */
static bool take_link(char *link, char *url, size_t size)
{
	bool fits = link && strlen(link) < size;

	if (fits)
		stpcpy(url, link);
	free(link);
	return fits;
}

bool mx_id_link(const char *id, const char *server, char *url, size_t size)
{
	char *link = NULL;

	if (mx_id_is_user(id))
		link = mx_url_format("https://matrix.to/#/%", id);
	else if (mx_id_is_room(id))
		link = mx_url_format("https://matrix.to/#/%?via=%", id, server);
	return take_link(link, url, size);
}

bool mx_id_link_event(
	const char *room, const char *event, const char *server, char *url, size_t size)
{
	char *link = NULL;

	if (mx_id_is_room(room) && mx_id_is_event(event))
		link = mx_url_format("https://matrix.to/#/%/%?via=%", room, event, server);
	return take_link(link, url, size);
}

void mx_id_local(const char *user, char local[BOT_ID_SIZE])
{
	snprintf(local, BOT_ID_SIZE, "%.*s", (int)strcspn(user + 1, ":"), user + 1);
}

const char *mx_id_server(const char *user)
{
	return strchr(user, ':') + 1;
}

/*
 * Writes an IPv6 address in its usual spelling. `host` is an address in brackets, of `length`
 * bytes. Returns false if the address is not valid.
 */
static bool write_address(const char *host, size_t length, char origin[BOT_ID_SIZE])
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;

	if (length < 2 || length - 2 >= sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)(length - 2), host + 1);
	if (inet_pton(AF_INET6, text, &address) != 1)
		return false;
	inet_ntop(AF_INET6, &address, text, sizeof(text));
	snprintf(origin, BOT_ID_SIZE, "[%s]", text);
	return true;
}

/* A host may be an IPv6 address in brackets. A DNS name may end with a dot. */
void mx_id_origin(const char *user, char origin[BOT_ID_SIZE])
{
	const char *server = mx_id_server(user);
	const char *end = server[0] == '[' ? strchr(server, ']') : NULL;
	size_t length = end ? (size_t)(end + 1 - server) : strcspn(server, ":");

	if (end && write_address(server, length, origin))
		return;
	while (length > 0 && server[length - 1] == '.')
		length--;
	if (length == 0) /* the server name has no host, so use the whole server name */
		length = strlen(server);
	for (size_t i = 0; i < length; i++)
		origin[i] = (char)(server[i] >= 'A' && server[i] <= 'Z' ? server[i] + 'a' - 'A'
									: server[i]);
	origin[length] = '\0';
}

bool mx_id_read_origin(const char *word, char origin[BOT_ID_SIZE])
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]";
	bool below = strncmp(word, "*.", 2) == 0;
	const char *server = below ? word + 2 : word;
	char user[BOT_ID_SIZE + 4], found[BOT_ID_SIZE];

	snprintf(user, sizeof(user), "@a:%s", server);
	if (server[strspn(server, allowed)] || !mx_id_is_user(user) || server[0] == '.' ||
		server[0] == '-' || server[0] == ':')
		return false;
	mx_id_origin(user, found);
	if (below && !strchr(found, '.'))
		return false;
	snprintf(origin, BOT_ID_SIZE, "%s%.*s", below ? "*." : "", BOT_ID_SIZE - 3, found);
	return true;
}

void mx_id_port_origin(void *self, const char *user, char origin[BOT_ID_SIZE])
{
	(void)self;
	mx_id_origin(user, origin);
}

bool mx_id_port_read_origin(void *self, const char *word, char origin[BOT_ID_SIZE])
{
	(void)self;
	return mx_id_read_origin(word, origin);
}

static void write_site(char site[BOT_ID_SIZE], const char *text)
{
	snprintf(site, BOT_ID_SIZE, "%s", text);
}

/* `host` is an address in brackets. */
static void write_network(const char *host, char site[BOT_ID_SIZE])
{
	struct in6_addr address;
	char text[INET6_ADDRSTRLEN] = "";
	size_t length = strlen(host);

	if (length - 2 < sizeof(text))
		snprintf(text, sizeof(text), "%.*s", (int)(length - 2), host + 1);
	if (host[length - 1] != ']' || inet_pton(AF_INET6, text, &address) != 1) {
		write_site(site, MX_SITE_UNKNOWN);
		return;
	}
	/* ::ffff:192.0.2.1 is another way to write an IPv4 address. */
	if (IN6_IS_ADDR_V4MAPPED(&address)) {
		inet_ntop(AF_INET, &address.s6_addr[12], site, BOT_ID_SIZE);
		return;
	}
	memset(&address.s6_addr[8], 0, 8);
	inet_ntop(AF_INET6, &address, site, BOT_ID_SIZE);
}

/* Returns where the label before `end` begins. */
static const char *label_before(const char *host, const char *end)
{
	while (end > host && end[-1] != '.')
		end--;
	return end;
}

/* Returns whether anybody may register names under a domain like `label`.uk. */
static bool is_suffix(const char *label, size_t length)
{
	static const char *const labels[] = {"ac", "co", "com", "edu", "go", "gob", "gov", "gv",
		"ltd", "me", "ne", "net", "nom", "or", "org", "plc", "sch"};

	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++)
		if (strlen(labels[i]) == length && memcmp(labels[i], label, length) == 0)
			return true;
	return false;
}

static void write_domain(const char *host, char site[BOT_ID_SIZE])
{
	const char *end = host + strlen(host), *top = label_before(host, end);
	const char *second, *first;

	if (top == host) {
		write_site(site, host);
		return;
	}
	first = second = label_before(host, top - 1);
	if (second > host && end - top == 2 && is_suffix(second, (size_t)(top - 1 - second)))
		first = label_before(host, second - 1);
	write_site(site, first);
}

void mx_site_of_server(const char *server, char site[BOT_ID_SIZE])
{
	char user[BOT_ID_SIZE + 4], host[BOT_ID_SIZE];
	struct in_addr address;
	const char *top;

	snprintf(user, sizeof(user), "@a:%.*s", BOT_ID_SIZE - 4, server);
	mx_id_origin(user, host);
	top = label_before(host, host + strlen(host));
	if (*host == '[')
		write_network(host, site);
	else if (*host == '\0' || host[strspn(host, LETTERS DIGITS ".-")] || strstr(host, ".."))
		write_site(site, MX_SITE_UNKNOWN);
	/* No top-level domain is a number, so the host would be an address. */
	else if (top[strspn(top, DIGITS)] == '\0')
		write_site(site, inet_pton(AF_INET, host, &address) == 1 ? host : MX_SITE_UNKNOWN);
	else
		write_domain(host, site);
}

void mx_site_of_user(const char *user, char site[BOT_ID_SIZE])
{
	mx_site_of_server(mx_id_server(user), site);
}
