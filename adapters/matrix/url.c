#include "adapters/matrix/url.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* By RFC 3986, 2.3, whatever the locale is. */
static bool is_unreserved(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '.' || c == '_' || c == '~';
}

static char *escape(char *out, const char *text)
{
	static const char hex[] = "0123456789ABCDEF";

	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (is_unreserved(*text)) {
			*out++ = *text;
			continue;
		}
		*out++ = '%';
		*out++ = hex[byte >> 4];
		*out++ = hex[byte & 15];
	}
	return out;
}

char *mx_url(const char *pattern, ...)
{
	size_t size = strlen(pattern) + 1;
	va_list arguments;
	char *url, *out;

	va_start(arguments, pattern);
	for (const char *c = pattern; *c; c++)
		if (*c == '%')
			size += 3 * strlen(va_arg(arguments, const char *));
	va_end(arguments);

	url = malloc(size);
	if (!url)
		return NULL;
	out = url;
	va_start(arguments, pattern);
	for (const char *c = pattern; *c; c++) {
		if (*c == '%')
			out = escape(out, va_arg(arguments, const char *));
		if (*c != '%')
			*out++ = *c;
	}
	va_end(arguments);
	*out = '\0';
	return url;
}

static bool is_loopback(const char *host)
{
	struct in_addr address;

	if (strcasecmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0)
		return true;
	return inet_pton(AF_INET, host, &address) == 1 && ntohl(address.s_addr) >> 24 == 127;
}

static bool is_graphic(const char *text)
{
	for (; *text; text++)
		if (*text <= ' ' || *text > '~')
			return false;
	return true;
}

enum mx_error mx_url_allow(const char *address, bool clear)
{
	CURLU *url = curl_url();
	char *scheme = NULL, *host = NULL;
	enum mx_error error = MX_BAD_CONFIG;
	CURLUcode code = url ? curl_url_set(url, CURLUPART_URL, address, CURLU_DISALLOW_USER)
			     : CURLUE_OUT_OF_MEMORY;

	if (code == CURLUE_OK)
		code = curl_url_get(url, CURLUPART_SCHEME, &scheme, 0);
	if (code == CURLUE_OK)
		code = curl_url_get(url, CURLUPART_HOST, &host, 0);
	if (code == CURLUE_OUT_OF_MEMORY)
		error = MX_NO_MEMORY;
	else if (code == CURLUE_OK && is_graphic(address) &&
		 (strcmp(scheme, "https") == 0 ||
			 (clear && strcmp(scheme, "http") == 0 && is_loopback(host))))
		error = MX_OK;
	curl_free(scheme);
	curl_free(host);
	curl_url_cleanup(url);
	return error;
}
