#include "adapters/matrix/send/message_step.h"

#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/sender_state.h"
#include "adapters/matrix/send/steps.h"

/*
 * Finds out whether the job's room is encrypted. For a private room the sender has just asked the
 * homeserver; for other rooms /sync reports it. *may_go: whether the bot may send the message. A
 * build without encryption sends only one message to an encrypted room: the notice that explains
 * this.
 */
static enum bot_error find_encryption(const struct mx_job *job, bool *encrypted, bool *may_go)
{
	struct mx_sender *sender = job->sender;
	struct mx_room room;
	enum bot_error error;

	*may_go = true;
	if (job->lane->private) {
		*encrypted = json_is_true(json_object_get(sender->trusted, job->room));
		return BOT_OK;
	}
	error = mx_room_init(&room, sender->account->store, job->room);
	if (error)
		return error;
	*encrypted = room.encrypted;
	*may_go = !room.encrypted || mx_crypto_is_built_in() || job->row == room.notice;
	mx_room_finish(&room);
	return BOT_OK;
}

/* Drops a message that must not go out unencrypted. */
static const struct mx_step step_withhold = {
	.budget = MX_BUDGET_NONE, .done = mx_step_drop, .refused = mx_step_drop};

static bool encrypt_file(struct mx_job *job)
{
	job->file_key = mx_room_keys_encrypt_file(job->file_data, job->file.size);
	job->file.media = "application/octet-stream";
	return job->file_key != NULL;
}

/* Drops a message, because the room has too many members for the bot to encrypt it. */
static const struct mx_step step_refused = {
	.budget = MX_BUDGET_NONE, .done = mx_step_drop, .refused = mx_step_drop};

enum bot_error mx_message_step(struct mx_job *job, const struct mx_step **step)
{
	bool encrypted, may_go;
	enum bot_error error = find_encryption(job, &encrypted, &may_go);

	*step = job->content ? &mx_step_send : &mx_step_upload;
	/* Somebody may have encrypted the room while the bot was down: the first batch shows it. */
	if (!job->lane->private && job->sender->account->batches == 0)
		*step = NULL;
	else if (!error && !may_go)
		*step = &step_withhold;
	if (error || !encrypted || !mx_crypto_is_built_in() || !*step)
		return error;
	if (!job->content) {
		if (!encrypt_file(job))
			*step = NULL;
		return BOT_OK;
	}
	switch (mx_room_keys_prepare(
		job->sender->crypto, job->room, job->lane->private ? job->to : NULL)) {
	case MX_ROOM_KEYS_WAIT:
		*step = NULL;
		break;
	case MX_ROOM_KEYS_REFUSED:
		*step = &step_refused;
		break;
	case MX_ROOM_KEYS_NOBODY:
	case MX_ROOM_KEYS_READY:
		break;
	}
	job->encrypted = true;
	return BOT_OK;
}
