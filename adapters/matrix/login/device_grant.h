/*
 * The log-in by the device authorization grant of OAuth 2.0 (RFC 8628). A person opens a URI in a
 * browser on any machine and allows the bot to log in. Meanwhile the bot asks the server again and
 * again whether the person has answered.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_DEVICE_GRANT_H
#define ADAPTERS_MATRIX_LOGIN_DEVICE_GRANT_H

#include <stdbool.h>

struct mx_session;

/* Shows a person the URI that they have to open. */
struct mx_device_code_display {
	/*
	 * The person must type `code` on the page of `uri`. If `complete` is true, the URI
	 * contains the code, and the person only compares it with the code on the page. The strings
	 * are borrowed.
	 */
	void (*show)(const void *self, const char *uri, const char *code, bool complete);
	const void *self;
};

/*
 * Logs in, and waits until the log-in ends. On success, stores the session and sets its state to
 * MX_LOGGED_IN. On failure, sets session->account->fatal and logs the reason. If the file
 * descriptor `stop` becomes readable, this interrupts the wait. `stop` is -1 if the caller has no
 * such descriptor.
 */
void mx_device_grant_log_in(
	struct mx_session *session, struct mx_device_code_display display, int stop);

#endif
