#include "adapters/matrix/seal.h"

#include "adapters/matrix/context.h"
#include "adapters/matrix/room.h"
#include "adapters/matrix/step.h"

/* A private room was just looked at; of others /sync has told. */
static enum bot_error is_encrypted(const struct mx_job *job, bool *encrypted)
{
	struct mx *mx = job->mx;
	struct mx_room room;
	enum bot_error error;

	if (job->lane->private) {
		*encrypted = json_is_true(json_object_get(mx->drain.trusted, job->room));
		return BOT_OK;
	}
	error = mx_room_init(&room, mx->store, job->room);
	if (error)
		return error;
	*encrypted = room.encrypted;
	mx_room_finish(&room);
	return BOT_OK;
}

static bool encrypt_file(struct mx_job *job)
{
	job->file_key = mx_crypto_encrypt_file(job->file_data, job->file.size);
	job->file.media = "application/octet-stream";
	return job->file_key != NULL;
}

enum bot_error mx_seal_step(struct mx_job *job, const struct mx_step **step)
{
	bool encrypted = false;
	enum bot_error error = mx_crypto_is_there() ? is_encrypted(job, &encrypted) : BOT_OK;

	*step = job->content ? &mx_step_send : &mx_step_upload;
	if (error || !encrypted)
		return error;
	if (!job->content) {
		if (!encrypt_file(job))
			*step = NULL;
		return BOT_OK;
	}
	if (mx_crypto_prepare(job->mx, job->room, job->lane->private ? job->to : NULL) ==
		MX_SEAL_WAIT)
		*step = NULL;
	job->sealed = true;
	return BOT_OK;
}
