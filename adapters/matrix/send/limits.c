#include "adapters/matrix/send/limits.h"

#define LIMIT_OVER 5 /* accepted messages after which more than one may be in flight again */

void mx_limits_init(struct mx_limits *limits)
{
	*limits = (struct mx_limits){.messages_most = MX_REQUESTS_MOST};
}

bool mx_limits_has_place(const struct mx_limits *limits, enum mx_budget budget)
{
	const unsigned most[MX_BUDGETS] = {
		[MX_BUDGET_NONE] = MX_REQUESTS_MOST * 5 / 16,
		[MX_BUDGET_SEND] = limits->messages_most,
		[MX_BUDGET_CREATE] = MX_REQUESTS_MOST * 3 / 16,
		[MX_BUDGET_JOIN] = MX_REQUESTS_MOST * 3 / 16,
		[MX_BUDGET_LEAVE] = MX_REQUESTS_MOST / 16,
	};

	return mx_backoff_is_over(&limits->budgets[budget]) &&
	       limits->in_flight_by_budget[budget] < most[budget] &&
	       limits->in_flight < MX_REQUESTS_MOST;
}

static void adapt_messages_most(struct mx_limits *limits, enum mx_answer_verdict verdict)
{
	if (verdict == MX_ANSWER_RATE_LIMITED) {
		limits->messages_most = 1;
		limits->accepted = 0;
	}
	if (verdict == MX_ANSWER_DONE && limits->messages_most < MX_REQUESTS_MOST &&
		++limits->accepted >= LIMIT_OVER)
		limits->messages_most++;
}

void mx_limits_begin(struct mx_limits *limits, enum mx_budget budget)
{
	limits->in_flight++;
	limits->in_flight_by_budget[budget]++;
}

void mx_limits_end(struct mx_limits *limits, enum mx_budget budget, enum mx_answer_verdict verdict)
{
	limits->in_flight--;
	limits->in_flight_by_budget[budget]--;
	if (budget == MX_BUDGET_SEND)
		adapt_messages_most(limits, verdict);
}

bool mx_limits_is_limited(const struct mx_limits *limits)
{
	return limits->messages_most < MX_REQUESTS_MOST;
}

void mx_limits_note_rate_limit(struct mx_limits *limits, int64_t wait)
{
	adapt_messages_most(limits, MX_ANSWER_RATE_LIMITED);
	mx_backoff_extend(
		&limits->budgets[MX_BUDGET_SEND], wait > 0 ? wait : mx_backoff_delay(0, 0));
}

void mx_limits_bound(const struct mx_limits *limits, int64_t *timeout)
{
	for (int i = 0; i < MX_BUDGETS; i++)
		mx_backoff_limit_timeout(&limits->budgets[i], timeout);
}
