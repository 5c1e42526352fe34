#include "bot/commands/command.h"

#include "bot/call/question.h"
#include "bot/call/shared_rooms.h"
#include "bot/commands/competition_part.h"
#include "bot/commands/night_time.h"
#include "bot/competition/direction.h"
#include "bot/competition/named_room.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/team_kind.h"

#include <string.h>

#define LEAD BOT_HOUR /* unless the moderator names a time */

/*
 * Finds the other room, which the third word names. The sender is in it, too: nobody learns in
 * which other rooms the bot is.
 */
static bool find_room(const struct bot_call *call, char room[BOT_ID_SIZE])
{
	struct bot_shared_rooms shared = {0};

	if (call->words.count < 3)
		return false;
	shared.named = call->words.word[2];
	bot_shared_rooms_find(call, call->message->sender, &shared);
	if (!shared.named || shared.match != BOT_ROOM_EQUALS || shared.count != 1 ||
		strcmp(shared.room[0], call->message->room) == 0)
		return false;
	memcpy(room, shared.room[0], BOT_ID_SIZE);
	return true;
}

/* Runs `team match #room:server 20:00`, after which the terms of the bouts may follow. */
static void ask_room(const struct bot_call *call)
{
	struct bot_competition terms = {0};
	char room[BOT_ID_SIZE];
	int64_t lead = LEAD;
	size_t i = 3;

	if (!bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	if (!find_room(call, room)) {
		bot_competition_say(call, BOT_KIND_TEAM, BOT_MSG_TEAM_ROOM);
		return;
	}
	if (bot_night_lead_read(call, &i, &lead) &&
		(lead < BOT_TEAM_LEAD_LEAST || lead > BOT_TEAM_LEAD_MOST)) {
		bot_competition_say(call, BOT_KIND_TEAM, BOT_MSG_TEAM_LEAD);
		return;
	}
	terms.starts = call->host->time + lead;
	if (bot_competition_terms_read(call, &bot_team_kind, i, &terms))
		bot_team_ask(call, room, &terms);
}

/* Shows the match, also to those who want to start it: it begins at its time. */
static void show(const struct bot_call *call)
{
	bot_direction_show(call, &bot_team_kind);
}

static const struct bot_competition_part parts[] = {
	{"games", BOT_WORDS, ask_room, false}, /* the word "match" means this command */
	{"challenge", BOT_WORDS, ask_room, false},
	{"accept", 2, bot_team_accept, false},
	{"decline", 2, bot_team_decline, false},
	{"start", 2, show, false},
	{"link", 2, show, false},
	{"table", 2, show, true},
};
#define PARTS (sizeof(parts) / sizeof(*parts))

void bot_run_team(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	size_t count = call->message->private ? bot_named_room_words(words) : words->count;

	if (count == 1)
		show(call);
	else if (!bot_competition_part_run(call, parts, PARTS))
		bot_ask_for_option(call, BOT_MSG_TEAM_WHICH, 1,
			"match join leave accept decline stop exclude include");
}
