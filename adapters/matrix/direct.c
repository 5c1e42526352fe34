#include "adapters/matrix/direct.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"

#include <string.h>

#define PATH         "/_matrix/client/v3/user/%/account_data/m.direct"
#define TIMEOUT      30000
#define ANSWER_LIMIT ((size_t)4 << 20)
#define TRIES_MOST   5

void mx_direct_add(struct mx *mx, const char *user, const char *room)
{
	struct mx_direct *direct = &mx->direct;

	if (!direct->waiting)
		direct->waiting = json_object();
	(void)json_object_set_new(direct->waiting, user, json_string(room));
}

void mx_direct_finish(struct mx_direct *direct)
{
	json_decref(direct->waiting);
	json_decref(direct->writing);
}

bool mx_direct_merge(json_t *list, json_t *rooms)
{
	const char *user;
	json_t *room;

	json_object_foreach (rooms, user, room) {
		json_t *known = json_object_get(list, user);

		if (!json_is_array(known)) {
			if (json_object_set_new(list, user, json_array()))
				return false;
			known = json_object_get(list, user);
		}
		if (!mx_json_lists(known, json_string_value(room)) &&
			json_array_append(known, room))
			return false;
	}
	return true;
}

/* What was under way has come to its end, or is to be tried again. */
static void settle(struct mx *mx, const struct mx_answer *answer)
{
	struct mx_direct *direct = &mx->direct;
	enum mx_verdict verdict = mx_answer_verdict(answer);
	bool again =
		verdict != MX_DONE && verdict != MX_REFUSED && direct->pause.tries < TRIES_MOST;

	if (verdict != MX_DONE)
		mx_log_answer("direct_failed", mx->me, answer);
	if (again) {
		mx_pause_obey(&direct->pause, mx_answer_wait(answer));
		if (!direct->waiting)
			direct->waiting = json_incref(direct->writing);
		else
			(void)json_object_update_missing(direct->waiting, direct->writing);
	}
	if (!again)
		mx_pause_clear(&direct->pause);
	json_decref(direct->writing);
	direct->writing = NULL;
}

static void on_written(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;

	mx_session_watch(mx, answer);
	settle(mx, answer);
}

static void on_read(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	enum mx_verdict verdict = mx_session_watch(mx, answer);
	bool none = verdict == MX_REFUSED && answer->status == 404;
	struct mx_request request = {
		.method = MX_PUT,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};
	json_t *list;

	if ((verdict != MX_DONE && !none) || mx->session.state != MX_LOGGED_IN) {
		settle(mx, answer);
		return;
	}
	list = none ? json_object() : json_incref(answer->json); /* nobody else reads it */
	if (!mx_direct_merge(list, mx->direct.writing)) {
		json_decref(list);
		list = NULL;
	}
	request.path = mx_url(PATH, mx->me);
	request.body = list;
	if (mx_http_start(mx->http, &request, on_written, mx) != MX_OK)
		settle(mx, &(struct mx_answer){.trouble = "no memory"});
}

void mx_direct_turn(struct mx *mx)
{
	struct mx_direct *direct = &mx->direct;
	struct mx_request request = {
		.method = MX_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (!direct->waiting || direct->writing || mx->session.state != MX_LOGGED_IN ||
		!mx_pause_over(&direct->pause))
		return;
	direct->writing = direct->waiting;
	direct->waiting = NULL;
	request.path = mx_url(PATH, mx->me);
	if (mx_http_start(mx->http, &request, on_read, mx) != MX_OK)
		settle(mx, &(struct mx_answer){.trouble = "no memory"});
}
