#include "bot/call/id_link.h"

#include "bot/text/name.h"

static void link_to(const struct bot_host *host, struct bot_page *page, const char *id,
	const char *value, bool shows_url)
{
	const struct bot_port *port = host->port;
	char url[BOT_URL_SIZE];

	if (port->link && port->link(port->self, id, url))
		bot_page_link(page, value, url, shows_url);
}

void bot_id_link_user(
	const struct bot_host *host, struct bot_page *page, const char *user, const char *label)
{
	if (bot_name_may_link(host->store, user, label))
		link_to(host, page, user, label, false);
}

void bot_id_link_room(
	const struct bot_host *host, struct bot_page *page, const char *room, const char *text)
{
	link_to(host, page, room, text, true);
}

void bot_id_link_event(const struct bot_host *host, struct bot_page *page, const char *room,
	const char *event, const char *text)
{
	const struct bot_port *port = host->port;
	char url[BOT_URL_SIZE];

	if (port->link_event && port->link_event(port->self, room, event, url))
		bot_page_link(page, text, url, true);
	else
		bot_id_link_room(host, page, room, text);
}
