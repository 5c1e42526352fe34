/*
 * The command `games`: the sender's matches that are being played, and the bouts of competitions
 * that they still have to fence. In a room, only those of this room.
 */
#ifndef BOT_COMMANDS_GAMES_H
#define BOT_COMMANDS_GAMES_H

#include "bot/call/call.h"

void bot_run_games(struct bot_call *call);

#endif
