/* Who sits on which side of a stored match. */
#ifndef BOT_SEATS_H
#define BOT_SEATS_H

#include "bot/store/store.h"
#include "engine/engarde.h"

/* Returns the seat of a user; EG_NOBODY if the user does not play in the match. */
enum eg_seat bot_match_seat(const struct bot_match *match, const char *user);

/*
 * bot_match_challenger returns the user who made a challenge. bot_match_challenged returns the user
 * whom the challenge is for; empty in an open challenge. The match owns both strings.
 */
const char *bot_match_challenger(const struct bot_match *match);
const char *bot_match_challenged(const struct bot_match *match);

#endif
