/* The account that the bot uses, and everything that the parts of the adapter share. */
#ifndef ADAPTERS_MATRIX_LOGIN_ACCOUNT_H
#define ADAPTERS_MATRIX_LOGIN_ACCOUNT_H

#include "adapters/matrix/client/client.h"
#include "adapters/matrix/client/http.h"
#include "adapters/matrix/client/wait.h"
#include "bot/host/host.h"
#include "bot/store/store.h"
#include "config/config.h"
#include "config/secrets.h"

#define MX_HOLD_CODE_SIZE    64
#define MX_HOLD_CONTACT_SIZE 512

/*
 * The groups of requests that a homeserver may refuse separately: a suspended account may still
 * read. Group 0 is /sync; the sender uses one group for each of its budgets.
 */
#define MX_HOLD_SYNC   0
#define MX_HOLD_GROUPS 8

/*
 * A hold: the homeserver refuses what the account does, because the account has not agreed to new
 * terms, is suspended, or the like (MX_ANSWER_ACCOUNT_HELD in client/answer.h). Nothing is lost
 * meanwhile: the bot repeats its requests, with growing pauses. The operator gets one line in the
 * log when the hold begins, and the admins get a message when it has ended.
 *
 * All zero at the beginning. Times are in milliseconds, by bot_clock_steady. */
struct mx_hold {
	/* for each group, when its last request was refused; 0 if its last request succeeded */
	int64_t refused[MX_HOLD_GROUPS];
	int64_t since;  /* when the hold began, or 0 while there is none */
	int64_t length; /* how long the last hold took, until the host knows of it; otherwise 0 */
	char code[MX_HOLD_CODE_SIZE];
	/* a link or an address that helps, as the homeserver wrote it; or empty */
	char contact[MX_HOLD_CONTACT_SIZE];
};

/* The struct borrows everything that its pointers point to. */
struct mx_account {
	const struct cfg *config;
	const struct cfg_secrets *secrets;
	const char *user; /* the account's user id */
	struct bot_store *store;
	struct mx_http *http;
	struct bot_host *host; /* NULL if the process only logs in */
	/*
	 * The steady time when the host's next timer is due. It is -1 if the host has no timer, and
	 * 0 if the bot must ask the host for the time.
	 */
	int64_t timers_due;
	/*
	 * The steady time when the loop begins its next pass at the latest, or 0 if that is not
	 * known. If it is later, the process was stopped.
	 */
	int64_t wakes_at;
	unsigned batches; /* how many answers to /sync the bot has handled since it started */
	struct mx_backoff sync_backoff; /* the wait after a failed /sync until the next /sync */
	/* the wait after a failed commit until the next transaction */
	struct mx_backoff store_backoff;
	/* the wait until the next log line about dropped pieces */
	struct mx_backoff dropped_backoff;
	/* an event in a room shows that a newer copy of the store was in use: causes.h */
	bool store_is_older;
	int64_t older_until;  /* since when the bot knows it, in ms since 1970 */
	bool store_is_unsure; /* the last question whether this process still leads has failed */
	bool store_is_gone;   /* see bot_store_is_gone; the log says so */
	struct mx_hold hold;  /* whether the homeserver refuses what the account does */
	enum mx_error fatal;  /* the error that ends the run, or MX_OK while the run goes on */
};

/*
 * Makes account->http for the homeserver that the configuration names. Logs a warning if the
 * configuration permits to send passwords unencrypted. Returns an error of mx_http_create.
 */
MX_MUST_USE enum mx_error mx_account_create_http(struct mx_account *account);

/* Ends the run with `error`, because a person must repair something. Logs `event` with `why`. */
void mx_account_give_up(
	struct mx_account *account, enum mx_error error, const char *event, const char *why);

/*
 * Ends the run because `other` is not the user that the configuration names. `who_says` begins the
 * sentence that names both users in the log.
 */
void mx_account_reject_user(struct mx_account *account, const char *who_says, const char *other);

/*
 * Commits the current transaction if `error` is BOT_OK; otherwise rolls it back. Returns whether
 * the transaction was committed. After a failure, logs the error together with `what`, the name of
 * the work in this transaction. If the error can't pass by itself, this function ends the run.
 */
bool mx_account_commit(struct mx_account *account, enum bot_error error, const char *what);

/*
 * Runs `work` with `self` in a transaction and in an attempt (bot/base/attempt.h), which a failure
 * ends, and commits as mx_account_commit does.
 */
bool mx_account_attempt(
	struct mx_account *account, const char *what, void (*work)(void *self), void *self);

/*
 * Returns whether this process may use the store now (bot_store_confirm). The loop asks before each
 * pass, so that a process that has been stopped sends nothing that another one has sent already. If
 * another process leads, this ends the run. If the store can't be asked, it has failed: then the
 * parts of the adapter wait.
 */
bool mx_account_has_store(struct mx_account *account);

/*
 * If the process was stopped or stuck for some seconds, tells the host, so that nobody's clock has
 * run meanwhile. The adapter must call this before the host may look at its time.
 */
void mx_account_find_stop(struct mx_account *account);

/* Returns whether the bot has handled its first batch and /sync works now. */
bool mx_account_is_connected(const struct mx_account *account);

/*
 * The functions `transact` and `read` of struct bot_host_access; `self` is the account. If the work
 * has changed a match, the loop asks the host for the next timer.
 */
bool mx_account_transact(void *self, const char *name, bot_host_work *work, void *worker);
bool mx_account_read(void *self, const char *name, bot_host_work *work, void *worker);

/*
 * Rolls the transaction back, and logs `error` together with `what`, the name of the work in this
 * transaction. If the store is damaged, the host may set the damaged rows aside. If the host sets
 * no rows aside and the error can't pass by itself, this function ends the run.
 */
void mx_account_store_failed(struct mx_account *account, enum bot_error error, const char *what);

/* Returns whether `server` is the name of the bot's own homeserver. */
bool mx_account_is_home(const struct mx_account *account, const char *server);

/*
 * Notes that the store is older than the account, because of this event, which the bot has sent but
 * the store does not know. Says so once in the log.
 */
void mx_account_note_older_store(struct mx_account *account, const char *event);

/*
 * Adds `dropped` to the counter of the pieces that the bot dropped because it could not read them.
 * `of` names the request whose answer had these pieces. Logs at most one line a minute.
 */
void mx_account_note_dropped(struct mx_account *account, const char *of, unsigned dropped);

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
