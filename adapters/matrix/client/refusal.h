/*
 * What a refusal of the homeserver is about. The error code decides: if it is about the account,
 * the request is right and will be accepted later; if it is about the message, it never will be.
 * The table in refusal.c has all error codes that homeservers use.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_REFUSAL_H
#define ADAPTERS_MATRIX_CLIENT_REFUSAL_H

enum mx_refusal {
	/* the homeserver will never accept this request: the bot drops its row, and no other */
	MX_REFUSES_MESSAGE,
	/* the room is unknown, or does not let the bot in */
	MX_REFUSES_ROOM,
	/* the user does not exist or wants no invitation */
	MX_REFUSES_PERSON,
	/*
	 * The account may do nothing, or may not write, until a person changes that. The bot
	 * repeats the request, however long that takes, and the operator must do something.
	 */
	MX_REFUSES_ACCOUNT,
	/* the access token is not valid */
	MX_REFUSES_SESSION,
	/* a rate limit */
	MX_REFUSES_PACE,
	/* the homeserver can't do it now: the bot repeats the request */
	MX_REFUSES_FOR_NOW,
	/*
	 * A power level, a membership or a ban may be the reason, but so may a spam checker, a
	 * proxy or a wrong route, which may think otherwise a moment later. The bot believes such
	 * a refusal only if it stays.
	 */
	MX_REFUSES_IN_DOUBT,
};

/*
 * Returns what a refusal with the HTTP status `status`, from 400 to 499 and not 429, and with the
 * error code `code` is about. `code` is not empty. A code that the table does not have is in doubt
 * if the status says that somebody did not allow the request; otherwise it is about the message.
 */
enum mx_refusal mx_refusal_of(long status, const char *code);

/*
 * Returns what the operator can do about a code that is about the account: an English text for the
 * log. Returns NULL for other codes.
 */
const char *mx_refusal_advice(const char *code);

#endif
