/*
 * The time zones that people publish in their profiles (MSC4175, a field of Matrix 1.16). The host
 * asks for the zone of whom it shows a time. The profile may be on another server, which may let
 * the homeserver wait. So the bot has a few requests under way, at most one for the users of each
 * site (client/id.h), and everything else goes on meanwhile. The users of the own homeserver have
 * a request and places to wait that no other server can occupy.
 *
 * The bot asks only a homeserver whose /versions has such fields.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_PROFILE_ZONES_H
#define ADAPTERS_MATRIX_RECEIVE_PROFILE_ZONES_H

#include "adapters/matrix/client/wait.h"
#include "bot/store/store.h"

#include <jansson.h>
#include <stdbool.h>

#define MX_ZONES_WANTED        64 /* the most people who wait for a request */
#define MX_ZONES_WANTED_OTHERS 32 /* if so many wait, nobody of another server may join them */
#define MX_ZONES_REQUESTS      4

struct mx_session;
struct mx_profile_zones;

struct mx_zone_request {
	struct mx_profile_zones *zones; /* NULL while no request is under way */
	char user[BOT_ID_SIZE];         /* empty if nobody waits for the answer any more */
	size_t field;                   /* which of the fields of the profile is asked for */
};

struct mx_profile_zones {
	struct mx_session *session; /* borrowed */
	/* what /versions says of the homeserver */
	enum mx_zone_support {
		MX_ZONES_UNASKED,
		MX_ZONES_ASKING,
		MX_ZONES_STABLE,
		MX_ZONES_UNSTABLE,
		MX_ZONES_NONE,
	} support;
	json_t *wanted; /* the set of users for whom the bot will ask */
	struct mx_zone_request request[MX_ZONES_REQUESTS];
	struct mx_backoff backoff; /* after a rate limit, or if the homeserver is unreachable */
};

void mx_profile_zones_init(struct mx_profile_zones *zones, struct mx_session *session);

/* Frees what the struct holds. No request may be in flight. */
void mx_profile_zones_finish(struct mx_profile_zones *zones);

/* Does what ask_zone in struct bot_port says. */
bool mx_profile_zones_want(struct mx_profile_zones *zones, const char *user);

/* Drops what the bot was to ask for a user, and the answer to what it has asked. */
void mx_profile_zones_forget(struct mx_profile_zones *zones, const char *user);

/* Starts the requests that may start. */
void mx_profile_zones_ask(struct mx_profile_zones *zones);

#endif
