/*
 * How an application service comes in: its account is made where it isn't there, then the device
 * under which it sends, and the homeserver is asked whether it takes both for the bot. The account
 * is one of the service's users, not the sender of the registration: Synapse lets that do much, but
 * not ask /sync.
 *
 * The device is what makes a message that is sent again, after a crash of either side, the same
 * message: without one a homeserver knows transaction ids only as long as it runs, if at all.
 */
#ifndef MX_ENROL_H
#define MX_ENROL_H

#include "adapters/matrix/http.h"

struct mx;

/* `done` is called with the answer that says who the bot is, or with the first that says no. */
MX_MUST_USE enum mx_error mx_enrol(
	struct mx *mx, void (*done)(void *self, const struct mx_answer *answer));

/* Why the homeserver refuses, in words for the log; `code` where there are none. */
const char *mx_enrol_refusal(const char *code);

/* The answer named this device; NULL: none, so that none can be used. */
void mx_enrol_device(struct mx *mx, const char *device);

#endif
