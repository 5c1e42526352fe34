#include "adapters/matrix/client/site.h"

#include "adapters/matrix/client/id.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

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
