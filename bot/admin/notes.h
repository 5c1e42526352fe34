/*
 * Short news for the bot's admins, in their private rooms, about events that they would otherwise
 * not notice. The messages ring nobody, and each admin gets them in their own language.
 */
#ifndef BOT_ADMIN_NOTES_H
#define BOT_ADMIN_NOTES_H

#include "bot/command/call.h"

/* Sends a message to each admin, except to admins for whom many messages wait already. */
BOT_MUST_USE enum bot_error bot_admin_notify(
	struct bot_host *host, enum bot_msg msg, struct bot_args args);

/*
 * bot/host/host.h explains these functions: bot_host_started, bot_host_stops, and (with the message
 * about the outage) bot_host_homeserver_returned and bot_host_store_returned.
 */
BOT_MUST_USE enum bot_error bot_admin_note_start(struct bot_host *host);
BOT_MUST_USE enum bot_error bot_admin_note_stop(struct bot_host *host);
BOT_MUST_USE enum bot_error bot_admin_note_outage(
	struct bot_host *host, enum bot_msg msg, int64_t length);

#endif
