#include "adapters/matrix/send/job.h"

#include "adapters/matrix/send/content.h"
#include "adapters/matrix/send/sender_state.h"

#include <stdlib.h>
#include <string.h>

/* Copies the file and its strings into one piece of memory. False: no memory. */
static bool copy_file(struct mx_job *job, const struct bot_file *file)
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

/*
 * Builds the content of the row's event, or copies the file if it has yet to be uploaded. False: no
 * memory.
 */
static bool fill_content(struct mx_job *job, const struct bot_outbox_row *row)
{
	json_t *upload;

	if (!bot_outbox_is_text(row->kind))
		return true;
	if (row->kind != BOT_OUT_FILE) {
		job->content = mx_content(row);
		return job->content != NULL;
	}
	upload = json_object_get(job->sender->uploads, row->txn);
	if (!upload)
		return copy_file(job, &row->file);
	/* If the homeserver refused the file, the bot sends its text as a message. */
	job->content =
		json_object_size(upload) > 0 ? mx_content_file(row, upload) : mx_content(row);
	return job->content != NULL;
}

enum mx_priority mx_job_priority(const struct bot_outbox_row *row)
{
	if (row->kind == BOT_OUT_EDIT && !row->followed)
		return MX_PRIORITY_EDIT;
	if (row->match == 0)
		return MX_PRIORITY_OTHER;
	return row->practice ? MX_PRIORITY_PRACTICE : MX_PRIORITY_MATCH;
}

struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row)
{
	struct mx_job *job = calloc(1, sizeof *job);

	if (!job)
		return NULL;
	job->sender = sender;
	job->row = row->id;
	job->kind = row->kind;
	job->priority = mx_job_priority(row);
	job->followed = row->followed;
	job->made = row->made;
	job->match = row->match;
	stpcpy(job->to, row->to);
	stpcpy(job->txn, row->txn);
	job->via = row->via ? strdup(row->via) : NULL;
	job->type = mx_content_type(row);
	job->lane = lane;
	if (!fill_content(job, row) || (row->via && !job->via) || !job->lane) {
		mx_job_destroy(job);
		return NULL;
	}
	return job;
}

void mx_job_mark_unsent(const struct mx_job *job)
{
	if (job->lane->backoff.failures == 0)
		bot_outbox_not_sent(job->sender->account->store, job->row);
}
