/*
 * An announcement: a text of an admin that the bot writes into all rooms with a match, one room
 * after the other. The next message follows when the last one is sent, or after a minute. So the
 * announcement hardly delays the players' messages under a rate limit. The transaction that adds a
 * message to the outbox also stores how many rooms the announcement has reached. So each room gets
 * it exactly once.
 */
#ifndef BOT_ADMIN_ANNOUNCEMENT_H
#define BOT_ADMIN_ANNOUNCEMENT_H

#include "bot/call/call.h"

#define BOT_ANNOUNCEMENT_MOST 1000 /* the most bytes of an announcement's text */

/*
 * The command `announce`. `rest` is what follows the command's name: a text, a word for "yes" that
 * confirms the previous text, or a word for "stop".
 */
void bot_admin_announce(struct bot_call *call, const char *rest);

/*
 * Writes a running announcement into its next room, unless it must still wait for the last message.
 * Returns whether an announcement is running.
 */
bool bot_announcement_continue(struct bot_host *host);

#endif
