/*
 * News for the bot's admins, in their private rooms: few lines, about what they would otherwise not
 * notice. They are quiet, and each admin gets them in their own language.
 */
#ifndef BOT_ADMIN_NOTES_H
#define BOT_ADMIN_NOTES_H

#include "bot/command/call.h"

/* Sends a message to each admin, except to admins for whom many messages wait already. */
BOT_MUST_USE enum bot_error bot_admin_notify(
	struct bot_host *host, enum bot_msg msg, struct bot_args args);

/*
 * These functions implement bot_host_started, bot_host_stops and bot_host_outage_ended
 * (bot/host/host.h).
 */
BOT_MUST_USE enum bot_error bot_admin_note_start(struct bot_host *host);
BOT_MUST_USE enum bot_error bot_admin_note_stop(struct bot_host *host);
BOT_MUST_USE enum bot_error bot_admin_note_outage(
	struct bot_host *host, enum bot_msg msg, int64_t length);

#endif
