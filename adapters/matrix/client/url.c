#include "adapters/matrix/client/url.h"

#include "bot/base/memory.h"
#include "config/address.h"

#include <curl/curl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The unreserved characters of RFC 3986, section 2.3. isalnum would depend on the locale. */
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

char *mx_url_format(const char *pattern, ...)
{
	size_t size = strlen(pattern) + 1;
	va_list arguments;
	char *url, *out;

	va_start(arguments, pattern);
	for (const char *c = pattern; *c; c++)
		if (*c == '%')
			size += 3 * strlen(va_arg(arguments, const char *));
	va_end(arguments);

	url = out = bot_malloc(size);
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

bool mx_url_is_graphic(const char *text)
{
	for (; *text; text++)
		if (*text <= ' ' || *text > '~')
			return false;
	return true;
}

/* Returns whether the bot may use http to reach the host. */
static bool allows_http(enum mx_url_http http, const char *host)
{
	return http == MX_HTTP_ANYWHERE ||
	       (http == MX_HTTP_THIS_MACHINE && cfg_is_loopback(host, strlen(host)));
}

bool mx_url_check(const char *address, enum mx_url_http http)
{
	CURLU *url = curl_url();
	char *scheme = NULL, *host = NULL;
	bool allowed =
		mx_url_is_graphic(address) &&
		curl_url_set(url, CURLUPART_URL, address, CURLU_DISALLOW_USER) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
		(strcmp(scheme, "https") == 0 ||
			(strcmp(scheme, "http") == 0 && allows_http(http, host)));

	curl_free(scheme);
	curl_free(host);
	curl_url_cleanup(url);
	return allowed;
}

size_t mx_url_origin(const char *url)
{
	size_t host = strcspn(url, "/");

	host += strspn(url + host, "/");
	return host + strcspn(url + host, "/");
}

/*
 * libcurl ignores these environment variables once CURLOPT_NOPROXY is set, so this function reads
 * them. As in libcurl, no_proxy is used before NO_PROXY.
 */
char *mx_url_no_proxy(void)
{
	static const char own[] = "localhost,127.0.0.0/8,127.0.0.1,::1";
	const char *listed = getenv("no_proxy");
	char *all;

	if (!listed || !*listed)
		listed = getenv("NO_PROXY");
	if (!listed || !*listed)
		return bot_strdup(own);
	/* libcurl reads "*" as all hosts only if the list has no other entry. */
	if (strcmp(listed, "*") == 0)
		return bot_strdup(listed);
	all = bot_malloc(sizeof(own) + 1 + strlen(listed));
	stpcpy(stpcpy(stpcpy(all, own), ","), listed);
	return all;
}
