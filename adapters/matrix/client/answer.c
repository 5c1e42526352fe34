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
 * The verdicts of error codes. All other codes are MX_ANSWER_REFUSED. A code about the account says
 * that the request is right: the homeserver accepts it once a person has acted.
 *
 * The codes of this file are those of the client-server API, of proposals that homeservers have
 * implemented, and of the modules and media servers beside them.
 * https://spec.matrix.org/latest/client-server-api/#standard-error-response
 */
static const struct row {
	const char *code;
	/*
	 * MX_ANSWER_REFUSED stands for a refusal in doubt: a power level, a membership or a ban may
	 * be the reason, but so may a spam checker, a proxy or a wrong route, which may think
	 * otherwise a moment later. The bot believes such a refusal only if it stays.
	 */
	enum mx_answer_verdict verdict;
	const char *advice; /* for MX_ANSWER_ACCOUNT_HELD: what the operator can do */
} rows[] = {
	/* The account. Synapse answers with the first two to /send, /createRoom and /sync. */
	{"M_CONSENT_NOT_GIVEN", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver wants the account to agree to its terms: open the link and agree; "
		"then the bot sends everything that waits"},
	{"M_RESOURCE_LIMIT_EXCEEDED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver has reached a limit, such as its number of active users: ask its "
		"administrators; then the bot sends everything that waits"},
	{"M_USER_SUSPENDED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver's administrators have suspended the account: the bot waits until "
		"they let it write again"},
	{"ORG.MATRIX.MSC3823.USER_ACCOUNT_SUSPENDED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver's administrators have suspended the account: the bot waits until "
		"they let it write again"},
	{"M_USER_LOCKED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver's administrators have locked the account: the bot waits until they "
		"unlock it"},
	{"ORG_MATRIX_MSC3939_USER_LOCKED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver's administrators have locked the account: the bot waits until they "
		"unlock it"},
	{"M_USER_DEACTIVATED", MX_ANSWER_ACCOUNT_HELD,
		"the account is deactivated: the bot waits until the homeserver's administrators "
		"activate it again"},
	{"ORG_MATRIX_EXPIRED_ACCOUNT", MX_ANSWER_ACCOUNT_HELD,
		"the account has expired: renew it at the homeserver; then the bot sends "
		"everything that waits"},
	{"ORG.MATRIX.MSC3866_USER_AWAITING_APPROVAL", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver's administrators must approve the account: the bot waits until "
		"they do"},
	{"M_TERMS_NOT_SIGNED", MX_ANSWER_ACCOUNT_HELD,
		"the homeserver wants the account to agree to its terms: agree to them; then the "
		"bot sends everything that waits"},

	{"M_UNKNOWN_TOKEN", MX_ANSWER_NO_SESSION, NULL},
	{"M_MISSING_TOKEN", MX_ANSWER_NO_SESSION, NULL},

	{"M_LIMIT_EXCEEDED", MX_ANSWER_RATE_LIMITED, NULL},

	/* Joins may still succeed through another server. */
	{"M_UNABLE_TO_AUTHORISE_JOIN", MX_ANSWER_RETRY, NULL},
	{"M_UNABLE_TO_GRANT_JOIN", MX_ANSWER_RETRY, NULL},
	{"ORG.MATRIX.MSC3895_UNABLE_DUE_TO_PARTIAL_STATE", MX_ANSWER_RETRY, NULL},
	{"M_CONCURRENT_WRITE", MX_ANSWER_RETRY, NULL},
	{"M_NOT_YET_UPLOADED", MX_ANSWER_RETRY, NULL},
	{"M_CONNECTION_FAILED", MX_ANSWER_RETRY, NULL},
	{"M_CONNECTION_TIMEOUT", MX_ANSWER_RETRY, NULL},

	/* Power levels, memberships, spam checkers, and proxies that filter requests. */
	{"M_FORBIDDEN", MX_ANSWER_REFUSED, NULL},
	{"M_UNAUTHORIZED", MX_ANSWER_REFUSED, NULL},
	{"M_UNACTIONABLE", MX_ANSWER_REFUSED, NULL},
	{"M_USER_LIMIT_EXCEEDED", MX_ANSWER_REFUSED, NULL},
	{"ORG.MATRIX.MSC4335_USER_LIMIT_EXCEEDED", MX_ANSWER_REFUSED, NULL},
	/* Each homeserver has the endpoints, so a proxy has led the request to a wrong program. */
	{"M_UNRECOGNIZED", MX_ANSWER_REFUSED, NULL},
	{"M_METHOD_NOT_ALLOWED", MX_ANSWER_REFUSED, NULL},
};

