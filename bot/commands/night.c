#include "bot/commands/night.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/commands/competition_part.h"
#include "bot/commands/competition_terms.h"
#include "bot/commands/night_time.h"
#include "bot/commands/weekly_night.h"
#include "bot/competition/direction.h"
#include "bot/competition/loading.h"
#include "bot/competition/new_start.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/own_competition.h"
#include "bot/competition/pause.h"
#include "bot/competition/podium.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/upcoming.h"
#include "bot/competition/weekly.h"
#include "bot/match/clock_words.h"
#include "bot/text/words.h"

/*
 * Opens a night that begins after `lead`. Its terms stand from the word `i` on. If there are none,
 * a moderator may also move the night of the room to this time.
 */
static void open(const struct bot_call *call, int64_t lead, size_t i)
{
	struct bot_competition competition = {.starts = call->host->time + lead};

	if (lead < BOT_NIGHT_LEAD_LEAST || lead > BOT_NIGHT_LEAD_MOST) {
		bot_reply(call, BOT_MSG_NIGHT_LEAD, (struct bot_args){0});
		return;
	}
	if (i == call->words.count && bot_night_move_start(call, competition.starts))
		return;
	if (bot_competition_terms_read(call, &bot_night_kind, i, &competition))
		bot_direction_open(call, &bot_night_kind, &competition);
}

/* Adds the podium of the room's last night, and a line end, if there is one. */
static void add_last(const struct bot_call *call, struct bot_page *page)
{
	struct bot_competition competition;
	struct bot_contest *night = NULL;

	if (bot_sound(bot_competition_find(
		    call->host->store, call->message->room, BOT_KIND_NIGHT, &competition)))
		night = bot_competition_load(call->host, competition.id);
	if (night)
		bot_podium_add_last(call->host, night, page);
	if (page->body.used > 0)
		bot_page_line(page);
}

/* Shows the night, or when the next weekly one is, or asks whether to open one. */
static void show(const struct bot_call *call)
{
	struct bot_competition competition;
	struct bot_page page;

	if (bot_competition_find_live(call, BOT_KIND_NIGHT, &competition)) {
		bot_direction_show(call, &bot_night_kind);
		return;
	}
	bot_page_init(&page, call->lang);
	add_last(call, &page);
	if (bot_weekly_show(call, &page)) {
		bot_reply_page(call, &page);
		return;
	}
	bot_page_say(
		&page, BOT_MSG_NIGHT_OPEN, &(struct bot_args){.prefix = bot_call_prefix(call)});
	bot_ask_page(call, &page, BOT_ASKS_YES, "night 15m");
}

/* Begins a pause, which takes the usual time if no time follows. */
static void pause(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int64_t length = BOT_PAUSE_USUAL;

	if (words->count > 2 && !(words->count == 3 && bot_clock_read(words->word[2], &length)) &&
		!(words->count == 4 &&
			bot_clock_read_span(words->word[2], words->word[3], &length)))
		length = 0; /* too short, so the bot says how long a pause may be */
	bot_night_pause(call, length);
}

static const struct bot_competition_part parts[] = {
	{"pause", 4, pause, false},
	{"resume", 2, bot_night_resume, false},
	{"every", BOT_WORDS, bot_night_hold_weekly, false},
	{"never", 2, bot_weekly_end, false},
	{"next", 2, bot_night_upcoming, true},
};
#define PARTS (sizeof(parts) / sizeof(*parts))

bool bot_night_is_meant(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter own = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_PLAYING};
	struct bot_competition competition;
	struct bot_match match;
	size_t count = 0;

	if (message->private || call->words.count > 1 || call->words.id != 0 || message->reply_to ||
		!bot_call_moderates(call))
		return false;
	if (!bot_competition_find_live(call, BOT_KIND_NIGHT, &competition) ||
		competition.stage < BOT_STAGE_POOLS)
		return false;
	bot_must(bot_store_match_find(call->host->store, &own, &match, 1, &count));
	return count == 0;
}

/* In "night move 21:00" and "move the night to 21:00", these words say nothing: the time does. */
static size_t skip_move(const struct bot_words *words)
{
	size_t i = 1;

	while (i + 1 < words->count && (bot_words_mean(words->word[i], "postpone") ||
					       bot_words_mean(words->word[i], "play") ||
					       bot_words_mean(words->word[i], "to")))
		i++;
	return i;
}

void bot_run_night(struct bot_call *call)
{
	size_t i = skip_move(&call->words);
	int64_t lead;

	if (call->message->private) {
		/* People see the night in which they take part, check in, and leave it. */
		if (bot_own_competition_words(&call->words) == 1)
			bot_direction_show(call, &bot_night_kind);
		else
			bot_competition_part_run_private(call, parts, PARTS);
		return;
	}
	if (call->words.count == 1) {
		show(call);
		return;
	}
	if (bot_night_lead_read(call, &i, &lead)) {
		open(call, lead, i);
		return;
	}
	if (bot_night_lacks_time(&call->words, 1)) {
		bot_reply(call, BOT_MSG_NIGHT_WHAT_TIME, (struct bot_args){0});
		return;
	}
	if (bot_words_mean(call->words.word[1], "join") &&
		!bot_competition_goes_on(call, BOT_KIND_NIGHT) && bot_weekly_is_held(call))
		show(call);
	else if (!bot_competition_part_run(call, parts, PARTS))
		bot_ask_for_option(call, BOT_MSG_NIGHT_WHICH, 1,
			"join leave start stop pause resume exclude include every never link next");
}
