#include "adapters/matrix/receive/mention.h"

#include "adapters/matrix/client/id.h"

#include <string.h>
#include <strings.h>

#define PLACES_MOST 4  /* how many parts of an address may be an id */
#define USERS_MOST  64 /* how many users of m.mentions count; no command mentions more */

static int hex(char c)
{
	const char *digits = "0123456789abcdef0123456789ABCDEF";
	const char *digit = c ? strchr(digits, c) : NULL;

	return digit ? (int)(digit - digits) % 16 : -1;
}

/* Reads one byte of a URL, which may be written as %XX. Returns its length, or 0 if it is bad. */
static size_t read_byte(const char *url, char *byte)
{
	*byte = *url;
	if (*url != '%')
		return *url ? 1 : 0;
	if (hex(url[1]) < 0 || hex(url[2]) < 0)
		return 0;
	*byte = (char)(hex(url[1]) * 16 + hex(url[2]));
	return *byte ? 3 : 0;
}

/*
 * Decodes a user id without its @. The name before the colon may have a slash, but the server's
 * name ends with it. Returns false if the text is malformed or does not fit.
 */
static bool decode(const char *url, char user[BOT_ID_SIZE])
{
	bool in_server = false;
	size_t length, used = 0;

	user[used++] = '@';
	while (*url && *url != '?' && *url != '#') {
		char byte;

		length = read_byte(url, &byte);
		if (length == 0 || used + 1 >= BOT_ID_SIZE)
			return false;
		if (in_server && byte == '/')
			break;
		in_server = in_server || byte == ':';
		user[used++] = byte;
		url += length;
	}
	user[used] = '\0';
	return mx_id_is_user(user);
}

/* Reads a user id that begins with @ or %40. */
static bool read_id(const char *url, char user[BOT_ID_SIZE])
{
	char first;
	size_t length = read_byte(url, &first);

	return length > 0 && first == '@' && decode(url + length, user);
}

/*
 * If the URL begins with `start`, in capital or small letters, returns the part after it. Otherwise
 * returns NULL.
 */
static const char *after(const char *url, const char *start)
{
	size_t length = strlen(start);

	return strncasecmp(url, start, length) == 0 ? url + length : NULL;
}

/* Returns the part of a web address after its host, or NULL if it is no web address. */
static const char *after_host(const char *url)
{
	const char *host = after(url, "https://");

	if (!host)
		host = after(url, "http://");
	return host ? host + strcspn(host, "/?#") : NULL;
}

bool mx_mention_names(const json_t *mentions, const char *user)
{
	const json_t *ids = json_object_get(mentions, "user_ids");
	size_t count = json_array_size(ids);

	for (size_t i = 0; i < count && i < USERS_MOST; i++) {
		const char *id = json_string_value(json_array_get(ids, i));

		if (id && strcmp(id, user) == 0)
			return true;
	}
	return false;
}

/* Whether a part of an address may be an id. */
static bool begins_id(const char *part)
{
	return *part == '@' || strncmp(part, "%40", 3) == 0;
}

/* Reads the address of a client with a host of its own. */
static bool read_own_host(const char *path, const json_t *mentions, char user[BOT_ID_SIZE])
{
	const char *fragment = strstr(path, "#/user/");
	char found[BOT_ID_SIZE];
	unsigned places = 0;

	if (fragment)
		return read_id(fragment + strlen("#/user/"), user);
	for (const char *slash = strchr(path, '/'); slash && places < PLACES_MOST;
		slash = strchr(slash + 1, '/')) {
		places += begins_id(slash + 1);
		if (!read_id(slash + 1, found) || !mx_mention_names(mentions, found))
			continue;
		memcpy(user, found, sizeof(found));
		return true;
	}
	return false;
}

bool mx_mention_read(const char *url, const json_t *mentions, char user[BOT_ID_SIZE])
{
	const char *path = after_host(url), *rest;
	char found[BOT_ID_SIZE];
	bool reads;

	if ((rest = after(url, "https://matrix.to/#/")) ||
		(rest = after(url, "http://matrix.to/#/")) ||
		(rest = after(url, "https://www.matrix.to/#/")))
		reads = read_id(rest, found);
	else if ((rest = after(url, "matrix:u/")) || (rest = after(url, "matrix:user/")))
		reads = decode(rest, found);
	else
		reads = path && read_own_host(path, mentions, found);
	if (reads)
		memcpy(user, found, sizeof(found));
	return reads;
}
