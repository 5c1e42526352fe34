/*
 * A reaction that comes too late: a tap on a challenge that is over, or on a question that the bot
 * has asked long ago. Without an answer, the sender would wait for a match in vain. The bot answers
 * each person once for each message.
 */
#ifndef BOT_COMMANDS_LATE_REACTION_H
#define BOT_COMMANDS_LATE_REACTION_H

#include "bot/call/call.h"

/*
 * The call's message is a reaction to a post with this role, and stands for no command. Returns the
 * function that tells the sender why, or NULL if the bot does not answer. The function takes the id
 * of the match from the words of the call.
 */
typedef void (*bot_late_reaction)(struct bot_call *call);
bot_late_reaction bot_late_reaction_to_match(
	const struct bot_call *call, const struct bot_match *match, enum bot_post_role role);

/*
 * The same for a reaction to a question that the bot does not ask the sender any more. In a room
 * the bot answers only the people whom it has asked.
 */
bot_late_reaction bot_late_reaction_to_question(
	const struct bot_call *call, const struct bot_post *question);

#endif
