#include "adapters/matrix/client/answer.h"

#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WAIT_MOST (INT64_C(3600) * 1000)
#define CODE_MOST 63  /* the most bytes of an error code in the log */
#define WHY_MOST  512 /* the most bytes of a reason in the log, with the NUL */

/*
 * What a refusal is about. The error code decides: if it is about the account, the request is right
 * and will be accepted later; if it is about the message, it never will be. The table below has all
 * error codes that homeservers use.
 */
enum refusal {
	/* the homeserver will never accept this request: the bot drops its row, and no other */
	REFUSES_MESSAGE,
	/* the room is unknown, or does not let the bot in */
	REFUSES_ROOM,
	/* the user does not exist or wants no invitation */
	REFUSES_PERSON,
	/*
	 * The account may do nothing, or may not write, until a person changes that. The bot
	 * repeats the request, however long that takes, and the operator must do something.
	 */
	REFUSES_ACCOUNT,
	/* the access token is not valid */
	REFUSES_SESSION,
	/* a rate limit */
	REFUSES_PACE,
	/* the homeserver can't do it now: the bot repeats the request */
	REFUSES_FOR_NOW,
	/*
	 * A power level, a membership or a ban may be the reason, but so may a spam checker, a
	 * proxy or a wrong route, which may think otherwise a moment later. The bot believes such
	 * a refusal only if it stays.
	 */
	REFUSES_IN_DOUBT,
};

/*
 * The codes of the client-server API, of proposals that homeservers have implemented, and of the
 * modules and media servers beside them.
 * https://spec.matrix.org/latest/client-server-api/#standard-error-response
 */
