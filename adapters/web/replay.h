/*
 * Replays and records of matches that have ended, and their texts: each is made once for the many
 * clients that want it, and kept for some seconds.
 */
#ifndef ADAPTERS_WEB_REPLAY_H
#define ADAPTERS_WEB_REPLAY_H

#include "adapters/http/server.h"
#include "bot/host/host.h"

/*
 * The replays that people have asked for last. A replay takes many milliseconds and many kilobytes,
 * so all who ask for the same one within some seconds get the same text.
 */
struct web_replays;

struct web_replays *web_replays_create(void);
/* `replays` may be NULL. */
void web_replays_destroy(struct web_replays *replays);

/*
 * Allows some more replies, and a few new texts. The caller's loop calls this function once a pass,
 * so that the chat can go on.
 */
void web_replays_begin_pass(struct web_replays *replays);

/*
 * Fill in the reply with the replay of a match as JSON, or with its record as a text to download. A
 * link to a replay opens only this replay. A link to a player's table opens the replays of all
 * their matches: the argument `match` of the request is the id of one. If there is no such replay,
 * the reply stays as it is (404). If this pass has sent enough, or if slow clients still read all
 * the texts, its status is 503. Return false if the store has failed.
 */
bool web_replay(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply);
bool web_record(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply);

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
