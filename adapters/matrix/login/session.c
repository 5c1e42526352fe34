#include "adapters/matrix/login/session.h"

#include "adapters/matrix/login/session_store.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/store/events.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* the least ms between two renewals, if the homeserver refuses even new tokens */
#define RENEWAL_INTERVAL 5000
/* the least ms between two log-ins; Synapse allows 0.003 log-ins a second */
#define LOGIN_INTERVAL (INT64_C(10) * 60 * 1000)
/* after this many lost devices, the wait for the next log-in grows no further */
#define DEVICE_LOSSES_MOST 5
/* if the last log-in was more than this many ms ago, the bot forgets earlier lost devices */
#define LOSS_FORGOTTEN (INT64_C(24) * 3600 * 1000)

/*
 * The store's key for the date when a new device replaced the old one. The bot deletes the date
 * when it knows which outbox rows the old device has sent (mx_device_is_in_doubt).
 */
#define REPLACED_KEY "matrix.replaced"

/*
 * Returns how many milliseconds to wait before the next log-in. After the first lost device this is
 * 0. After each further lost device the wait is longer, because something seems to delete each new
 * device.
 */
static int64_t wait_after_loss(struct mx_session *session)
{
	int64_t age = bot_clock_steady() - session->last_attempt;

	if (session->last_attempt == 0 || age > LOSS_FORGOTTEN)
		session->device_losses = 0;
	if (session->device_losses < DEVICE_LOSSES_MOST)
		session->device_losses++;
	return session->device_losses == 1 ? 0 : LOGIN_INTERVAL << (session->device_losses - 2);
}

bool mx_session_can_replace_device(const struct mx_session *session)
{
	const struct cfg_secrets *secrets = session->account->secrets;

	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH)
		return false;
	return secrets->hs_token ? !session->deviceless : !secrets->access_token;
}

void mx_session_abandon_device(struct mx_session *session, const char *event, const char *why)
{
	if (!mx_session_can_replace_device(session)) {
		mx_account_give_up(session->account, MX_LOGGED_OUT, event, why);
		return;
	}
	bot_log_write(BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"user", .text = session->account->user}, {"why", .text = why}));
	session->state = MX_LOGGED_OFF;
	session->device_lost = true;
	mx_backoff_extend(&session->backoff, wait_after_loss(session));
}

static void end_session(struct mx_session *session, const struct mx_answer *answer)
{
	if (answer->session != mx_http_session(session->account->http) ||
		session->state != MX_LOGGED_IN)
		return; /* the answer is about an earlier session */
	session->state = MX_LOGGED_OFF;
	session->must_check = false;
	if (session->account->config->matrix.login == CFG_LOGIN_OAUTH) {
		/* the session stays logged off until a renewal brings another token */
		session->token_refused = true;
		mx_backoff_extend(&session->backoff,
			session->last_attempt + RENEWAL_INTERVAL - bot_clock_steady());
		return;
	}
	if (session->account->secrets->access_token) {
		mx_account_give_up(session->account, MX_LOGGED_OUT, "logged_out",
			session->account->secrets->hs_token
				? "the homeserver does not know this registration any more"
				: "the access token is no longer valid: put a new one into its "
				  "file");
		return;
	}
	if (!mx_answer_soft_logout(answer)) {
		mx_session_abandon_device(session, "logged_out",
			"the homeserver has ended the session and deleted the device: the bot logs "
			"in again as a new device");
		return;
	}
	bot_log_write(BOT_LOG_WARNING, "logged_out_softly", NULL);
	if (session->last_attempt != 0)
		mx_backoff_extend(&session->backoff,
			session->last_attempt + LOGIN_INTERVAL - bot_clock_steady());
}

/* Returns whether the account is locked, so that it may not even ask who it is. */
static bool is_locked(const struct mx_answer *answer)
{
	static const char *const codes[] = {"M_USER_LOCKED", "ORG_MATRIX_MSC3939_USER_LOCKED"};

	return strcmp(mx_answer_code(answer), codes[0]) == 0 ||
	       strcmp(mx_answer_code(answer), codes[1]) == 0;
}

