/*
 * The life of the session: the bot resumes it from the store, checks it, renews it, and logs in
 * again when it has ended.
 */
#ifndef ADAPTERS_MATRIX_LOGIN_SESSION_LIFE_H
#define ADAPTERS_MATRIX_LOGIN_SESSION_LIFE_H

#include "adapters/matrix/login/session.h"

/*
 * Deletes the tokens from the store. The bot must then log in again, as the same device. If the
 * store fails, sets session->account->fatal.
 */
void mx_session_forget(struct mx_session *session);

/*
 * Resumes the stored session. Does nothing if the store has none. If the store fails or belongs to
 * another account, sets session->account->fatal.
 */
void mx_session_start(struct mx_session *session);

/*
 * Starts the requests that are due: the check with whoami, the log-in, or the renewal of the token.
 */
void mx_session_start_requests(struct mx_session *session);

#endif
