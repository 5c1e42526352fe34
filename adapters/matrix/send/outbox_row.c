#include "adapters/matrix/send/outbox_row.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/send/content.h"
#include "adapters/matrix/send/sender_state.h"

#include <string.h>

enum bot_error mx_outbox_row_add(
	struct bot_store *store, enum bot_outbox_kind kind, const char *to, const char *via)
{
	return mx_outbox_row_add_letter(store,
		(struct bot_letter){
			.kind = kind, .private = kind == BOT_OUT_REACH, .to = to, .via = via});
}

enum bot_error mx_outbox_row_add_letter(struct bot_store *store, struct bot_letter letter)
{
	letter.made = mx_clock_wall();
	if (letter.kind == BOT_OUT_REACH)
		return bot_outbox_add(store, &letter, NULL);
	enum bot_error error = bot_outbox_withdraw(store, letter.to);
	return error ? error : bot_outbox_add(store, &letter, NULL);
}

enum mx_priority mx_outbox_row_priority(const struct bot_outbox_row *row)
{
	bool is_change = row->kind == BOT_OUT_EDIT || row->kind == BOT_OUT_REMOVE;

	if ((is_change || row->round_end) && !row->followed)
		return MX_PRIORITY_LATER;
	if (row->match == 0)
		return MX_PRIORITY_OTHER;
	return row->practice ? MX_PRIORITY_PRACTICE : MX_PRIORITY_MATCH;
}

json_t *mx_outbox_row_content(const struct mx_sender *sender, const struct bot_outbox_row *row)
{
	json_t *upload = json_object_get(sender->uploads, row->txn);

	return row->file.name && json_object_size(upload) > 0 ? mx_content_file(row, upload)
							      : mx_content(row);
}

/* A comparison of an event with the first row of its lane. */
struct comparison {
	const struct mx_sender *sender;
	const json_t *content; /* the content of the event */
	/* the transaction id of the row if it has this content, else empty */
	char txn[BOT_TXN_SIZE];
};

static bool compare_row(void *self, const struct bot_outbox_row *row)
{
	struct comparison *comparison = self;
	json_t *content;

	if (bot_outbox_is_text(row->kind) && !row->optional &&
		row->made <= comparison->sender->session->replaced_at) {
		content = mx_outbox_row_content(comparison->sender, row);
		if (json_equal(content, comparison->content))
			stpcpy(comparison->txn, row->txn);
		json_decref(content);
	}
	/* The rows behind a file may have been sent before it. */
	return row->file.name && !*comparison->txn;
}

enum bot_error mx_outbox_row_match_event(
	struct mx_sender *sender, bool private, const char *to, const json_t *event)
{
	struct bot_store *store = sender->account->store;
	struct comparison comparison = {
		.sender = sender, .content = json_object_get(event, "content")};
	enum bot_error error = bot_outbox_first(store, private, to, compare_row, &comparison);

	if (error || !*comparison.txn)
		return error;
	return bot_outbox_seen(
		store, private, to, comparison.txn, mx_json_text(event, "event_id"), NULL);
}
