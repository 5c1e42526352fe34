/*
 * Edits of commands. People mend a mistyped command by editing the message. Then the edit counts as
 * the command if the bot has refused the first form, once. If the bot has obeyed the first form,
 * the bot says once that the edit changes nothing. An edit of any other message counts for nothing,
 * and so does an edit by somebody else, or in another room: the homeserver does not refuse those.
 */
#ifndef BOT_HOST_EDITS_H
#define BOT_HOST_EDITS_H

#include "bot/call/call.h"

/*
 * Runs the command in `text`, which has no prefix, unless the message is an edit that must not run.
 * Notes what became of the command.
 */
void bot_edits_run(struct bot_host *host, const struct bot_message *message, const char *text);

/*
 * Notes that somebody has removed this message of the room. If it was a command that the bot has
 * refused, no edit can mend it any more.
 */
void bot_edits_note_removed(struct bot_host *host, const char *room, const char *event);

#endif
