/*
 * The commands that make and end links to the bot's web page (bot/call/web_link.h): `link` for
 * the sender's table, `board link` for the board of a room, and `replay` for a match that has
 * ended.
 */
#ifndef BOT_COMMANDS_LINK_H
#define BOT_COMMANDS_LINK_H

#include "bot/call/call.h"

void bot_run_link(struct bot_call *call);
void bot_run_replay(struct bot_call *call);

/* Runs `board link` and `board link off`. */
void bot_run_board_link(struct bot_call *call);

#endif
