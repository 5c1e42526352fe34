#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/call.h"
#include "bot/call/question.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/commands/competition_part.h"
#include "bot/commands/night_time.h"
#include "bot/competition/check_in.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/direction.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"
#include "bot/competition/night_kind.h"
#include "bot/competition/pause.h"
#include "bot/competition/podium.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/competition/weekly.h"
#include "bot/match/clock_words.h"
#include "bot/text/day_time.h"
#include "bot/text/words.h"

#define NEXT_MOST 4 /* bouts */
#define LIST_SIZE 4096

/* Adds a line with these bouts, if there are any. */
static void add_bouts(const struct bot_call *call, struct bot_contest *night,
	enum bot_bout_state state, struct bot_page *page)
{
	bool waits = state == BOT_BOUT_WAITS;
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	/* The bouts that wait are in the order in which they begin, as far as fencers are free. */
	bot_sheet_list_bouts(call->host, night,
		(struct bot_bout_filter){-1, (int)state, waits ? NEXT_MOST : BOT_CONTEST_BOUTS},
		&text);
	if (text.used == 0)
		return;
	if (page->body.used > 0)
		bot_page_line(page);
	if (waits)
		bot_page_say(page, BOT_MSG_NIGHT_UPCOMING, &(struct bot_args){.words = list});
	else
		bot_sheet_add_line(page, BOT_MSG_CONTEST_LINE, BOT_MSG_WEB_NIGHT_NOW, 0, list);
}

static void show_bouts(const struct bot_call *call, struct bot_contest *night)
{
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	add_bouts(call, night, BOT_BOUT_FENCED, &page);
	add_bouts(call, night, BOT_BOUT_WAITS, &page);
	if (page.body.used == 0) { /* all bouts have ended, and a pause goes on */
		bot_direction_show(call, &bot_night_kind);
		return;
	}
	bot_pause_add(call->host, &night->competition, &page);
	bot_reply_page(call, &page);
}

static void show_if_begun(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *night)
{
	if (night->competition.stage < BOT_STAGE_POOLS)
		bot_direction_show(call, kind);
	else
		show_bouts(call, night);
}

/*
 * Answers with the bouts that are fenced now and the next ones. Before the start, shows the night.
 */
static void show_upcoming(const struct bot_call *call)
{
	bot_competition_with(call, &bot_night_kind, show_if_begun);
}

/*
 * Says in the room when the night begins now, and mentions those who have signed up. A second move
 * soon after the first one rings nobody: 64 people are not to hear of each change of mind.
 */
static void tell(struct bot_host *host, const struct bot_contest *night)
{
	const struct bot_competition *competition = &night->competition;
	char *ids = bot_scratch(BOT_CONTEST_ROWS * BOT_ID_SIZE);
	struct bot_letter letter = {.to = competition->room};
	char until[BOT_INSTANT_SIZE];
	BOT_PAGE(page);

	if (bot_allowance_take(host, BOT_ALLOW_MOVE, BOT_EVERYONE, competition->room) == 0) {
		bot_check_in_list(night, ids);
		letter.ring = BOT_RING;
		letter.mentions = ids;
	}
	const struct bot_lang *lang = bot_language_of_room(host, competition->room);
	bot_sheet_write_time(host, NULL, competition->room, lang, competition->starts,
		competition->starts - host->time, until);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_NIGHT_MOVED, &(struct bot_args){.until = until});
	bot_send(host, letter, &page, NULL);
}

/*
 * Moves the plan of a weekly night, too. Otherwise the night would go back to the usual time when
 * the bot sets its start again. A night that begins earlier may keep its plan.
 */
static void move_plan(struct bot_host *host, const struct bot_competition *competition)
{
	int64_t now = bot_time_wall(host);
	int64_t starts = now + competition->starts - host->time;
	struct bot_weekly_night weekly;

	if (!bot_weekly_night_get(host->store, competition->room, &weekly))
		return;
	if (!weekly.open || weekly.competition != competition->id || starts <= weekly.starts)
		return;
	weekly.starts = starts;
	weekly.due = starts - BOT_HOUR > now ? starts - BOT_HOUR : starts;
	bot_weekly_night_save(host->store, &weekly);
}