/*
 * Codes that leave no doubt, even with a status such as 403: the homeserver will never accept the
 * request. Any other code that this file doesn't know is in doubt with such a status
 * (mx_answer_is_doubtful) and final otherwise.
 */
static const char *const final_codes[] = {
	/* The room, and who is in it. */
	"M_NOT_FOUND", "M_UNSUPPORTED_ROOM_VERSION", "M_INCOMPATIBLE_ROOM_VERSION",
	"M_GUEST_ACCESS_FORBIDDEN", "M_CANNOT_LEAVE_SERVER_NOTICE_ROOM", "M_BAD_STATE",
	"ORG.MATRIX.MSC3848.ALREADY_JOINED", "ORG.MATRIX.MSC3848.NOT_JOINED",
	"ORG.MATRIX.MSC3848.INSUFFICIENT_POWER",
	/* A person who wants nothing from the bot. */
	"M_INVITE_BLOCKED", "ORG.MATRIX.MSC4155.M_INVITE_BLOCKED", "M_SENDER_IGNORED",
	"ORG.MATRIX.MSC4406.SENDER_IGNORED",
	/* The request, as it is. */
	"M_TOO_LARGE", "M_MEDIA_TOO_LARGE", "M_PROFILE_TOO_LARGE", "M_KEY_TOO_LARGE", "M_NOT_JSON",
	"M_BAD_JSON", "M_BAD_REQUEST", "M_BAD_PAGINATION", "M_MISSING_PARAM", "M_MISSING_ARGUMENT",
	"M_INVALID_PARAM", "M_INVALID_ARGUMENT_VALUE", "M_INVALID_ROOM_STATE",
	"M_INVALID_SIGNATURE", "M_DUPLICATE_ANNOTATION", "M_EXCLUSIVE", "M_ROOM_IN_USE",
	"M_BAD_ALIAS", "M_CANNOT_OVERWRITE_MEDIA", "M_SERVER_NOT_TRUSTED", "M_URL_NOT_SET",
	"M_BAD_STATUS", "M_UNKNOWN_POS", "M_UNKNOWN_DEVICE", "M_WRONG_ROOM_KEYS_VERSION",
	"M_NOT_IN_THREAD", "M_CONFLICTING_UNSUBSCRIPTION",
	"FI.MAU.MSC2815_UNREDACTED_CONTENT_DELETED",
	/* Only log-ins, registrations and identity servers answer with these. */
	"M_USER_IN_USE", "M_INVALID_USERNAME", "M_CAPTCHA_NEEDED", "M_CAPTCHA_INVALID",
	"M_WEAK_PASSWORD", "M_PASSWORD_TOO_SHORT", "M_PASSWORD_NO_DIGIT", "M_PASSWORD_NO_UPPERCASE",
	"M_PASSWORD_NO_LOWERCASE", "M_PASSWORD_NO_SYMBOL", "M_PASSWORD_IN_DICTIONARY",
	"M_TOKEN_INCORRECT", "M_APPSERVICE_LOGIN_UNSUPPORTED", "M_THREEPID_IN_USE",
	"M_THREEPID_NOT_FOUND", "M_THREEPID_AUTH_FAILED", "M_THREEPID_DENIED",
	"M_THREEPID_MEDIUM_NOT_SUPPORTED"};

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

static bool is_final(const char *code)
{
	for (size_t i = 0; i < sizeof(final_codes) / sizeof(*final_codes); i++)
		if (strcmp(code, final_codes[i]) == 0)
			return true;
	return false;
}

const char *mx_answer_code(const struct mx_answer *answer)
{
	const char *code = mx_json_text(answer->json, "errcode");

	return code ? code : "";
}

enum mx_answer_verdict mx_answer_verdict(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);
	const struct row *row;

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
	row = find(code);
	return row ? row->verdict : MX_ANSWER_REFUSED;
}

bool mx_answer_is_doubtful(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);
	const struct row *row = find(code);

	if (!row)
		return *code && is_prohibition(answer->status) && !is_final(code);
	return row->verdict == MX_ANSWER_REFUSED;
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

const char *mx_answer_advice(const char *code)
{
	const struct row *row = find(code);

	return row ? row->advice : NULL;
}
