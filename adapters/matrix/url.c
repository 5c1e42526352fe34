#include "adapters/matrix/url.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
