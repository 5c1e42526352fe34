#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/challenge/limits.h"
#include "bot/play/record.h"
#include "bot/store/rounds.h"

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

static bool is_off(const struct bot_call *call, size_t i)
{
	return bot_words_mean(call->words.word[i], "off");
}

static void end_table_link(const struct bot_call *call)
{
	bool ended = bot_web_link_end_table(call->host, call->message->sender);

	bot_reply(call, ended ? BOT_MSG_LINK_ENDED : BOT_MSG_LINK_NONE, (struct bot_args){0});
}

/* The bot sends the link in private, and may have to make a private room for it. */
static void make_table_link(const struct bot_call *call)
{
	const char *user = call->message->sender;
	BOT_PAGE(page);

	if (!bot_match_limits_check_private_rooms(call, user, NULL))
		return;
	const struct bot_lang *lang =
		bot_language_chosen(call->host, BOT_OF_USER, user, call->lang);
	bot_page_init(&page, lang);
	bot_web_link_add_table(call->host, &page, user);
	bot_whisper_page(call, &page, 0);
	if (!call->message->private)
		bot_reply(call, BOT_MSG_LINK_SENT, (struct bot_args){0});
}

void bot_run_link(struct bot_call *call)
{
	if (call->words.count == 1)
		make_table_link(call);
	else if (is_off(call, 1))
		end_table_link(call);
	else
		bot_reply_wrong(call, BOT_MSG_LINK_WHICH, 1);
}

static void make_board_link(const struct bot_call *call)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_web_link_add_board(call->host, &page, call->message->room);
	bot_reply_page(call, &page);
}

static void end_board_links(const struct bot_call *call)
{
	struct bot_host *host = call->host;
	const char *room = call->message->room;

	bot_web_link_end_board(host, room);
	bot_reply(call, BOT_MSG_BOARD_LINKS_ENDED, (struct bot_args){0});
}

/*
 * Gives a link to everybody in the room who asks. Only moderators may end the links, because this
 * ends the links of all people in the room.
 */
void bot_run_board_link(struct bot_call *call)
{
	if (!bot_web_link_is_available(call->host))
		bot_reply(call, BOT_MSG_NO_PAGE, (struct bot_args){0});
	else if (call->message->private)
		bot_reply_room_only(call);
	else if (call->words.count == 2)
		make_board_link(call);
	else if (!is_off(call, 2))
		bot_reply_wrong(call, BOT_MSG_BOARD_LINK_WHICH, 2);
	else if (!bot_call_moderates(call))
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	else
		end_board_links(call);
}

/* Whether the match has a round, so that there is something to replay. */
static bool was_dealt(const struct bot_call *call, const struct bot_match *match)
{
	struct bot_round round;

	return bot_store_round_get(call->host->store, match->id, 1, &round);
}

void bot_run_replay(struct bot_call *call)
{
	struct bot_match match;
	BOT_PAGE(page);
	int64_t id = 0;

	if (!bot_record_find(call, &id, &match) || !was_dealt(call, &match)) {
		bot_retention_reply(call, id != 0 ? BOT_MSG_NO_SUCH_MATCH : BOT_MSG_NO_RECORD,
			(struct bot_args){.id = id});
		return;
	}
	if (match.status != BOT_ENDED) {
		bot_reply(call, BOT_MSG_REPLAY_LATER, (struct bot_args){.id = match.id});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_web_link_add_replay(call->host, &page, match.id);
	bot_reply_page(call, &page);
}
