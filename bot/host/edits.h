/*
 * Messages that people change afterwards.
 *
 * Edits of commands: people mend a mistyped command by editing the message. Then the edit counts as
 * the command if the bot has refused the first form, once. If the bot has obeyed the first form,
 * the bot says once that the edit changes nothing. An edit of any other message counts for nothing,
 * and so does an edit by somebody else, or in another room: the homeserver does not refuse those.
 *
 * Removed (redacted) messages of the bot: a moderator removes them, a bot that cleans up, or the
 * player in their private room. Clients show no edits of a removed message.
 *
 * Removed reactions: a reaction signs somebody up for a club night, a season or a team match,
 * checks them in, accepts a challenge, or asks for a rematch. Whoever removes their reaction does
 * not want that any more, so the bot does what it does for `night leave`, `season leave`,
 * `team leave`, `cancel` or `abort`.
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

/*
 * Handles that a message of the bot was removed: the message `event` in a user's private room if
 * `private` is true, else in a room. `to` is the user or the room. What the message showed next
 * appears in a new message. The bot sends two kinds of messages again at once, because they may not
 * change before somebody answers them: a challenge that waits, and the choices of the turn. It does
 * so only once for each challenge and each turn, so that it does not fight with a bot that removes
 * everything. If `by_bot` is true, the bot's own account has removed the message, and the bot does
 * not send it again.
 */
void bot_edits_handle_removal(
	struct bot_host *host, bool private, const char *to, const char *event, bool by_bot);

/*
 * Handles that `user` has removed an event of a room. Does nothing unless the event was a reaction
 * of this user which the bot has obeyed. `private`: the room is the user's private room.
 */
void bot_edits_handle_withdrawal(
	struct bot_host *host, const char *room, bool private, const char *event, const char *user);

#endif
