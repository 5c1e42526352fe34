#include "bot/competition/directing.h"

#include "bot/call/allowance.h"
#include "bot/call/question.h"
#include "bot/competition/room_time.h"
#include "bot/match/loading.h"

#include <string.h>

#define LIST_SIZE 256

/* Opening */

bool bot_competition_take_opening(const struct bot_call *call)
{
	const char *sender = call->message->sender;
	int64_t wait = 0;

	if (!bot_call_moderates(call))
		wait = bot_allowance_take(call->host, BOT_ALLOW_NIGHT, sender, sender);
	if (wait > 0)
		bot_reply(call, BOT_MSG_CONTEST_LATER, (struct bot_args){.left = wait});
	return wait == 0;
}

void bot_competition_set_opener(const struct bot_call *call, struct bot_competition *competition)
{
	const struct bot_message *message = call->message;

	memcpy(competition->room, message->room, strlen(message->room) + 1);
	memcpy(competition->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(competition->event, message->event, strlen(message->event) + 1);
}

void bot_competition_forget_opening(
	const struct bot_call *call, const struct bot_competition *competition)
{
	const char *sender = call->message->sender;

	if (competition->stage >= BOT_STAGE_POOLS || strcmp(competition->organiser, sender) != 0)
		return;
	if (bot_allowance_take(call->host, BOT_ALLOW_REOPEN, sender, sender) > 0)
		return;
	bot_allowance_give_back(call->host, BOT_ALLOW_NIGHT, sender, sender);
}

/* Starting and stopping */

void bot_competition_ask_to_start(const struct bot_call *call, const struct bot_contest *night,
	int64_t span, const char *command)
{
	const struct bot_competition *competition = &night->competition;
	int64_t count = (int64_t)bot_contest_count(night, BOT_ENTRANT_SIGNED_UP);
	char until[BOT_INSTANT_SIZE], name[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(call->lang, competition->kind, name);

	args.until = until;
	args.count = count;
	bot_room_time_write(
		call->host, NULL, competition->room, call->lang, competition->starts, span, until);
	bot_ask(call, BOT_MSG_CONTEST_START, args, command);
}

/* Adds the matches of the bouts that the sender fences now, if there are any. */
static void add_own_bouts(
	const struct bot_call *call, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_entrant *own = bot_contest_find(night, call->message->sender);
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t i = 0; own && i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->state != BOT_BOUT_FENCED ||
			(bout->entrant[0] != own->number && bout->entrant[1] != own->number))
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&text, "#");
		bot_text_add_number(&text, bout->match);
	}
	if (text.used == 0)
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_NIGHT_STOP_OWN, &(struct bot_args){.words = list});
}

void bot_competition_ask_to_stop(
	const struct bot_call *call, struct bot_contest *night, const char *command)
{
	char name[BOT_WORDS_SIZE];
	struct bot_page page;

	bot_write_reply(call, BOT_MSG_CONTEST_STOP,
		bot_kind_args(call->lang, night->competition.kind, name), &page);
	add_own_bouts(call, night, &page);
	bot_ask_page(call, &page, BOT_ASKS_YES, command);
}
