#include "adapters/matrix/receive/filter.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      30000
#define ANSWER_LIMIT 65536

void mx_filter_finish(struct mx_filter *filter)
{
	free(filter->id);
}

/* Waits until another batch is handled: the homeserver works again by then. */
static void put_off(struct mx_filter *filter)
{
	filter->state = MX_FILTER_NEW;
	filter->seen = filter->session->account->batches;
}

static void on_stored(void *self, const struct mx_answer *answer)
{
	struct mx_filter *filter = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(filter->session, answer, MX_AUTHOR_HOMESERVER);
	const char *id = mx_json_text(answer->json, "filter_id");

	filter->state = MX_FILTER_SETTLED;
	if (verdict != MX_ANSWER_DONE)
		mx_answer_log("filter_failed", filter->session->account->me, answer);
	if (verdict != MX_ANSWER_DONE && verdict != MX_ANSWER_REFUSED)
		put_off(filter);
	/* The homeserver would read an id that begins with a brace as a filter. */
	if (verdict == MX_ANSWER_DONE && id && *id && *id != '{')
		filter->id = strdup(id);
}

void mx_filter_turn(struct mx_filter *filter)
{
	struct mx_http_request request = {
		.method = MX_HTTP_POST,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (filter->state != MX_FILTER_NEW || filter->session->account->batches == filter->seen ||
		filter->session->state != MX_LOGGED_IN)
		return;
	request.path =
		mx_url_format("/_matrix/client/v3/user/%/filter", filter->session->account->me);
	request.body = json_loads(MX_FILTER_SYNC, 0, NULL);
	filter->state = MX_FILTER_ASKED;
	mx_http_start(filter->session->account->http, &request, on_stored, filter);
}

const char *mx_filter_for_sync(const struct mx_filter *filter, unsigned less)
{
	static const char *const lesser[MX_FILTER_LESS_MOST] = {
		MX_FILTER_SYNC_OF("5"), MX_FILTER_SYNC_OF("1")};

	if (less > 0)
		return lesser[less - 1];
	return filter->id ? filter->id : MX_FILTER_SYNC;
}

void mx_filter_doubt(struct mx_filter *filter, const struct mx_answer *answer)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);

	if (!filter->id || verdict == MX_ANSWER_RATE_LIMITED || verdict == MX_ANSWER_ACCOUNT_LOCKED)
		return;
	free(filter->id);
	filter->id = NULL;
	if (verdict != MX_ANSWER_REFUSED)
		put_off(filter);
}
