#include "adapters/matrix/send/prior_steps.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/send/sender_state.h"
#include "bot/base/attempt.h"

#include <string.h>

/* the most entries of `told_withheld`; at this number the bot forgets all entries */
#define ROOMS_KNOWN  4000
#define TIMEOUT      5000 /* milliseconds */
#define CHECKED_MOST 1000 /* at this number the bot forgets all rows, and asks again */

static bool is_replaced(const struct mx_job *job)
{
	return mx_room_keys_identity_is_replaced(job->sender->crypto, job->to);
}

/*
 * After a rollback the bot does not try again in this process. The store remembers the users who
 * were told that no device may read (e2ee/late_events.h), so a second process does not repeat that.
 */
static void tell(struct mx_job *job)
{
	json_t *told = job->sender->told_withheld;
	bool replaced = is_replaced(job);

	if (json_object_size(told) >= ROOMS_KNOWN)
		json_object_clear(told);
	(void)json_object_set_new(told, job->room, json_boolean(replaced));
	if (replaced)
		bot_must(
			bot_host_identity_replaced(job->sender->account->host, job->room, job->to));
	else
		mx_late_events_tell(job->sender->crypto, job->room, job->to, BOT_FAULT_WITHHELD);
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
}

/* The row stays in the outbox, and its next step is to send the message. */
static void let_pass(struct mx_job *job)
{
	if (json_object_size(job->sender->checked) >= CHECKED_MOST)
		json_object_clear(job->sender->checked);
	(void)json_object_set_new(job->sender->checked, job->txn, json_true());
}

static void report_outside(struct mx_job *job)
{
	mx_job_finish_row(job);
	bot_must(bot_host_user_outside(job->sender->account->host, job->match));
}

static void read_membership(struct mx_job *job)
{
	if (mx_json_text_is(job->answer.json, "membership", "join"))
		let_pass(job);
	else
		report_outside(job);
}

/*
 * The homeserver knows the room's members, so M_NOT_FOUND means that the user never was in the
 * room. Any other refusal or failure says nothing about the user.
 */
static void check_refused(struct mx_job *job)
{
	bool never = job->answer.status == 404 &&
		     strcmp(mx_answer_code(&job->answer), "M_NOT_FOUND") == 0;

	if (never)
		report_outside(job);
	else
		let_pass(job);
}

const struct mx_step mx_step_check_member = {
	.budget = MX_BUDGET_NONE,
	.dispensable = true,
	.only_reads = true,
	.fill_request = fill_check,
	.done = read_membership,
	.refused = check_refused,
};
