/* What the parts of the adapter share while it runs. */
#ifndef MX_CONTEXT_H
#define MX_CONTEXT_H

#include "adapters/matrix/crypto.h"
#include "adapters/matrix/direct.h"
#include "adapters/matrix/drain.h"
#include "adapters/matrix/filter.h"
#include "adapters/matrix/http.h"
#include "adapters/matrix/matrix.h"
#include "adapters/matrix/service.h"
#include "adapters/matrix/session.h"
#include "adapters/matrix/sync.h"
#include "bot/host.h"
#include "bot/outbox.h"

struct mx {
	const struct cfg *config;
	const struct cfg_secrets *secrets;
	const char *me; /* the account's user id */
	struct bot_store *store;
	struct bot_port port;
	struct bot_host *host;
	struct mx_http *http;
	struct mx_session session;
	struct mx_sync sync;
	struct mx_service service;
	struct mx_drain drain;
	struct mx_filter filter;
	struct mx_direct direct;
	struct mx_crypto *crypto; /* NULL in a build without */
	int64_t tick;             /* steady time when the host wants to be called; -1: never */
	struct mx_pause lull;     /* after the store failed */
	enum bot_phase phase;     /* as the guests know it */
	enum mx_error fatal;      /* what ends the run; MX_OK: nothing yet */
};

/*
 * Ends a transaction: commits it, or rolls back for `error`. True: it is done. Otherwise the fault
 * is logged as having stopped `what`; one that can't pass by itself ends the run.
 */
bool mx_commit(struct mx *mx, enum bot_error error, const char *what);

/* The store has failed so: rolls back and logs it. What can be given up for it, is. */
void mx_store_failed(struct mx *mx, enum bot_error error, const char *what);

/* Logs that a request did not succeed, and why. */
void mx_log_answer(const char *event, const char *subject, const struct mx_answer *answer);

/* Puts a row into the outbox that the adapter itself wants: join or leave a room, reach a user. */
BOT_MUST_USE enum bot_error mx_order(
	struct mx *mx, enum bot_outbox_kind kind, const char *to, const char *via);

#endif
