#include "bot/commands/invite.h"

/* The bot does not know whether the room lets everybody in, so the answer is for both cases. */
void bot_run_invite(struct bot_call *call)
{
	const struct bot_port *port = call->host->port;
	char url[BOT_URL_SIZE];

	if (!port->link || !port->link(port->self, call->message->room, url))
		bot_reply(call, BOT_MSG_INVITE_BY_HAND, (struct bot_args){0});
	else
		bot_reply(call, BOT_MSG_INVITE, (struct bot_args){.link = url});
}
