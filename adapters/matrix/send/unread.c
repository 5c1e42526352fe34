#include "adapters/matrix/send/unread.h"

#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/send/sender.h"
#include "adapters/matrix/send/step.h"

#define ROOMS_KNOWN                                                                                \
	4000 /* the most rooms that the sender remembers; then it forgets all of them              \
	      */

/*
 * After a rollback the bot does not try again in this process. The store remembers the users who
 * were told (e2ee/late_events.h), so a second process does not repeat it.
 */
static enum bot_error tell(struct mx_job *job)
{
	json_t *told = job->sender->told_unread;

	if (json_object_size(told) >= ROOMS_KNOWN)
		json_object_clear(told);
	(void)json_object_set_new(told, job->room, json_true());
	return mx_late_events_tell(job->sender->crypto, job->room, job->to, BOT_FAULT_WITHHELD);
}

static const struct mx_step step_tell = {.budget = MX_BUDGET_NONE, .done = tell, .refused = tell};

const struct mx_step *mx_unread_step(const struct mx_job *job)
{
	return json_object_get(job->sender->told_unread, job->room) ? NULL : &step_tell;
}
