#include "adapters/matrix/send/prior_steps.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/sender_state.h"

#include <string.h>

/* the most entries of `told_withheld`; at this number the bot forgets all entries */
#define ROOMS_KNOWN  4000
#define TIMEOUT      5000            /* milliseconds */
#define CHECKED_MOST 1000            /* at this number the bot forgets all rows, and asks again */
#define ANSWER_LIMIT ((size_t)65536) /* bytes; an event is not longer */

static bool is_replaced(const struct mx_job *job)
{
	return mx_room_keys_identity_is_replaced(job->sender->crypto, job->to);
}

/*
 * After a rollback the bot does not try again in this process. The store remembers the users who
 * were told that no device may read (e2ee/late_events.h), so a second process does not repeat that.
 */
static enum bot_error tell(struct mx_job *job)
{
	json_t *told = job->sender->told_withheld;
	bool replaced = is_replaced(job);

	if (json_object_size(told) >= ROOMS_KNOWN)
		json_object_clear(told);
	(void)json_object_set_new(told, job->room, json_boolean(replaced));
	if (replaced)
		return bot_host_identity_replaced(job->sender->account->host, job->room, job->to);
	return mx_late_events_tell(job->sender->crypto, job->room, job->to, BOT_FAULT_WITHHELD);
}

static const struct mx_step step_tell = {.budget = MX_BUDGET_NONE, .done = tell, .refused = tell};

const struct mx_step *mx_withheld_notice_step(const struct mx_job *job)
{
	const json_t *told = json_object_get(job->sender->told_withheld, job->room);

	return told && json_is_true(told) == is_replaced(job) ? NULL : &step_tell;
}

void mx_withheld_notice_confirm(struct mx_sender *sender, const char *room, const char *user)
{
	if (!json_is_true(json_object_get(sender->told_withheld, room)))
		return;
	(void)json_object_del(sender->told_withheld, room);
	mx_room_keys_accept_identity(sender->crypto, user);
}

bool mx_member_check_is_due(const struct mx_job *job)
{
	return *job->challenged && !json_object_get(job->sender->checked, job->txn);
}

static void fill_check(const struct mx_job *job, struct mx_http_request *request)
{
	request->method = MX_HTTP_GET;
	request->path = mx_url_format(
		"/_matrix/client/v3/rooms/%/state/m.room.member/%", job->room, job->challenged);
	request->timeout = TIMEOUT;
	request->limit = ANSWER_LIMIT;
}

/* The row stays in the outbox, and its next step is to send the message. */
static enum bot_error let_pass(struct mx_job *job)
{
	if (json_object_size(job->sender->checked) >= CHECKED_MOST)
		json_object_clear(job->sender->checked);
	(void)json_object_set_new(job->sender->checked, job->txn, json_true());
	return BOT_OK;
}

static enum bot_error report_outside(struct mx_job *job)
{
	struct mx_account *account = job->sender->account;
	enum bot_error error = mx_job_finish_row(job);

	return error ? error : bot_host_user_outside(account->host, job->match);
}

static enum bot_error read_membership(struct mx_job *job)
{
	const char *membership = mx_json_text(job->answer.json, "membership");

	return strcmp(membership, "join") == 0 ? let_pass(job) : report_outside(job);
}

/*
 * The homeserver knows the room's members, so M_NOT_FOUND means that the user never was in the
 * room. Any other refusal or failure says nothing about the user.
 */
static enum bot_error check_refused(struct mx_job *job)
{
	bool never = job->answer.status == 404 &&
		     strcmp(mx_answer_code(&job->answer), "M_NOT_FOUND") == 0;

	return never ? report_outside(job) : let_pass(job);
}

const struct mx_step mx_step_check_member = {
	.budget = MX_BUDGET_NONE,
	.dispensable = true,
	.only_reads = true,
	.fill_request = fill_check,
	.done = read_membership,
	.refused = check_refused,
};
