/*
 * Links to users and rooms in messages. The platform makes the URLs (`link` in struct bot_port); if
 * it has none, the messages have only the texts.
 */
#ifndef BOT_CALL_ID_LINK_H
#define BOT_CALL_ID_LINK_H

#include "bot/call/call.h"

/*
 * From now on, the page's HTML shows `label` as a link to the user, where a placeholder has this
 * string (see bot_page_link). Clients show such a link as a pill with the user's display name and
 * picture. Does nothing if bot_name_may_link says no. `label` may be any label of the user.
 */
void bot_id_link_user(
	const struct bot_host *host, struct bot_page *page, const char *user, const char *label);

/*
 * From now on, the page shows `text` as a link to the room, where a placeholder has this string.
 * The body has the URL after the text.
 */
void bot_id_link_room(
	const struct bot_host *host, struct bot_page *page, const char *room, const char *text);

/* Likewise, as a link to an event of the room, or to the room if there are no such links. */
void bot_id_link_event(const struct bot_host *host, struct bot_page *page, const char *room,
	const char *event, const char *text);

#endif
