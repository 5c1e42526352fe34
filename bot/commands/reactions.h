/*
 * Answers by reaction: a reaction to some messages of the bot stands for a command. The bot runs
 * the command only if the sender may give it; otherwise the reaction is just a reaction.
 */
#ifndef BOT_COMMANDS_REACTIONS_H
#define BOT_COMMANDS_REACTIONS_H

#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/commands/reaction_trust.h"

/*
 * Returns whether a reaction with this key can stand for a command. Does not read the store.
 * Ignores skin tones and variation selectors in the key.
 */
bool bot_reaction_is_answer(const char *key);

/* What a reaction stands for. */
struct bot_reaction {
	char command[BOT_QUESTION_SIZE]; /* in English; empty if it stands for no command */
	int64_t match;                   /* the id of the match that the command is about; or 0 */
	enum bot_reaction_power power;
	/* tells the sender that they react too late (late_reaction.h); or NULL */
	enum bot_error (*late)(struct bot_call *call);
};

/*
 * Finds the command that the call's message, a reaction, stands for. Leaves reaction->command empty
 * if the sender may not give the command, or gives it too late.
 */
BOT_MUST_USE enum bot_error bot_reaction_read(
	const struct bot_call *call, struct bot_reaction *reaction);

#endif
