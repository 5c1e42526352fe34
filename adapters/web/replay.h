/* Replays and records of matches that have ended. */
#ifndef ADAPTERS_WEB_REPLAY_H
#define ADAPTERS_WEB_REPLAY_H

#include "adapters/http/server.h"
#include "bot/host/access.h"

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
 * the texts of web/texts.h, its status is 503. Return false if the store has failed.
 */
bool web_replay(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply);
bool web_record(struct web_replays *replays, const struct bot_host_access *access,
	const struct bot_web_link *link, const struct http_request *request,
	struct http_reply *reply);

#endif
