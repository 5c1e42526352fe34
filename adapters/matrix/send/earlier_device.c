#include "adapters/matrix/send/earlier_device.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/login/device.h"
#include "adapters/matrix/send/content.h"
#include "adapters/matrix/send/sender_state.h"
#include "bot/store/events.h"

#include <string.h>

/* Looks for an event among the first rows of the lanes. */
struct search {
	const struct mx_sender *sender;
	bool private;
	const char *to;         /* with `private`: the lane of the event */
	const json_t *content;  /* of the event */
	char txn[BOT_TXN_SIZE]; /* of the row with this content; empty: there is none */
};

static json_t *build_content(const struct mx_sender *sender, const struct bot_outbox_row *row)
{
	json_t *upload = json_object_get(sender->uploads, row->txn);

	return row->kind == BOT_OUT_FILE && json_object_size(upload) > 0
		       ? mx_content_file(row, upload)
		       : mx_content(row);
}

/* Returns false, which ends the search, after the first row of the event's lane. */
static bool compare_row(void *self, const struct bot_outbox_row *row)
{
	struct search *search = self;
	json_t *content;

	if (row->private != search->private || strcmp(row->to, search->to) != 0)
		return true;
	if (bot_outbox_is_text(row->kind) && row->made <= search->sender->session->replaced_at) {
		content = build_content(search->sender, row);
		if (json_equal(content, search->content))
			stpcpy(search->txn, row->txn);
		json_decref(content);
	}
	return false;
}

enum bot_error mx_earlier_device_check(
	struct mx_sender *sender, bool private, const char *to, const json_t *event)
{
	struct search search = {
		.sender = sender,
		.private = private,
		.to = to,
		.content = json_object_get(event, "content"),
	};
	enum bot_error error = bot_outbox_heads(sender->account->store, compare_row, &search);

	if (error || !*search.txn)
		return error;
	return bot_outbox_seen(
		sender->account->store, private, to, search.txn, mx_json_text(event, "event_id"));
}

enum bot_error mx_earlier_device_row_in_doubt(const struct mx_job *job, bool *in_doubt)
{
	const struct mx_session *session = job->sender->session;
	struct bot_gap gap;
	enum bot_error error = BOT_NOT_FOUND;

	if (job->made <= session->replaced_at && mx_device_is_in_doubt(session))
		error = bot_gap_get(session->account->store, job->room, &gap);
	*in_doubt = error == BOT_OK;
	if (*in_doubt)
		bot_gap_finish(&gap);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}
