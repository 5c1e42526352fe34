/*
 * An announcement: a text of an admin that the bot writes into all rooms with a match. It goes to
 * one room after the other. The next message waits until the last one was sent, or for a minute, so
 * it takes hardly anything away from the players when the homeserver accepts messages only slowly.
 * The store keeps how far it has come, in the transaction that adds each message to the outbox. So
 * each room gets it once.
 */
#ifndef BOT_ADMIN_ANNOUNCEMENT_H
#define BOT_ADMIN_ANNOUNCEMENT_H

#include "bot/command/call.h"

#define BOT_ANNOUNCEMENT_MOST 1000 /* the most bytes of an announcement's text */

/*
 * The command `announce`. `rest` is what follows the command's name: the text, a word for "yes"
 * that confirms the text before, or "stop".
 */
BOT_MUST_USE enum bot_error bot_admin_announce(struct bot_call *call, const char *rest);

/*
 * Writes a running announcement into the next room, if its message to the room before was sent.
 * Sets *more to whether an announcement is running.
 */
BOT_MUST_USE enum bot_error bot_announcement_continue(struct bot_host *host, bool *more);

#endif
