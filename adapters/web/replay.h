/* Replays and records of matches that have ended. */
#ifndef WEB_REPLAY_H
#define WEB_REPLAY_H

#include "adapters/http/server.h"
#include "bot/host/access.h"

/*
 * Fill in the reply with the replay of a match as JSON, or with its record as a text to download. A
 * link to a replay opens only this replay. A link to a player's table opens the replays of all
 * their matches: the argument `match` of the request is the id of one. If there is no such replay,
 * the reply stays as it is (404). Return false if the store has failed.
 */
bool web_replay(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply);
bool web_record(const struct bot_host_access *access, const struct bot_link *link,
	const struct http_request *request, struct http_reply *reply);

#endif
