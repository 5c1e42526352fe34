#include "adapters/matrix/send/doubt.h"

#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/job.h"
#include "adapters/matrix/send/private_room.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/step.h"

#include <sodium.h>

/*
 * After this many successive refusals the bot believes a doubtful one (mx_answer_is_doubtful). That
 * takes at least seven seconds.
 */
#define DOUBTS_MOST 5
/* The same if nothing that the bot sends is accepted. That takes about an hour. */
#define DOUBTS_OF_ALL_MOST 20

/* Returns whether the bot has sent something since the first doubtful refusal of the lane's row. */
static bool others_are_accepted(const struct mx_job *job)
{
	return job->sender->accepted_requests != job->lane->doubt.accepted_requests;
}

/* Returns whether rows of other lanes are refused in the same way. */
static bool others_are_refused(const struct mx_job *job)
{
	for (const struct mx_lane *lane = job->sender->lanes; lane; lane = lane->next)
		if (lane != job->lane && lane->first.row != 0 &&
			lane->doubt.row == lane->first.row && lane->doubt.refusals > 0)
			return true;
	return false;
}

/*
 * Returns how many doubtful refusals in a row the bot takes for a passing trouble. If it can send
 * nothing else either, the trouble is probably the account's, and lasts longer.
 */
static unsigned doubts_most(const struct mx_job *job)
{
	bool all = !others_are_accepted(job) && (job->step->sends_text || others_are_refused(job));

	return all ? DOUBTS_OF_ALL_MOST : DOUBTS_MOST;
}

/*
 * Sets *expected to whether a refusal in the room is no surprise: the bot knows that it is not in
 * the room, or that it may not write there. If somebody has removed the bot and
 * invited it again before it noticed, messages stand before the request to join.
 */
static enum bot_error find_expected(const struct mx_job *job, bool *expected)
{
	const char *me = job->sender->account->user;
	struct mx_room room;
	enum bot_error error;

	*expected = false;
	if (job->lane->private)
		return BOT_OK;
	error = mx_room_init(&room, job->sender->account->store, job->room);
	if (error)
		return error;
	*expected = room.standing == MX_OUTSIDE ||
		    (job->step->sends_text && room.standing == MX_JOINING) ||
		    (job->step->sends_text && mx_room_is_muted(&room, me, mx_crypto_is_built_in()));
	mx_room_finish(&room);
	return BOT_OK;
}

/* A question has no content that a refusal could be about, so every refusal of it may pass. */
static bool is_doubtful(const struct mx_job *job)
{
	return job->step->only_reads || mx_answer_is_doubtful(&job->answer);
}

enum bot_error mx_doubt_find(struct mx_job *job, bool *doubts)
{
	struct mx_lane *lane = job->lane;
	bool expected = false;
	enum bot_error error = BOT_OK;

	*doubts = false;
	if (job->verdict != MX_ANSWER_REFUSED || job->step->dispensable ||
		job->step->is_delegable || !is_doubtful(job))
		return BOT_OK;
	error = find_expected(job, &expected);
	if (error || expected)
		return error;
	if (lane->doubt.row != job->row || lane->doubt.refusals == 0) {
		lane->doubt.row = job->row;
		lane->doubt.accepted_requests = job->sender->accepted_requests;
	}
	*doubts = ++lane->doubt.refusals < doubts_most(job);
	if (!*doubts)
		lane->doubt.refusals = 0;
	return BOT_OK;
}

void mx_doubt_plan_retry(struct mx_job *job)
{
	struct mx_lane *lane = job->lane;
	/*
	 * A request that is refused may have made a room nevertheless. There are few tries for
	 * rooms, so they are further apart.
	 */
	unsigned grown = lane->doubt.refusals - 1 + (job->step->makes_room ? 2 : 0);

	mx_job_mark_unsent(job);
	mx_backoff_extend(&lane->backoff, mx_backoff_delay(grown, randombytes_random()));
	if (lane->private && job->step->sends_text)
		(void)json_object_del(job->sender->trusted, job->room);
	if (!job->step->makes_room)
		return;
	bot_outbox_delayed(job->sender->account->store, job->row);
	lane->create_after = job->sender->account->batches + 2;
	if (!mx_job_is_remote(job))
		mx_private_room_note_not_made(job);
}
