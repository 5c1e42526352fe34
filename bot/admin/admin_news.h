/*
 * Short news for the bot's admins, in their private rooms, about events that they would otherwise
 * not notice. The messages ring nobody, and each admin gets them in their own language.
 */
#ifndef BOT_ADMIN_ADMIN_NEWS_H
#define BOT_ADMIN_ADMIN_NEWS_H

#include "bot/call/call.h"

/* Sends a message to each admin, except to admins for whom many messages wait already. */
void bot_admin_notify(struct bot_host *host, enum bot_msg msg, struct bot_args args);

/*
 * See bot_host_started in bot/host/host.h: tells the admins if the previous run did not end as it
 * should, or if it had another version. Notes that this run has begun.
 */
void bot_admin_tell_of_start(struct bot_host *host);

/* Notes that this run has ended as it should. Tells the admins nothing. */
void bot_admin_note_stop(struct bot_host *host);

/* Tells the admins, with the message `msg`, of an outage that lasted `length` milliseconds. */
void bot_admin_tell_of_outage(struct bot_host *host, enum bot_msg msg, int64_t length);

/*
 * Tells the admins that the homeserver refused the account's messages with the error `code`, for
 * `length` milliseconds. `contact` is the homeserver's link or address for help, or empty.
 */
void bot_admin_tell_of_hold(
	struct bot_host *host, const char *code, const char *contact, int64_t length);

#endif
