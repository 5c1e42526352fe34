#include "adapters/matrix/send/widget.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/store/outbox_rows.h"

#include <stdio.h>

/*
 * The state key is the widget's id, so that a room has one widget of this bot. It contains the
 * bot's user id, so that two bots in a room don't replace each other's widgets. It does not begin
 * with the @: then nobody else could remove the widget.
 */
#define KEY      "engarde-"
#define KEY_SIZE (sizeof KEY + BOT_ID_SIZE)

static const char *write_key(const char *me, char key[KEY_SIZE])
{
	snprintf(key, KEY_SIZE, KEY "%s", me);
	return key;
}

json_t *mx_widget_content(const char *url, const char *me)
{
	char key[KEY_SIZE];

	if (!*url)
		return json_object();
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:{}}", "type", "m.custom", "url", url,
		"name", "En Garde", "id", write_key(me, key), "creatorUserId", me,
		"waitForIframeLoad", 1, "data");
}

static void fill_widget(const struct mx_job *job, struct mx_http_request *request)
{
	char key[KEY_SIZE];

	request->method = MX_HTTP_PUT;
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/state/%/%", job->room, MX_WIDGETS,
		write_key(job->sender->account->user, key));
	request->body = json_incref(job->content);
}

static const char *url_of(const struct mx_job *job)
{
	const char *url = mx_json_text(job->content, "url");

	return url ? url : "";
}

static enum bot_error widget_set(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;
	enum bot_error error = bot_outbox_done(account->store, job->row, NULL);

	return error ? error : bot_host_widget_added(account->host, job->to, url_of(job));
}

static enum bot_error widget_refused(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;
	enum bot_error error = mx_step_drop(job);

	return error ? error : bot_host_widget_refused(account->host, job->to, url_of(job));
}

const struct mx_step mx_step_widget = {
	.budget = MX_BUDGET_SEND,
	.fill_request = fill_widget,
	.done = widget_set,
	.refused = widget_refused,
};
