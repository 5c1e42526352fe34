#include "adapters/matrix/send/withheld_notice.h"

#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/step.h"

/* the most entries of `told_withheld`; at this number the bot forgets all entries */
#define ROOMS_KNOWN 4000

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
