/*
 * What differs in a team match from other competitions, such as its start, its bouts and its end,
 * and how two rooms agree on one: a moderator of one room asks, and a moderator of the other room
 * accepts. Each room has a half of the contest (bot/club/contest.h), with its own message and its
 * own team, which its moderators direct.
 */
#ifndef BOT_COMPETITION_TEAM_KIND_H
#define BOT_COMPETITION_TEAM_KIND_H

#include "bot/base/duration.h"
#include "bot/competition/kind.h"

#define BOT_TEAM_LEAD_LEAST (15 * BOT_MINUTE) /* until the start, also after the acceptance */
#define BOT_TEAM_LEAD_MOST  BOT_WEEK

/*
 * Asks another room, in which the sender is, for a match with the call's room. `terms` has the
 * start of the match and the terms of its bouts. For moderators of the call's room.
 */
void bot_team_ask(
	const struct bot_call *call, const char *room, const struct bot_competition *terms);

/*
 * Accepts the match for which another room has asked this one. If its start is too near for the
 * sign-up (BOT_TEAM_LEAD_LEAST), the match begins later. For moderators.
 */
void bot_team_accept(const struct bot_call *call);

/* Refuses this match, and tells both rooms so. For moderators. */
void bot_team_decline(const struct bot_call *call);

/* Whether such a match waits in the call's room, and the sender may accept it. */
bool bot_team_waits(const struct bot_call *call);

#endif
