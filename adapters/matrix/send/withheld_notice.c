#include "adapters/matrix/send/withheld_notice.h"

#include "adapters/matrix/e2ee/late_events.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/step.h"

/* the most entries of `told_withheld`; at this number the bot forgets all entries */
#define ROOMS_KNOWN 4000

/*
 * After a rollback the bot does not try again in this process. The store remembers the users who
 * were told (e2ee/late_events.h), so a second process does not repeat it.
 */
static enum bot_error tell(struct mx_job *job)
{
	json_t *told = job->sender->told_withheld;

	if (json_object_size(told) >= ROOMS_KNOWN)
		json_object_clear(told);
	(void)json_object_set_new(told, job->room, json_true());
	return mx_late_events_tell(job->sender->crypto, job->room, job->to, BOT_FAULT_WITHHELD);
}

static const struct mx_step step_tell = {.budget = MX_BUDGET_NONE, .done = tell, .refused = tell};

const struct mx_step *mx_withheld_notice_step(const struct mx_job *job)
{
	return json_object_get(job->sender->told_withheld, job->room) ? NULL : &step_tell;
}
