/*
 * Who the bot is to the homeserver: its access token and device. The device is named before the
 * first log-in and kept for ever, since transaction ids count within a device.
 */
#ifndef MX_SESSION_H
#define MX_SESSION_H

#include "adapters/matrix/answer.h"
#include "adapters/matrix/matrix.h"
#include "adapters/matrix/pause.h"

struct mx;

struct mx_session {
	enum { MX_LOGGED_OFF, MX_LOGGING_IN, MX_LOGGED_IN } state;
	struct mx_pause pause; /* before the next attempt */
	/* Gets the answer with which an application service's log-in ends. */
	void (*enrolled)(void *self, const struct mx_answer *answer);
	bool deviceless; /* an application service that the homeserver lets have no device */
	int64_t attempt; /* steady time of the last log-in by password or of the last renewal */
	/* By OAuth 2.0: */
	bool expires;          /* the access token, and it is known when */
	bool refused;          /* the homeserver knows it no more */
	struct mx_pause fresh; /* until it is to be renewed */
};

/* Forgets the stored session, for a new one as the same device. */
void mx_session_forget(struct mx *mx);

/* Takes up the stored session, if there is one. */
void mx_session_start(struct mx *mx);

/* Logs in when that is due. */
void mx_session_turn(struct mx *mx);

/*
 * Looks at the answer to any request for what concerns the session, and acts on it. Returns the
 * answer's verdict.
 */
enum mx_verdict mx_session_watch(struct mx *mx, const struct mx_answer *answer);

/* Ends the run for a reason that somebody has to repair, and says it. */
void mx_session_give_up(struct mx *mx, enum mx_error error, const char *event, const char *why);

#endif