static const struct row {
	const char *code;
	enum refusal refusal;
	const char *advice; /* for REFUSES_ACCOUNT */
} rows[] = {
	/* The account. Synapse answers with the first two to /send, /createRoom and /sync. */
	{"M_CONSENT_NOT_GIVEN", REFUSES_ACCOUNT,
		"the homeserver wants the account to agree to its terms: open the link and agree; "
		"then the bot sends everything that waits"},
	{"M_RESOURCE_LIMIT_EXCEEDED", REFUSES_ACCOUNT,
		"the homeserver has reached a limit, such as its number of active users: ask its "
		"administrators; then the bot sends everything that waits"},
	{"M_USER_SUSPENDED", REFUSES_ACCOUNT,
		"the homeserver's administrators have suspended the account: the bot waits until "
		"they let it write again"},
	{"ORG.MATRIX.MSC3823.USER_ACCOUNT_SUSPENDED", REFUSES_ACCOUNT,
		"the homeserver's administrators have suspended the account: the bot waits until "
		"they let it write again"},
	{"M_USER_LOCKED", REFUSES_ACCOUNT,
		"the homeserver's administrators have locked the account: the bot waits until they "
		"unlock it"},
	{"ORG_MATRIX_MSC3939_USER_LOCKED", REFUSES_ACCOUNT,
		"the homeserver's administrators have locked the account: the bot waits until they "
		"unlock it"},
	{"M_USER_DEACTIVATED", REFUSES_ACCOUNT,
		"the account is deactivated: the bot waits until the homeserver's administrators "
		"activate it again"},
	{"ORG_MATRIX_EXPIRED_ACCOUNT", REFUSES_ACCOUNT,
		"the account has expired: renew it at the homeserver; then the bot sends "
		"everything that waits"},
	{"ORG.MATRIX.MSC3866_USER_AWAITING_APPROVAL", REFUSES_ACCOUNT,
		"the homeserver's administrators must approve the account: the bot waits until "
		"they do"},
	{"M_TERMS_NOT_SIGNED", REFUSES_ACCOUNT,
		"the homeserver wants the account to agree to its terms: agree to them; then the "
		"bot sends everything that waits"},

	{"M_UNKNOWN_TOKEN", REFUSES_SESSION, NULL},
	{"M_MISSING_TOKEN", REFUSES_SESSION, NULL},

	{"M_LIMIT_EXCEEDED", REFUSES_PACE, NULL},

	/* Joins may still succeed through another server. */
	{"M_UNABLE_TO_AUTHORISE_JOIN", REFUSES_FOR_NOW, NULL},
	{"M_UNABLE_TO_GRANT_JOIN", REFUSES_FOR_NOW, NULL},
	{"ORG.MATRIX.MSC3895_UNABLE_DUE_TO_PARTIAL_STATE", REFUSES_FOR_NOW, NULL},
	{"M_CONCURRENT_WRITE", REFUSES_FOR_NOW, NULL},
	{"M_NOT_YET_UPLOADED", REFUSES_FOR_NOW, NULL},
	{"M_CONNECTION_FAILED", REFUSES_FOR_NOW, NULL},
	{"M_CONNECTION_TIMEOUT", REFUSES_FOR_NOW, NULL},

	/* Power levels, memberships, spam checkers, and proxies that filter requests. */
	{"M_FORBIDDEN", REFUSES_IN_DOUBT, NULL},
	{"M_UNAUTHORIZED", REFUSES_IN_DOUBT, NULL},
	{"M_UNACTIONABLE", REFUSES_IN_DOUBT, NULL},
	{"M_USER_LIMIT_EXCEEDED", REFUSES_IN_DOUBT, NULL},
	{"ORG.MATRIX.MSC4335_USER_LIMIT_EXCEEDED", REFUSES_IN_DOUBT, NULL},
	/* Each homeserver has the endpoints, so a proxy has led the request to a wrong program. */
	{"M_UNRECOGNIZED", REFUSES_IN_DOUBT, NULL},
	{"M_METHOD_NOT_ALLOWED", REFUSES_IN_DOUBT, NULL},

	{"M_NOT_FOUND", REFUSES_ROOM, NULL},
	{"M_UNSUPPORTED_ROOM_VERSION", REFUSES_ROOM, NULL},
	{"M_INCOMPATIBLE_ROOM_VERSION", REFUSES_ROOM, NULL},
	{"M_GUEST_ACCESS_FORBIDDEN", REFUSES_ROOM, NULL},
	{"M_CANNOT_LEAVE_SERVER_NOTICE_ROOM", REFUSES_ROOM, NULL},
	{"M_BAD_STATE", REFUSES_ROOM, NULL},
	{"ORG.MATRIX.MSC3848.ALREADY_JOINED", REFUSES_ROOM, NULL},
	{"ORG.MATRIX.MSC3848.NOT_JOINED", REFUSES_ROOM, NULL},
	{"ORG.MATRIX.MSC3848.INSUFFICIENT_POWER", REFUSES_ROOM, NULL},

	{"M_INVITE_BLOCKED", REFUSES_PERSON, NULL},
	{"ORG.MATRIX.MSC4155.M_INVITE_BLOCKED", REFUSES_PERSON, NULL},
	{"M_SENDER_IGNORED", REFUSES_PERSON, NULL},
	{"ORG.MATRIX.MSC4406.SENDER_IGNORED", REFUSES_PERSON, NULL},

	/* The request, as it is. */
	{"M_UNKNOWN", REFUSES_MESSAGE, NULL}, /* but refusal_of doubts it with a status 403 */
	{"M_TOO_LARGE", REFUSES_MESSAGE, NULL},
	{"M_MEDIA_TOO_LARGE", REFUSES_MESSAGE, NULL},
	{"M_PROFILE_TOO_LARGE", REFUSES_MESSAGE, NULL},
	{"M_KEY_TOO_LARGE", REFUSES_MESSAGE, NULL},
	{"M_NOT_JSON", REFUSES_MESSAGE, NULL},
	{"M_BAD_JSON", REFUSES_MESSAGE, NULL},
	{"M_BAD_REQUEST", REFUSES_MESSAGE, NULL},
	{"M_BAD_PAGINATION", REFUSES_MESSAGE, NULL},
	{"M_MISSING_PARAM", REFUSES_MESSAGE, NULL},
	{"M_MISSING_ARGUMENT", REFUSES_MESSAGE, NULL},
	{"M_INVALID_PARAM", REFUSES_MESSAGE, NULL},
	{"M_INVALID_ARGUMENT_VALUE", REFUSES_MESSAGE, NULL},
	{"M_INVALID_ROOM_STATE", REFUSES_MESSAGE, NULL},
	{"M_INVALID_SIGNATURE", REFUSES_MESSAGE, NULL},
	{"M_DUPLICATE_ANNOTATION", REFUSES_MESSAGE, NULL},
	{"M_EXCLUSIVE", REFUSES_MESSAGE, NULL},
	{"M_ROOM_IN_USE", REFUSES_MESSAGE, NULL},
	{"M_BAD_ALIAS", REFUSES_MESSAGE, NULL},
	{"M_CANNOT_OVERWRITE_MEDIA", REFUSES_MESSAGE, NULL},
	{"M_SERVER_NOT_TRUSTED", REFUSES_MESSAGE, NULL},
	{"M_URL_NOT_SET", REFUSES_MESSAGE, NULL},
	{"M_BAD_STATUS", REFUSES_MESSAGE, NULL},
	{"M_UNKNOWN_POS", REFUSES_MESSAGE, NULL},
	{"M_UNKNOWN_DEVICE", REFUSES_MESSAGE, NULL},
	{"M_WRONG_ROOM_KEYS_VERSION", REFUSES_MESSAGE, NULL},
	{"M_NOT_IN_THREAD", REFUSES_MESSAGE, NULL},
	{"M_CONFLICTING_UNSUBSCRIPTION", REFUSES_MESSAGE, NULL},
	{"FI.MAU.MSC2815_UNREDACTED_CONTENT_DELETED", REFUSES_MESSAGE, NULL},
	/* Only log-ins, registrations and identity servers answer with these. */
	{"M_USER_IN_USE", REFUSES_MESSAGE, NULL},
	{"M_INVALID_USERNAME", REFUSES_MESSAGE, NULL},
	{"M_CAPTCHA_NEEDED", REFUSES_MESSAGE, NULL},
	{"M_CAPTCHA_INVALID", REFUSES_MESSAGE, NULL},
	{"M_WEAK_PASSWORD", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_TOO_SHORT", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_NO_DIGIT", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_NO_UPPERCASE", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_NO_LOWERCASE", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_NO_SYMBOL", REFUSES_MESSAGE, NULL},
	{"M_PASSWORD_IN_DICTIONARY", REFUSES_MESSAGE, NULL},
	{"M_TOKEN_INCORRECT", REFUSES_MESSAGE, NULL},
	{"M_APPSERVICE_LOGIN_UNSUPPORTED", REFUSES_MESSAGE, NULL},
	{"M_THREEPID_IN_USE", REFUSES_MESSAGE, NULL},
	{"M_THREEPID_NOT_FOUND", REFUSES_MESSAGE, NULL},
	{"M_THREEPID_AUTH_FAILED", REFUSES_MESSAGE, NULL},
	{"M_THREEPID_DENIED", REFUSES_MESSAGE, NULL},
	{"M_THREEPID_MEDIUM_NOT_SUPPORTED", REFUSES_MESSAGE, NULL},
};

static const struct row *find(const char *code)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (strcmp(code, rows[i].code) == 0)
			return &rows[i];
	return NULL;
}