static void move(struct bot_host *host, struct bot_contest *night, int64_t starts)
{
	struct bot_competition *competition = &night->competition;

	competition->starts = starts;
	bot_competition_set_due(host, &bot_night_kind, competition);
	bot_shown_message_show(host, &bot_night_kind, night, false);
	move_plan(host, competition);
	tell(host, night);
}

/*
 * Moves the room's night to the time `starts`, in the host's time, and tells its entrants once.
 * Returns false, and does nothing, if there is none whose sign-up goes on, or if the sender does
 * not moderate the room.
 */
static bool move_start(const struct bot_call *call, int64_t starts)
{
	struct bot_competition competition;

	if (!bot_competition_find_live(call, BOT_KIND_NIGHT, &competition) ||
		competition.stage != BOT_STAGE_SIGN_UP || !bot_call_moderates(call))
		return false;
	struct bot_contest *night = bot_competition_load(call->host, competition.id);
	if (night)
		move(call->host, night, starts);
	return night != NULL;
}

/*
 * Reads "friday 20:00" or "friday evening at 8pm": one word may stand between the two. *i becomes
 * the next word, or any if there is no such time.
 */
static bool read_when(const struct bot_words *words, size_t *i, struct bot_weekly_night *weekly)
{
	struct bot_night_time time;
	size_t end = *i, later = *i + 2;
	struct bot_named_day day;

	if (bot_night_time_read(words, &end, &time) && time.day < BOT_DAY_ANY) {
		*i = end;
	} else if (bot_named_day_read(words, i, &day) && day.day < BOT_DAY_ANY &&
		   bot_night_time_read(words, &later, &time) && time.day == BOT_DAY_ANY) {
		time.day = day.day;
		*i = later;
	} else {
		return false;
	}
	weekly->weekday = (uint8_t)time.day;
	weekly->minute = (uint16_t)time.minute;
	return true;
}

/* Says what is missing, and in which time zone the time is. */
static void reply_which(const struct bot_call *call)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(call->host, call->message->room, zone);
	bot_reply(call, BOT_MSG_NIGHT_EVERY_WHICH, (struct bot_args){.name = zone});
}

/* Runs `night every friday 20:00`, after which the terms of the nights may follow. */
static void hold_weekly(const struct bot_call *call)
{
	struct bot_weekly_night weekly = {0};
	struct bot_competition terms = {0};
	size_t i = 2;

	if (!bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	if (!read_when(&call->words, &i, &weekly)) {
		reply_which(call);
		return;
	}
	if (!bot_competition_terms_read(call, &bot_night_kind, i, &terms))
		return;
	weekly.rules = terms.rules;
	weekly.clock = terms.clock;
	weekly.third_place = terms.third_place;
	bot_weekly_begin(call, &weekly);
}

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
	if (i == call->words.count && move_start(call, competition.starts))
		return;
	if (bot_competition_terms_read(call, &bot_night_kind, i, &competition))
		bot_direction_open(call, &bot_night_kind, &competition);
}

/* Adds the podium of the room's last night, and a line end, if there is one. */
static void add_last(const struct bot_call *call, struct bot_page *page)
{
	struct bot_contest *night =
		bot_competition_load_last(call->host, call->message->room, BOT_KIND_NIGHT);

	if (night)
		bot_podium_add_last(call->host, night, page);
	if (page->body.used > 0)
		bot_page_line(page);
}

/* Shows the night, or when the next weekly one is, or asks whether to open one. */
static void show(const struct bot_call *call)
{
	struct bot_competition competition;
	BOT_PAGE(page);

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
	{"every", BOT_WORDS, hold_weekly, false},
	{"never", 2, bot_weekly_end, false},
	{"next", 2, show_upcoming, true},
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
	count = bot_store_match_find(call->host->store, &own, &match, 1);
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
		/* People see their night or that of their room, sign up, check in, and leave it. */
		if (bot_named_room_words(&call->words) == 1)
			bot_direction_show(call, &bot_night_kind);
		else
			bot_competition_part_run(call, parts, PARTS);
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
