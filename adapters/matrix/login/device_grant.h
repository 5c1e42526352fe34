/*
 * Logging in by OAuth 2.0's device authorization grant (RFC 8628). A person opens a link in a
 * browser on any machine and allows the bot to log in. Meanwhile the bot asks the server again and
 * again whether the person has answered.
 */
#ifndef MX_DEVICE_GRANT_H
#define MX_DEVICE_GRANT_H

#include <stdbool.h>

struct mx_session;

/* Shows a person the link to open. */
struct mx_link_display {
	/*
	 * `code`: the person must type this code on the page. If `complete` is true, the link
	 * already contains the code, and the person only compares it. The strings are borrowed.
	 */
	void (*show)(const void *self, const char *link, const char *code, bool complete);
	const void *self;
};

/*
 * Logs in, and waits until the log-in ends. On success, stores the session and sets its state to
 * MX_LOGGED_IN. On failure, sets session->account->fatal and logs the reason. `stop`: a file
 * descriptor that interrupts the wait when it becomes readable; -1: none.
 */
void mx_device_grant_log_in(struct mx_session *session, struct mx_link_display display, int stop);

#endif