/* Returns whether the status says that somebody did not allow the request. */
static bool is_prohibition(long status)
{
	return status == 401 || status == 402 || status == 403 || status == 407 || status == 423;
}

/*
 * Returns what a refusal is about. `status` is its HTTP status, from 400 to 499 and not 429. `code`
 * is its error code, which is not empty. If the code says nothing (M_UNKNOWN, or a code that the
 * table does not have), but the status says that somebody did not allow the request, the refusal is
 * in doubt. Another code that the table does not have is about the message.
 */
static enum refusal refusal_of(long status, const char *code)
{
	const struct row *row = find(code);
	bool vague = !row || strcmp(code, "M_UNKNOWN") == 0;

	if (vague && is_prohibition(status))
		return REFUSES_IN_DOUBT;
	return row ? row->refusal : REFUSES_MESSAGE;
}

static enum mx_answer_verdict verdict_of(enum refusal refusal)
{
	switch (refusal) {
	case REFUSES_PACE:
		return MX_ANSWER_RATE_LIMITED;
	case REFUSES_FOR_NOW:
		return MX_ANSWER_RETRY;
	case REFUSES_SESSION:
		return MX_ANSWER_NO_SESSION;
	case REFUSES_ACCOUNT:
		return MX_ANSWER_ACCOUNT_HELD;
	case REFUSES_MESSAGE:
	case REFUSES_ROOM:
	case REFUSES_PERSON:
	case REFUSES_IN_DOUBT:
		break;
	}
	return MX_ANSWER_REFUSED;
}

