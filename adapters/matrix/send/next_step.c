#include "adapters/matrix/send/next_step.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/send/joining.h"
#include "adapters/matrix/send/message_step.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender_state.h"

#include <string.h>

/* The bot drops an optional row that it could not send for this many milliseconds. */
#define OPTIONAL_MOST 60000

/* Removes an optional row from the outbox. */
static const struct mx_step step_skip = {
	.budget = MX_BUDGET_NONE, .done = mx_job_finish_row, .refused = mx_job_finish_row};

/* Finds the next step of a row with a text, in a user's private room or in another room. */
static enum bot_error choose_text_step(struct mx_job *job, const struct mx_step **step)
{
	if (job->lane->private)
		return mx_private_room_choose_step(job, step);
	stpcpy(job->room, job->to);
	return mx_message_step_choose(job, step);
}

/* Whether the step sends the row, or changes nothing. */
static bool is_harmless(const struct mx_step *step)
{
	return step == &mx_step_send || step == &mx_step_remove || step->only_reads;
}

/*
 * For an optional row the bot never makes or changes a private room: if the room is not ready for
 * messages, the bot drops the row. But it may inspect the room, as it must after the player has
 * joined. It also drops a row that an earlier device may have sent, because the homeserver would
 * not recognize the row's transaction id.
 */
static enum bot_error choose_optional_step(struct mx_job *job, const struct mx_step **step)
{
	enum bot_error error = choose_text_step(job, step);
	bool old = job->made <= job->sender->session->replaced_at ||
		   mx_clock_wall() - job->made > OPTIONAL_MOST;

	if (!error && (old || (*step && !is_harmless(*step))))
		*step = &step_skip;
	return error;
}

enum bot_error mx_next_step_choose(struct mx_job *job, const struct mx_step **step)
{
	if (job->optional)
		return choose_optional_step(job, step);
	switch (job->kind) {
	case BOT_OUT_JOIN:
		*step = &mx_step_join;
		break;
	case BOT_OUT_LEAVE:
		*step = job->via ? &mx_step_decline : &mx_step_leave;
		break;
	case BOT_OUT_REACH:
		return mx_private_room_choose_step(job, step);
	case BOT_OUT_MESSAGE:
	case BOT_OUT_EDIT:
	case BOT_OUT_REMOVE:
	case BOT_OUT_FILE:
		return choose_text_step(job, step);
	}
	stpcpy(job->room, job->to);
	return BOT_OK;
}
