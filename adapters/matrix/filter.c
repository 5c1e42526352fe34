#include "adapters/matrix/filter.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      30000
#define ANSWER_LIMIT 65536

void mx_filter_finish(struct mx_filter *filter)
{
	free(filter->id);
}

/* The next batch shows whether it is worth while to try again. */
static void put_off(struct mx *mx)
{
	mx->filter.state = MX_FILTER_NEW;
	mx->filter.seen = mx->sync.handled;
}

static void on_stored(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	enum mx_verdict verdict = mx_session_watch(mx, answer);
	const char *id = mx_json_text(answer->json, "filter_id");

	mx->filter.state = MX_FILTER_SETTLED;
	if (verdict != MX_DONE)
		mx_log_answer("filter_failed", mx->me, answer);
	if (verdict != MX_DONE && verdict != MX_REFUSED)
		put_off(mx);
	/* What begins with a brace would be read as a filter. */
	if (verdict == MX_DONE && id && *id && *id != '{')
		mx->filter.id = strdup(id);
}

void mx_filter_turn(struct mx *mx)
{
	struct mx_request request = {
		.method = MX_POST,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (mx->filter.state != MX_FILTER_NEW || mx->sync.handled == mx->filter.seen ||
		mx->session.state != MX_LOGGED_IN)
		return;
	request.path = mx_url("/_matrix/client/v3/user/%/filter", mx->me);
	request.body = json_loads(MX_FILTER_SYNC, 0, NULL);
	mx->filter.state = MX_FILTER_ASKED;
	if (mx_http_start(mx->http, &request, on_stored, mx) != MX_OK)
		put_off(mx);
}

const char *mx_filter_for_sync(const struct mx_filter *filter)
{
	return filter->id ? filter->id : MX_FILTER_SYNC;
}

void mx_filter_doubt(struct mx *mx, const struct mx_answer *answer)
{
	struct mx_filter *filter = &mx->filter;
	enum mx_verdict verdict = mx_answer_verdict(answer);

	if (!filter->id || verdict == MX_LIMITED || verdict == MX_HELD)
		return;
	free(filter->id);
	filter->id = NULL;
	if (verdict != MX_REFUSED)
		put_off(mx);
}
