/*
 * Answers by reaction: a reaction to some messages of the bot stands for a command. The bot runs
 * the command only if the sender may give it; otherwise the reaction is just a reaction.
 */
#ifndef BOT_HOST_REACTIONS_H
#define BOT_HOST_REACTIONS_H

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
	int64_t competition;             /* the id of the competition that it enters; or 0 */
	enum bot_reaction_power power;
	/* tells the sender that they react too late; or NULL */
	void (*late)(struct bot_call *call);
};

/*
 * Finds the command that the call's message, a reaction, stands for. Leaves reaction->command empty
 * if the sender may not give the command, or gives it too late.
 */
void bot_reaction_read(const struct bot_call *call, struct bot_reaction *reaction);

/*
 * Whether a message with this text, without a prefix, is as good as a reaction: it replies to a
 * message of the bot with "yes", "accept", "count me in" or "no", and a check mark or a cross there
 * stands for a command. If so, writes the command. A reply to a question is none: question.h reads
 * it.
 */
bool bot_reaction_read_typed(
	const struct bot_call *call, const char *text, char command[BOT_QUESTION_SIZE]);

/*
 * Taking a reaction back. Whoever removes the reaction by which they have entered a match or a
 * competition wants to leave it. Nobody else can do that for them by removing the reaction.
 */

/* Notes that the sender of the call has entered something by this reaction, the call's message. */
void bot_reaction_note_entry(const struct bot_call *call, const struct bot_reaction *reaction);

/*
 * Finds the command by which the sender leaves what they have entered by the event of the call's
 * message, which they have removed. Writes an empty command if they have entered nothing by it, or
 * are not there any more.
 */
void bot_reaction_read_removed(const struct bot_call *call, char command[BOT_QUESTION_SIZE]);

#endif
