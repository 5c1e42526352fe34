/*
 * The widget of a room: apps such as Element show the board of the room beside its chat. `widget`
 * adds it, and `widget off` removes it. A room has at most one, and the bot changes no others.
 *
 * The URL of a widget is a part of the room's state, with the token of its link. So everybody who
 * can read the state can follow the matches: the homeservers of the room, also if it is encrypted,
 * and people who join later. In an encrypted room the bot adds a widget only if a moderator has
 * agreed to this.
 */
#ifndef BOT_COMMANDS_WIDGET_H
#define BOT_COMMANDS_WIDGET_H

#include "bot/call/call.h"

void bot_run_widget(struct bot_call *call);

/*
 * Ends the link of a room's widget and removes the widget, if the bot has added one. Sets *removed
 * to false if it has not; `removed` may be NULL.
 */
void bot_widget_remove(struct bot_host *host, const char *room, bool *removed);

/* Removes the widgets of all rooms. */
void bot_widget_remove_all(struct bot_host *host);

/* For bot_host_widget_added and bot_host_widget_refused, which have the same parameters. */
void bot_widget_added(struct bot_host *host, const char *room, const char *url);
void bot_widget_refused(struct bot_host *host, const char *room, const char *url);

#endif
