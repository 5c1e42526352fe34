#include "config/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ID_MAX    255 /* bytes of a Matrix identifier: Matrix specification, appendices */
#define HOST_SIZE 64  /* an IPv6 address fits, with its brackets */

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

const char *cfg_homeserver_fault(const char *url)
{
	bool https = !strncasecmp(url, "https://", 8);
	bool http = !strncasecmp(url, "http://", 7);

	if (!https && !http)
		return "is no https address; write it as https://matrix.example.org";

	const char *host = url + (https ? 8 : 7);
	size_t length = host[0] == '[' ? strcspn(host, "]/?#@") + (strchr(host, ']') != NULL)
				       : strcspn(host, ":/?#@");
	if (!length || strpbrk(host, "?#@") || !cfg_is_graphic(url))
		return "is no base address; write scheme, host and port only, as in "
		       "https://matrix.example.org";
	if (http && !cfg_is_loopback(host, length))
		return "would send the password unencrypted; use https (http is for 127.0.0.1, "
		       "[::1] and localhost only)";
	return NULL;
}

bool cfg_is_listener(const char *text)
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
	if (*end || port < 1 || port > 65535)
		return false;
	snprintf(host, sizeof(host), "%.*s", (int)(length - 2 * bracketed), text + bracketed);
	return inet_pton(bracketed ? AF_INET6 : AF_INET, host, &address) == 1;
}
