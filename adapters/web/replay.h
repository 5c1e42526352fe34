/* Replays and records of matches that have ended. */
#ifndef WEB_REPLAY_H
#define WEB_REPLAY_H

#include "adapters/http/server.h"
#include "bot/host/access.h"

/*
 * Fill in the reply with the replay of a match as JSON, or with its record as a text to download.
 * The status is 404 if there is none. Return false if the store has failed.
 */
bool web_replay(const struct bot_host_access *access, int64_t match, struct http_reply *reply);
bool web_record(const struct bot_host_access *access, int64_t match, struct http_reply *reply);

#endif
