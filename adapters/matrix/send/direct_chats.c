#include "adapters/matrix/send/direct_chats.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"

#include <string.h>

#define PATH         "/_matrix/client/v3/user/%/account_data/m.direct"
#define TIMEOUT      30000 /* milliseconds */
#define ANSWER_LIMIT ((size_t)4 << 20)
#define TRIES_MOST   5

void mx_direct_chats_add(struct mx_direct_chats *chats, const char *user, const char *room)
{
	if (!chats->waiting)
		chats->waiting = json_object();
	(void)json_object_set_new(chats->waiting, user, json_string(room));
}

void mx_direct_chats_finish(struct mx_direct_chats *chats)
{
	json_decref(chats->waiting);
	json_decref(chats->writing);
}

bool mx_direct_chats_merge(json_t *list, json_t *rooms)
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
		if (!mx_json_array_has(known, json_string_value(room)) &&
			json_array_append(known, room))
			return false;
	}
	return true;
}

/* Ends an attempt to add `writing` to the list: plans another attempt, or is done. */
static void end_attempt(struct mx_direct_chats *chats, const struct mx_answer *answer)
{
	enum mx_answer_verdict verdict = mx_answer_verdict(answer);
	bool retry = verdict != MX_ANSWER_DONE && verdict != MX_ANSWER_REFUSED &&
		     chats->backoff.failures < TRIES_MOST;

	if (verdict != MX_ANSWER_DONE)
		mx_answer_log("direct_failed", chats->session->account->me, answer);
	if (retry) {
		mx_backoff_fail_for(&chats->backoff, mx_answer_wait(answer));
		if (!chats->waiting)
			chats->waiting = json_incref(chats->writing);
		else
			(void)json_object_update_missing(chats->waiting, chats->writing);
	}
	if (!retry)
		mx_backoff_reset(&chats->backoff);
	json_decref(chats->writing);
	chats->writing = NULL;
}

static void on_written(void *self, const struct mx_answer *answer)
{
	struct mx_direct_chats *chats = self;

	mx_session_watch(chats->session, answer, MX_AUTHOR_HOMESERVER);
	end_attempt(chats, answer);
}

static void on_read(void *self, const struct mx_answer *answer)
{
	struct mx_direct_chats *chats = self;
	enum mx_answer_verdict verdict =
		mx_session_watch(chats->session, answer, MX_AUTHOR_HOMESERVER);
	bool no_list = verdict == MX_ANSWER_REFUSED && answer->status == 404;
	struct mx_http_request request = {
		.method = MX_HTTP_PUT,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};
	json_t *list;

	if ((verdict != MX_ANSWER_DONE && !no_list) || chats->session->state != MX_LOGGED_IN) {
		end_attempt(chats, answer);
		return;
	}
	list = no_list ? json_object()
		       : json_incref(answer->json); /* may be changed: no other function reads it */
	if (!mx_direct_chats_merge(list, chats->writing)) {
		json_decref(list);
		end_attempt(chats, &(struct mx_answer){.trouble = "the list is no object"});
		return;
	}
	request.path = mx_url_format(PATH, chats->session->account->me);
	request.body = list;
	mx_http_start(chats->session->account->http, &request, on_written, chats);
}

void mx_direct_chats_turn(struct mx_direct_chats *chats)
{
	struct mx_http_request request = {
		.method = MX_HTTP_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};

	if (!chats->waiting || chats->writing || chats->session->state != MX_LOGGED_IN ||
		!mx_backoff_is_over(&chats->backoff))
		return;
	chats->writing = chats->waiting;
	chats->waiting = NULL;
	request.path = mx_url_format(PATH, chats->session->account->me);
	mx_http_start(chats->session->account->http, &request, on_read, chats);
}
