#include "adapters/matrix/client/pseudonym.h"

#include "bot/base/memory.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SERVER_BYTES                                                                               \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"                                     \
	"0123456789.-:[]"

/*
 * The longest part before the colon. Without this limit, a homeserver could hold up the bot by a
 * long text of such signs.
 */
#define LOCAL_MOST 256

/*
 * The forms of an id: percent-encoded, as it is, or partly percent-encoded, as servers and proxies
 * repeat a URL. The first form that fits counts.
 */
static const struct form {
	const char *user, *alias, *colon;
	const char *ends; /* the bytes that end the part before the colon */
} forms[] = {
	{"%40", "%23", "%3A", " \"'<>\t\r\n/?&"},
	{"%40", "%23", ":", " \"'<>\t\r\n/?&"},
	{"@", "#", "%3A", " \"'<>\t\r\n/?&:"},
	{"@", "#", ":", " \"'<>\t\r\n"},
};

static bool begins_with(const char *text, const char *head)
{
	return strncasecmp(text, head, strlen(head)) == 0;
}

/* Returns the length of the part before the colon, or 0 if `text` does not begin with one. */
static size_t measure_local_part(const char *text, const struct form *form)
{
	size_t length = 0;

	while (length < LOCAL_MOST && text[length] && !strchr(form->ends, text[length]) &&
		(text[length] != form->colon[0] || !begins_with(text + length, form->colon)))
		length++;
	return begins_with(text + length, form->colon) ? length : 0;
}

/*
 * Returns the length of the server name, with a port. A full stop or a colon at its end belongs to
 * the sentence.
 */
static size_t measure_server(const char *text, const struct form *form)
{
	size_t length = 0;

	for (;;) {
		length += strspn(text + length, SERVER_BYTES);
		if (form->colon[0] != '%' || !begins_with(text + length, form->colon))
			break;
		length += strlen(form->colon);
	}
	while (length > 0 && strchr(".:", text[length - 1]))
		length--;
	return length;
}

static size_t measure_form(const char *text, const struct form *form, bool *is_user)
{
	size_t sigil, local, server;

	*is_user = begins_with(text, form->user);
	if (!*is_user && !begins_with(text, form->alias))
		return 0;
	sigil = strlen(form->user);
	local = measure_local_part(text + sigil, form);
	if (local == 0)
		return 0;
	local += sigil + strlen(form->colon);
	server = measure_server(text + local, form);
	return server > 0 ? local + server : 0;
}

/* Returns the length of the id at the beginning of `text`, or 0. Sets *is_user if there is one. */
static size_t measure_id(const char *text, bool *is_user)
{
	size_t length = 0;

	for (size_t i = 0; length == 0 && i < sizeof(forms) / sizeof(*forms); i++)
		length = measure_form(text, &forms[i], is_user);
	return length;
}

/* Decodes percent-encoded bytes in place, so that all forms of an id get the same pseudonym. */
static void decode(char *id)
{
	char *to = id;
	unsigned char byte;
	size_t done;

	for (const char *from = id; *from; from++) {
		if (*from == '%' &&
			sodium_hex2bin(
				&byte, 1, from + 1, strnlen(from + 1, 2), NULL, &done, NULL) == 0 &&
			done == 1) {
			memcpy(to++, &byte, 1);
			from += 2;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
}

static void print_pseudonym(FILE *out, const char *id, size_t length, bool is_user)
{
	static unsigned char key[crypto_shorthash_KEYBYTES];
	static bool has_key;
	unsigned char hash[crypto_shorthash_BYTES];
	char *copy = bot_strndup(id, length);
	char hex[9];

	if (!has_key)
		randombytes_buf(key, sizeof(key));
	has_key = true;
	decode(copy);
	crypto_shorthash(hash, (const unsigned char *)copy, strlen(copy), key);
	sodium_bin2hex(hex, sizeof(hex), hash, 4);
	fprintf(out, "%s-%s", is_user ? "user" : "alias", hex);
	free(copy);
}

char *mx_pseudonym_replace(const char *text)
{
	char *replaced = NULL;
	size_t size;
	bool found = false;
	FILE *out;

	if (!strpbrk(text, "@#%"))
		return NULL;
	out = bot_memory_or_exit(open_memstream(&replaced, &size));
	while (*text) {
		bool is_user = false;
		size_t length = strchr("@#%", *text) ? measure_id(text, &is_user) : 0;

		if (length > 0)
			print_pseudonym(out, text, length, is_user);
		else
			fputc(*text, out);
		found |= length > 0;
		text += length > 0 ? length : 1;
	}
	fclose(out);
	if (found)
		return replaced;
	free(replaced);
	return NULL;
}
