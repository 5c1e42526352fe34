#include "adapters/matrix/send/job.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"

#include <stdlib.h>
#include <string.h>

/* Copies the file and its strings into one allocation. */
static void copy_file(struct mx_job *job, const struct bot_file *file)
{
	size_t name = strlen(file->name) + 1, media = strlen(file->media) + 1;
	char *copy = bot_malloc(name + media + file->size);

	memcpy(copy, file->name, name);
	memcpy(copy + name, file->media, media);
	memcpy(copy + name + media, file->data, file->size);
	job->file = (struct bot_file){copy, copy + name, copy + name + media, file->size};
	job->file_memory = copy;
	job->file_data = copy + name + media;
}

void mx_job_destroy(struct mx_job *job)
{
	if (!job)
		return;
	free(job->file_memory);
	free(job->via);
	free(job->reactions);
	json_decref(job->content);
	json_decref(job->file_key);
	json_decref(job->answer.json);
	free(job);
}

/* Builds the content of the row's event, which names its row. */
static json_t *make_content(const struct mx_sender *sender, const struct bot_outbox_row *row)
{
	json_t *content = mx_outbox_row_content(sender, row);

	(void)json_object_set_new(content, MX_EVENT_ROW_ID, json_string(row->txn));
	return content;
}

struct mx_job *mx_job_create(
	struct mx_sender *sender, struct mx_lane *lane, const struct bot_outbox_row *row)
{
	struct mx_job *job = bot_calloc(1, sizeof(*job));

	job->sender = sender;
	job->lane = lane;
	job->priority = lane->first.priority;
	job->rank = lane->first.rank;
	job->row = row->id;
	job->kind = row->kind;
	job->followed = row->followed;
	job->optional = row->optional;
	job->clear = row->clear;
	job->made = row->made;
	job->match = row->match;
	stpcpy(job->to, row->to);
	stpcpy(job->txn, row->txn);
	stpcpy(job->challenged, row->challenged ? row->challenged : "");
	stpcpy(job->removes, row->kind == BOT_OUT_REMOVE ? row->edits : "");
	job->via = row->via ? bot_strdup(row->via) : NULL;
	job->reactions = row->reactions ? bot_strdup(row->reactions) : NULL;
	job->type = mx_outbox_row_event_type(row);
	if (row->file.name && !json_object_get(sender->uploads, row->txn))
		copy_file(job, &row->file);
	else if (bot_outbox_is_text(row->kind))
		job->content = make_content(sender, row);
	return job;
}

void mx_job_mark_unsent(const struct mx_job *job)
{
	if (job->lane->backoff.failures == 0)
		bot_outbox_not_sent(job->sender->account->store, job->row);
}

bool mx_job_is_remote(const struct mx_job *job)
{
	if (!job->step->makes_room)
		return job->step->remote;
	return !mx_account_is_home(job->sender->account, mx_id_server(job->to));
}

void mx_job_forget_row(const struct mx_job *job)
{
	(void)json_object_del(job->sender->uploads, job->txn);
	(void)json_object_del(job->sender->checked, job->txn);
}

void mx_job_finish_row(struct mx_job *job)
{
	bot_outbox_done(job->sender->account->store, job->row, NULL);
}

void mx_job_drop_row(struct mx_job *job)
{
	mx_job_forget_row(job);
	bot_metrics_count(BOT_DROPPED);
	bot_log_write(BOT_LOG_WARNING, "row_dropped",
		BOT_LOG_FIELDS({"to", .text = job->to}, {"row", .number = job->row}));
	mx_job_finish_row(job);
}
