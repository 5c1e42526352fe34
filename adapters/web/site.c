#include "adapters/web/site.h"

#include "bot/base/memory.h"
#include "bot/text/lang.h"

#include <ctype.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS "/api/words/"

#define POLICY                                                                                     \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "                \
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/* The words of the page in one language, as JSON. */
struct words {
	char *text;
	size_t size;
	char etag[2 * 16 + 3];
};

struct web_site {
	struct words *words; /* in the order of bot_langs */
};

/* The names of all messages. Those of the page begin with WEB_. */
static const char *const names[] = {
#define NAME(name) [BOT_MSG_##name] = #name,
#include "bot/text/lang/names.inc"
#undef NAME
};

/* Writes the words as a JSON object, whose keys are the names in lower case without WEB_. */
static void write_words(struct words *words, const struct bot_lang *lang)
{
	static const char prefix[] = "WEB_";
	json_t *object = json_object();
	unsigned char hash[16];

	for (size_t i = 0; i < BOT_MSG_COUNT; i++) {
		char key[64];
		size_t size = 0;

		if (strncmp(names[i], prefix, sizeof(prefix) - 1) != 0)
			continue;
		for (const char *c = names[i] + sizeof(prefix) - 1; *c && size < sizeof(key) - 1;
			c++)
			key[size++] = (char)tolower((unsigned char)*c);
		key[size] = '\0';
		json_object_set_new(object, key, json_string(lang->messages[i]));
	}
	words->text = bot_memory_or_exit(json_dumps(object, JSON_COMPACT));
	words->size = strlen(words->text);
	json_decref(object);
	crypto_generichash(
		hash, sizeof(hash), (const unsigned char *)words->text, words->size, NULL, 0);
	words->etag[0] = '"';
	sodium_bin2hex(words->etag + 1, sizeof(words->etag) - 1, hash, sizeof(hash));
	strcat(words->etag, "\"");
}

struct web_site *web_site_create(void)
{
	struct web_site *site = bot_malloc(sizeof(*site));

	site->words = bot_calloc(bot_langs_count, sizeof(*site->words));
	for (size_t i = 0; i < bot_langs_count; i++)
		write_words(&site->words[i], &bot_langs[i]);
	return site;
}

void web_site_destroy(struct web_site *site)
{
	if (!site)
		return;
	for (size_t i = 0; i < bot_langs_count; i++)
		free(site->words[i].text);
	free(site->words);
	free(site);
}

void web_site_add_headers(struct http_reply *reply)
{
	http_reply_add_header(reply, "Content-Security-Policy", POLICY);
	http_reply_add_header(reply, "X-Content-Type-Options", "nosniff");
	http_reply_add_header(reply, "Referrer-Policy", "no-referrer");
	http_reply_add_header(reply, "Cross-Origin-Resource-Policy", "same-origin");
}

/* Fills in the reply. A browser that has this version already gets the status 304 and no body. */
static void answer_with(const struct http_request *request, struct http_reply *reply,
	const char *type, const char *etag, const void *bytes, size_t size)
{
	const char *known = http_request_header(request, "If-None-Match");

	reply->cache = "no-cache";
	http_reply_add_header(reply, "ETag", etag);
	if (known && strstr(known, etag)) {
		reply->status = 304;
		return;
	}
	reply->status = 200;
	reply->type = type;
	reply->fixed = bytes;
	reply->size = size;
}

bool web_site_answer(
	const struct web_site *site, const struct http_request *request, struct http_reply *reply)
{
	const char *path = request->path;
	const struct bot_lang *lang = NULL;

	if (strcmp(path, "/") == 0)
		path = "/index.html";
	for (size_t i = 0; i < web_files_count; i++) {
		const struct web_file *file = &web_files[i];

		if (strcmp(file->path, path) != 0)
			continue;
		answer_with(request, reply, file->type, file->etag, file->bytes, file->size);
		return true;
	}
	if (strncmp(path, WORDS, sizeof(WORDS) - 1) == 0)
		lang = bot_lang_find(path + sizeof(WORDS) - 1);
	if (lang) {
		const struct words *words = &site->words[lang - bot_langs];

		answer_with(
			request, reply, "application/json", words->etag, words->text, words->size);
	}
	return lang != NULL;
}
