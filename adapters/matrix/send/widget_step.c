#include "adapters/matrix/send/widget_step.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/widget.h"

static void fill_widget(const struct mx_job *job, struct mx_http_request *request)
{
	char key[MX_WIDGET_KEY_SIZE];

	request->method = MX_HTTP_PUT;
	request->path = mx_url_format("/_matrix/client/v3/rooms/%/state/%/%", job->room, MX_WIDGETS,
		mx_widget_key(job->sender->account->user, key));
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
	enum bot_error error = mx_job_finish_row(job);

	return error ? error : bot_host_widget_added(account->host, job->to, url_of(job));
}

static enum bot_error widget_refused(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;
	enum bot_error error = mx_job_drop_row(job);

	return error ? error : bot_host_widget_refused(account->host, job->to, url_of(job));
}

const struct mx_step mx_step_widget = {
	.budget = MX_BUDGET_SEND,
	.aside = true,
	.fill_request = fill_widget,
	.done = widget_set,
	.refused = widget_refused,
};
