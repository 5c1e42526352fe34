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

static void on_left(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	const char *id = mx_json_text(answer->json, "filter_id");

	mx->filter.state = MX_FILTER_SETTLED;
	if (mx_session_watch(mx, answer) != MX_DONE)
		mx_log_answer("filter_failed", mx->me, answer);
	/* What begins with a brace would be read as a filter. */
	else if (id && *id && *id != '{')
		mx->filter.id = strdup(id);
}

void mx_filter_turn(struct mx *mx)
{
	struct mx_request request = {
		.method = MX_POST,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (mx->filter.state != MX_FILTER_NEW || mx->sync.handled == 0 ||
		mx->session.state != MX_LOGGED_IN)
		return;
	request.path = mx_url("/_matrix/client/v3/user/%/filter", mx->me);
	request.body = json_loads(MX_FILTER_SYNC, 0, NULL);
	mx->filter.state = mx_http_start(mx->http, &request, on_left, mx) == MX_OK
				   ? MX_FILTER_ASKED
				   : MX_FILTER_SETTLED;
}

const char *mx_filter_sync(const struct mx_filter *filter)
{
	return filter->id ? filter->id : MX_FILTER_SYNC;
}

void mx_filter_doubt(struct mx_filter *filter, bool refused)
{
	if (filter->state == MX_FILTER_SETTLED && filter->id && !refused)
		filter->state = MX_FILTER_NEW;
	free(filter->id);
	filter->id = NULL;
}
