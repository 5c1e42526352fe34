#include "adapters/matrix/client/answer.h"

#include "adapters/matrix/client/json.h"
#include "bot/base/log.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WAIT_MOST (INT64_C(3600) * 1000)
#define CODE_MOST 64 /* the most bytes of an error code in the log, with the NUL */

/* These error codes decide the verdict for every HTTP status from 400 to 499, except 429. */
static const struct {
	const char *code;
	enum mx_answer_verdict verdict;
} codes[] = {
	{"M_LIMIT_EXCEEDED", MX_ANSWER_RATE_LIMITED},
	{"M_UNKNOWN_TOKEN", MX_ANSWER_NO_SESSION},
	{"M_MISSING_TOKEN", MX_ANSWER_NO_SESSION},
	{"M_USER_SUSPENDED", MX_ANSWER_ACCOUNT_LOCKED},
	{"M_USER_LOCKED", MX_ANSWER_ACCOUNT_LOCKED},
};

const char *mx_answer_code(const struct mx_answer *answer)
{
	const char *code = mx_json_text(answer->json, "errcode");

	return code ? code : "";
}

enum mx_answer_verdict mx_answer_verdict(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);

	if (answer->status >= 200 && answer->status < 300)
		return answer->json ? MX_ANSWER_DONE : MX_ANSWER_RETRY;
	if (answer->status == 429)
		return MX_ANSWER_RATE_LIMITED;
	if (answer->status < 400 || answer->status >= 500)
		return MX_ANSWER_RETRY;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strcmp(code, codes[i].code) == 0)
			return codes[i].verdict;
	if (answer->status == 413)
		return MX_ANSWER_REFUSED;
	/*
	 * An error of a homeserver has a code. An answer without a code may come from a reverse
	 * proxy, so the bot sends the request again.
	 */
	return *code && answer->status != 408 && answer->status != 425 ? MX_ANSWER_REFUSED
								       : MX_ANSWER_RETRY;
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

void mx_answer_log(const char *event, const char *subject, const struct mx_answer *answer)
{
	char code[CODE_MOST];

	/* The log needs a short code, but a server may send a code of any length. */
	snprintf(code, sizeof code, "%s", mx_answer_code(answer));

	/* A rate limit is not a failure: homeservers use it to slow bots down. */
	bot_log_write(answer->status == 429 ? BOT_LOG_INFO : BOT_LOG_WARNING, event,
		BOT_LOG_FIELDS({"of", .text = subject}, {"status", .number = answer->status},
			{"why", .text = answer->trouble ? answer->trouble : code}));
}