/* Acts on what an answer to /sync or whoami says about the session. */
static void apply_verdict(
	struct mx_session *session, const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	if (verdict == MX_ANSWER_NO_SESSION)
		end_session(session, answer);
	if (verdict == MX_ANSWER_DONE) {
		mx_backoff_reset(&session->locked_backoff);
		mx_hold_note_accepted(&session->account->hold, MX_HOLD_SYNC);
	}
	if (verdict == MX_ANSWER_ACCOUNT_HELD) {
		mx_hold_note_refused(
			&session->account->hold, MX_HOLD_SYNC, session->account->user, answer);
		mx_backoff_extend(&session->locked_backoff, MX_LOCKED_WAIT);
	}
}

/*
 * Returns whether the bot must check the answer with whoami. If the answer says that the account is
 * suspended, whoami would not help, because a suspended account may use /sync and whoami.
 */
static bool must_ask_whoami(const struct mx_answer *answer, enum mx_answer_verdict verdict)
{
	return verdict == MX_ANSWER_NO_SESSION ||
	       (verdict == MX_ANSWER_ACCOUNT_HELD && is_locked(answer));
}

enum mx_answer_verdict mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	if (author == MX_AUTHOR_SESSION)
		apply_verdict(session, answer, verdict);
	else if (must_ask_whoami(answer, verdict)) {
		session->must_check |= answer->session == mx_http_session(session->account->http);
		return MX_ANSWER_NO_SESSION;
	}
	return verdict;
}

bool mx_session_write(const struct mx_session *session, const char *device, const char *token,
	const struct mx_renewal *renewal)
{
	enum bot_error error = bot_store_begin(session->account->store);

	if (!error)
		error = mx_session_store_write(session->account->store, device, token, renewal);
	return mx_account_commit(session->account, error, "login");
}

enum bot_error mx_device_read_doubt(struct mx_session *session)
{
	char *date = NULL;
	enum bot_error error = bot_store_get(session->account->store, REPLACED_KEY, &date);

	session->replaced_at = date ? strtoll(date, NULL, 10) : 0;
	free(date);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

bool mx_device_replace(struct mx_session *session)
{
	int64_t now = bot_clock_wall();
	char date[24];
	enum bot_error error;

	if (session->keys.set_aside && !session->keys.set_aside(session->keys.self))
		return false;
	snprintf(date, sizeof(date), "%" PRId64, now);
	error = bot_store_begin(session->account->store);
	if (!error)
		error = mx_session_store_name_device(session->account->store);
	if (!error)
		error = mx_session_store_write(session->account->store, NULL, NULL, NULL);
	if (!error)
		error = bot_store_set(session->account->store, REPLACED_KEY, date);
	if (!mx_account_commit(session->account, error, "new device"))
		return false;
	session->replaced_at = now;
	session->has_batch = session->has_no_gap = false;
	bot_log_write(BOT_LOG_WARNING, "device_replaced",
		BOT_LOG_FIELDS({"user", .text = session->account->user}));
	return true;
}

bool mx_device_is_in_doubt(const struct mx_session *session)
{
	return session->replaced_at != 0;
}

bool mx_device_awaits_batch(const struct mx_session *session)
{
	return session->replaced_at != 0 && !session->has_batch;
}

/* Returns whether the bot requested the batch with its current device. */
static bool is_from_this_device(const struct mx_session *session, unsigned asked_in)
{
	return session->state == MX_LOGGED_IN &&
	       asked_in == mx_http_session(session->account->http);
}

static void note_gap(void *self, const char *room)
{
	struct mx_session *session = self;

	(void)room;
	session->has_no_gap = false;
}

static enum bot_error read_gaps(struct mx_session *session)
{
	BOT_ATTEMPT(bot_gap_rooms(session->account->store, note_gap, session));
}

enum bot_error mx_device_end_doubt(struct mx_session *session, unsigned asked_in)
{
	enum bot_error error;

	if (session->replaced_at == 0 || !is_from_this_device(session, asked_in))
		return BOT_OK;
	session->has_no_gap = true;
	error = read_gaps(session);
	if (error || !session->has_no_gap)
		return error;
	return bot_store_set(session->account->store, REPLACED_KEY, NULL);
}

void mx_device_doubt_ended(struct mx_session *session, unsigned asked_in)
{
	if (session->replaced_at == 0 || !is_from_this_device(session, asked_in))
		return;
	session->has_batch = true;
	if (session->has_no_gap)
		session->replaced_at = 0;
}
