#include "adapters/matrix/send/private_loss.h"

#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/outbox_row.h"
#include "adapters/matrix/send/sender_state.h"
#include "bot/base/log.h"

enum bot_error mx_private_loss_forget_room(struct mx_job *job, bool leave)
{
	struct mx_sender *sender = job->sender;
	enum bot_error error = bot_store_set_private_room(sender->account->store, job->to, NULL);

	bot_log_write(BOT_LOG_INFO, "private_room_lost",
		BOT_LOG_FIELDS({"room", .text = job->room}, {"user", .text = job->to}));
	if (error || !leave)
		return error;
	return mx_outbox_row_add(sender->account->store, BOT_OUT_LEAVE, job->room, NULL);
}

enum bot_error mx_private_loss_is_own_room(const struct mx_job *job, bool *own)
{
	struct mx_room room;
	enum bot_error error = mx_room_init(&room, job->sender->account->store, job->room);

	if (error)
		return error;
	*own = room.made_for != NULL;
	mx_room_finish(&room);
	return BOT_OK;
}

enum bot_error mx_private_loss_give_room_up(struct mx_job *job)
{
	bool own = false;
	enum bot_error error = mx_private_loss_forget_room(job, false);

	if (!error)
		error = mx_private_loss_is_own_room(job, &own);
	return error || own || job->match != 0 ? error : mx_job_drop_row(job);
}

enum bot_error mx_private_loss_report_unreachable(struct mx_job *job, enum bot_unreachable why)
{
	enum bot_error error = bot_host_user_unreachable(job->sender->account->host, job->to, why);

	return error ? error : mx_job_drop_row(job);
}
