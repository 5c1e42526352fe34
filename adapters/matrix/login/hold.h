/*
 * A hold: the homeserver refuses what the account does, because the account has not agreed to new
 * terms, is suspended, or the like (MX_REFUSES_ACCOUNT in client/refusal.h). Nothing is lost
 * meanwhile: the bot repeats its requests, with growing pauses. The operator gets one line in the
 * log when the hold begins, and the admins get a message when it has ended.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_HOLD_H
#define ADAPTERS_MATRIX_LOGIN_HOLD_H

#include "adapters/matrix/client/answer.h"

#include <stdbool.h>
#include <stdint.h>

#define MX_HOLD_CODE_SIZE    64
#define MX_HOLD_CONTACT_SIZE 512

/*
 * The groups of requests that a homeserver may refuse separately: a suspended account may still
 * read. Group 0 is /sync; the sender uses one group for each of its budgets.
 */
#define MX_HOLD_SYNC   0
#define MX_HOLD_GROUPS 8

/* All zero at the beginning. Times are in milliseconds, by mx_clock_steady. */
struct mx_hold {
	/* for each group, when its last request was refused; 0 if its last request succeeded */
	int64_t refused[MX_HOLD_GROUPS];
	int64_t since;  /* when the hold began, or 0 while there is none */
	int64_t length; /* how long the last hold took, until the host knows of it; otherwise 0 */
	char code[MX_HOLD_CODE_SIZE];
	/* a link or an address that helps, as the homeserver wrote it; or empty */
	char contact[MX_HOLD_CONTACT_SIZE];
};

/*
 * Notes that the bot's own homeserver has refused a request of this group with the verdict
 * MX_ANSWER_ACCOUNT_HELD. Logs a line if a hold begins, or if its error code is a new one. `user`
 * is the account.
 */
void mx_hold_note_refused(
	struct mx_hold *hold, unsigned group, const char *user, const struct mx_answer *answer);

/* Notes that a request of this group succeeded. If no other group is refused, the hold ends. */
void mx_hold_note_accepted(struct mx_hold *hold, unsigned group);

/*
 * Forgets groups for which the bot has had nothing to send for long, so that the hold ends even if
 * nobody asks for such a request again. The loop calls this in each pass.
 */
void mx_hold_forget_old(struct mx_hold *hold);

bool mx_hold_lasts(const struct mx_hold *hold);

#endif
