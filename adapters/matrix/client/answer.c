#include "adapters/matrix/client/answer.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/refusal.h"
#include "bot/base/log.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WAIT_MOST (INT64_C(3600) * 1000)
#define CODE_MOST 63  /* the most bytes of an error code in the log */
#define WHY_MOST  512 /* the most bytes of a reason in the log, with the NUL */

static enum mx_answer_verdict verdict_of(enum mx_refusal refusal)
{
	switch (refusal) {
	case MX_REFUSES_PACE:
		return MX_ANSWER_RATE_LIMITED;
	case MX_REFUSES_FOR_NOW:
		return MX_ANSWER_RETRY;
	case MX_REFUSES_SESSION:
		return MX_ANSWER_NO_SESSION;
	case MX_REFUSES_ACCOUNT:
		return MX_ANSWER_ACCOUNT_HELD;
	case MX_REFUSES_MESSAGE:
	case MX_REFUSES_ROOM:
	case MX_REFUSES_PERSON:
	case MX_REFUSES_IN_DOUBT:
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
	return verdict_of(mx_refusal_of(answer->status, code));
}

bool mx_answer_is_doubtful(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);

	return *code && mx_refusal_of(answer->status, code) == MX_REFUSES_IN_DOUBT;
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
	/* the Retry-After field overrides retry_after_ms in the body, which is deprecated */
	if (answer->retry_after > 0)
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