const char *mx_answer_code(const struct mx_answer *answer)
{
	const char *code = mx_json_text(answer->json, "errcode");

	return code ? code : "";
}

enum mx_answer_verdict mx_answer_verdict(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);

	if (answer->status >= 200 && answer->status < 300)
		return answer->json && !answer->lacks ? MX_ANSWER_DONE : MX_ANSWER_RETRY;
	if (answer->status == 429)
		return MX_ANSWER_RATE_LIMITED;
	if (answer->status < 400 || answer->status >= 500)
		return MX_ANSWER_RETRY;
	if (answer->status == 408 || answer->status == 425)
		return MX_ANSWER_RETRY;
	/*
	 * An error of a homeserver has a code. An answer without a code may come from a reverse
	 * proxy, so the bot sends the request again. But the proxy never lets a request pass that
	 * is too big for it.
	 */
	if (!*code)
		return answer->status == 413 ? MX_ANSWER_REFUSED : MX_ANSWER_RETRY;
	return verdict_of(refusal_of(answer->status, code));
}

bool mx_answer_is_doubtful(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);

	return *code && refusal_of(answer->status, code) == REFUSES_IN_DOUBT;
}

bool mx_answer_is_from_nobody(const struct mx_answer *answer)
{
	return answer->unreached ||
	       ((answer->status == 502 || answer->status == 503) && !*mx_answer_code(answer));
}

int64_t mx_answer_wait(const struct mx_answer *answer)
{
	const json_t *field = json_object_get(answer->json, "retry_after_ms");
	int64_t wait = 0;

	if (json_is_number(field)) {
		double value = json_number_value(field);

		wait = value <= 0 ? 0 : value >= (double)WAIT_MOST ? WAIT_MOST : (int64_t)value;
	}
	/*
	 * The Retry-After field overrides retry_after_ms in the body, which is deprecated. If both
	 * agree, the body is more exact: Synapse rounds the field up to whole seconds.
	 */
	if (answer->retry_after > 0 && (wait + 999) / 1000 != answer->retry_after)
		wait = answer->retry_after < WAIT_MOST / 1000 ? answer->retry_after * 1000
							      : WAIT_MOST;
	return wait;
}

bool mx_answer_soft_logout(const struct mx_answer *answer)
{
	return json_is_true(json_object_get(answer->json, "soft_logout"));
}

/* Says what a person can do about an answer that no homeserver has written. */
static const char *explain_stranger(long status)
{
	if (status >= 300 && status < 400)
		return "the address redirects to another one; name that one as the homeserver";
	if (status >= 200 && status < 300)
		return "the answer is not JSON: no homeserver answers at this address, or a proxy "
		       "before it";
	return "the answer has no Matrix error code: no homeserver answers at this address, or a "
	       "proxy before it";
}

/* Writes why the request failed. */
static void explain(const struct mx_answer *answer, char why[WHY_MOST])
{
	const char *code = mx_answer_code(answer);

	if (answer->lacks)
		snprintf(why, WHY_MOST,
			"the answer lacks %s, which the specification demands: a proxy, or a "
			"broken homeserver, answers at this address",
			answer->lacks);
	else
		/* A server may send a code of any length, but the log needs a short one. */
		snprintf(why, WHY_MOST, "%.*s", *code && !answer->trouble ? CODE_MOST : WHY_MOST,
			answer->trouble ? answer->trouble
			: *code         ? code
					: explain_stranger(answer->status));
}

void mx_answer_log(const char *event, const char *subject, const struct mx_answer *answer)
{
	char why[WHY_MOST];

	explain(answer, why);
	/* A rate limit is not a failure: homeservers use it to slow bots down. */
	bot_log_write(answer->status == 429 ? BOT_LOG_INFO : BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = subject}, {"status", .number = answer->status},
			{"why", .text = why}));
}

const char *mx_refusal_advice(const char *code)
{
	const struct row *row = find(code);

	return row ? row->advice : NULL;
}
