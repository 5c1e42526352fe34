#include "adapters/http/address.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/*
 * Whether the text is a port number. getaddrinfo does not check this: it reduces numbers modulo
 * 65,536, and reads an empty text as 0.
 */
static bool is_port(const char *text)
{
	size_t length = strspn(text, "0123456789");

	return length > 0 && length <= 5 && text[length] == '\0' &&
	       strtoul(text, NULL, 10) <= UINT16_MAX;
}

bool http_address_find(const char *text, struct addrinfo **found)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM,
	};
	const char *colon = strrchr(text, ':');
	bool bracketed = text[0] == '[';
	char host[64];
	size_t length;

	if (!colon || colon == text || (bracketed && colon[-1] != ']') || !is_port(colon + 1))
		return false;
	length = (size_t)(colon - text) - (bracketed ? 2U : 0U);
	if (length == 0 || length >= sizeof(host))
		return false;
	memcpy(host, text + bracketed, length);
	host[length] = '\0';
	return getaddrinfo(host, colon + 1, &hints, found) == 0;
}
