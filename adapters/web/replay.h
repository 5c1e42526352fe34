/* Replays and records of matches that have ended. */
#ifndef WEB_REPLAY_H
#define WEB_REPLAY_H

#include "adapters/http/server.h"
#include "bot/host/access.h"

/*
 * Fill in the reply with the replay of a match as JSON, or with its record as a text to download.
 * The link is one to this replay, or one to the table of a player; then the request says which of
 * the player's matches they want, in the argument `match`. The status is 404 if there is none.
 * Return false if the store has failed.
 */
bool web_replay(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply);
bool web_record(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply);

#endif
