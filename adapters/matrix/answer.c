#include "adapters/matrix/answer.h"

#include "adapters/matrix/json.h"

#include <stddef.h>
#include <string.h>

#define WAIT_MOST (INT64_C(3600) * 1000)

/* Codes that mean the same under whichever status they come. */
static const struct {
	const char *code;
	enum mx_verdict verdict;
} codes[] = {
	{"M_LIMIT_EXCEEDED", MX_LIMITED},
	{"M_UNKNOWN_TOKEN", MX_NO_SESSION},
	{"M_MISSING_TOKEN", MX_NO_SESSION},
	{"M_USER_SUSPENDED", MX_HELD},
	{"M_USER_LOCKED", MX_HELD},
};

const char *mx_answer_code(const struct mx_answer *answer)
{
	const char *code = mx_json_text(answer->json, "errcode");

	return code ? code : "";
}

enum mx_verdict mx_answer_verdict(const struct mx_answer *answer)
{
	const char *code = mx_answer_code(answer);

	if (answer->status >= 200 && answer->status < 300)
		return answer->json ? MX_DONE : MX_AGAIN;
	if (answer->status == 429)
		return MX_LIMITED;
	if (answer->status < 400 || answer->status >= 500)
		return MX_AGAIN;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strcmp(code, codes[i].code) == 0)
			return codes[i].verdict;
	if (answer->status == 413)
		return MX_REFUSED;
	/* Without a code it comes from something in between, such as a proxy being set up. */
	return *code && answer->status != 408 && answer->status != 425 ? MX_REFUSED : MX_AGAIN;
}

int64_t mx_answer_wait(const struct mx_answer *answer)
{
	const json_t *field = json_object_get(answer->json, "retry_after_ms");
	int64_t wait = 0;

	if (json_is_number(field)) {
		double value = json_number_value(field);

		wait = value <= 0 ? 0 : value >= (double)WAIT_MOST ? WAIT_MOST : (int64_t)value;
	}
	if (answer->retry_after > 0) /* the newer form; the body's field is deprecated */
		wait = answer->retry_after < WAIT_MOST / 1000 ? answer->retry_after * 1000
							      : WAIT_MOST;
	return wait;
}

bool mx_answer_soft_logout(const struct mx_answer *answer)
{
	return json_is_true(json_object_get(answer->json, "soft_logout"));
}
