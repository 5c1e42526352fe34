#include "adapters/matrix/job.h"

#include "adapters/matrix/content.h"
#include "adapters/matrix/context.h"

#include <stdlib.h>
#include <string.h>

/* Into one piece of memory. False: there is none. */
static bool file_copy(struct mx_job *job, const struct bot_file *file)
{
	size_t name = strlen(file->name) + 1, media = strlen(file->media) + 1;
	char *copy = malloc(name + media + file->size);

	if (!copy)
		return false;
	memcpy(copy, file->name, name);
	memcpy(copy + name, file->media, media);
	memcpy(copy + name + media, file->data, file->size);
	job->file = (struct bot_file){copy, copy + name, copy + name + media, file->size};
	job->file_memory = copy;
	job->file_data = copy + name + media;
	return true;
}

void mx_job_destroy(struct mx_job *job)
{
	if (!job)
		return;
	free(job->file_memory);
	free(job->via);
	json_decref(job->content);
	json_decref(job->file_key);
	json_decref(job->answer.json);
	free(job);
}

/* What the row says; of a file that is not uploaded yet, the file. False: no memory. */
static bool job_fill(struct mx_job *job, const struct bot_outbox_row *row)
{
	json_t *upload;

	if (!bot_outbox_is_text(row->kind))
		return true;
	if (row->kind != BOT_OUT_FILE) {
		job->content = mx_content(row);
		return job->content != NULL;
	}
	upload = json_object_get(job->mx->drain.uploads, row->txn);
	if (!upload)
		return file_copy(job, &row->file);
	job->content =
		json_object_size(upload) > 0 ? mx_content_file(row, upload) : mx_content(row);
	return job->content != NULL;
}

enum mx_urgency mx_job_urgency(const struct bot_outbox_row *row)
{
	if (row->kind == BOT_OUT_EDIT && !row->followed)
		return MX_REVISED;
	return bot_outbox_is_text(row->kind) && row->match == 0 ? MX_CHATTER : MX_NEWS;
}

struct mx_job *mx_job_create(struct mx *mx, struct mx_lane *lane, const struct bot_outbox_row *row)
{
	struct mx_job *job = calloc(1, sizeof *job);

	if (!job)
		return NULL;
	job->mx = mx;
	job->row = row->id;
	job->kind = row->kind;
	job->urgency = mx_job_urgency(row);
	job->followed = row->followed;
	job->made = row->made;
	stpcpy(job->to, row->to);
	stpcpy(job->txn, row->txn);
	job->via = row->via ? strdup(row->via) : NULL;
	job->type = mx_content_type(row);
	job->lane = lane;
	if (!job_fill(job, row) || (row->via && !job->via) || !job->lane) {
		mx_job_destroy(job);
		return NULL;
	}
	return job;
}

void mx_job_take_back(const struct mx_job *job)
{
	if (job->lane->pause.tries == 0)
		bot_outbox_not_sent(job->mx->store, job->row);
}
