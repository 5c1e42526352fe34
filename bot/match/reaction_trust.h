/*
 * Whether a reaction counts that a server can have written (`reply_forgeable` in struct
 * bot_message). Clients don't encrypt reactions. So in encrypted rooms, the reactions of a user
 * with a verified device don't count, unless the user has chosen so by `reactions on`. The same
 * holds for a vote in a poll if the user's client does not encrypt to which poll the vote belongs.
 */
#ifndef BOT_REACTION_TRUST_H
#define BOT_REACTION_TRUST_H

#include "bot/command/call.h"

/* Finds out whether the user has chosen that all their reactions count. */
BOT_MUST_USE enum bot_error bot_reaction_trust_chosen(
	struct bot_host *host, const char *user, bool *chosen);

/* Finds out whether a reaction or a vote counts. */
BOT_MUST_USE enum bot_error bot_reaction_trust_check(
	struct bot_host *host, const struct bot_message *message, bool *counts);

/* Tells the sender why their reaction does not count, and what they can do. */
BOT_MUST_USE enum bot_error bot_reaction_trust_refuse(struct bot_call *call);

/* The command `reactions`. Only a verified device can say `reactions on`. */
BOT_MUST_USE enum bot_error bot_run_reactions(struct bot_call *call);

#endif
