/*
 * Whether a reaction counts that a server can have made (`reply_forgeable` in struct bot_message).
 * Clients don't encrypt reactions. So in encrypted rooms, the reactions of a user with a verified
 * device play nothing and end no match, unless the user has chosen so by `reactions on`. The same
 * holds for a vote in a poll if the user's client does not encrypt to which poll the vote belongs.
 *
 * But such a reaction still accepts, declines or cancels a challenge and asks for a rematch,
 * because the bot's messages offer a tap for these. A forged one costs the user little: nobody sees
 * a hand that is not theirs, and the match is void if it ends before the user has acted, for
 * example by `abort` or by the clock. After two such matches, a reaction enters no match
 * (bot/play/early_ending.h).
 */
#ifndef BOT_COMMANDS_REACTION_TRUST_H
#define BOT_COMMANDS_REACTION_TRUST_H

#include "bot/call/call.h"

/* Returns whether the user has chosen that all their reactions count. */
bool bot_reaction_trust_chosen(struct bot_host *host, const char *user);

/* Returns whether the user's reactions play in their private room, also before it exists. */
bool bot_reaction_trust_plays_in_private(struct bot_host *host, const char *user);

/* What a reaction or a vote can do in the name of its sender. */
enum bot_reaction_power {
	BOT_REACTION_ACTS = 0, /* plays an action, or anything that this list does not name, such as
				  the acceptance of a team match */
	BOT_REACTION_ENTERS,   /* accepts a challenge, or asks for a rematch */
	BOT_REACTION_REFUSES,  /* declines a challenge, or cancels an own one */
};

/*
 * Returns whether the call's message, a reaction or a vote with this power, counts. Sets
 * call->unproven.
 */
bool bot_reaction_trust_check(struct bot_call *call, enum bot_reaction_power power);

/* Tells the sender why their reaction does not count, and what they can do. */
void bot_reaction_trust_refuse(struct bot_call *call);

#endif
