/* Texts that many clients want, each made once and kept for some seconds. */
#ifndef ADAPTERS_WEB_TEXTS_H
#define ADAPTERS_WEB_TEXTS_H

#include "adapters/http/stream.h"
#include "bot/host/access.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How many texts there are at most. A client that reads slowly keeps its text in memory, so without
 * a bound some clients could fill the memory with different texts of 100 KB each.
 */
#define WEB_TEXTS_MOST    64
#define WEB_TEXTS_OF_USER 8  /* for one user */
#define WEB_TEXTS_OF_ALL  32 /* for those whose link names no user */
/* After so many milliseconds a text is made again, with new names and without erased people. */
#define WEB_TEXTS_TIME 5000

struct web_texts;

/* What a text shows. */
struct web_text_key {
	bot_host_work *work; /* what makes the text */
	int64_t match;
	const char *user; /* for whom, or NULL */
};

struct web_texts *web_texts_create(void);
/* `texts` may be NULL. */
void web_texts_destroy(struct web_texts *texts);

/* Returns the text, or NULL if it must be made. `now` is in ms, here and below. */
struct http_line *web_texts_find(
	const struct web_texts *texts, const struct web_text_key *key, int64_t now);

/*
 * Returns whether a new text can be kept. It can't while clients still read all the kept ones, or
 * so many for the same user that the other places are for others.
 */
bool web_texts_have_place(const struct web_texts *texts, const struct web_text_key *key);

/*
 * Keeps a text, in the place of the oldest one that nobody reads, and returns it. The texts own
 * `text` and free it with free(). There must be a place.
 */
struct http_line *web_texts_keep(
	struct web_texts *texts, const struct web_text_key *key, int64_t now, char *text);

/* Frees the old texts that nobody reads. */
void web_texts_expire(struct web_texts *texts, int64_t now);

#endif
