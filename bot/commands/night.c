#include "bot/commands/night.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/call/question.h"
#include "bot/commands/competition_part.h"
#include "bot/commands/night_terms.h"
#include "bot/commands/night_time.h"
#include "bot/commands/weekly_night.h"
#include "bot/competition/loading.h"
#include "bot/competition/own_competition.h"
#include "bot/competition/room_competition.h"
#include "bot/match/clock_words.h"
#include "bot/night/direction.h"
#include "bot/night/entry.h"
#include "bot/night/new_start.h"
#include "bot/night/pause.h"
#include "bot/night/podium.h"
#include "bot/night/upcoming.h"
#include "bot/night/weekly.h"
#include "bot/text/words.h"

#include <stdlib.h>

/*
 * Opens a night that begins after `lead`. Its terms stand from the word `i` on. If there are none,
 * a moderator may also move the night of the room to this time.
 */
static enum bot_error open(const struct bot_call *call, int64_t lead, size_t i)
{
	struct bot_competition competition = {.starts = call->host->time + lead};
	struct bot_night_terms terms;
	bool read = false, moved = false;

	if (lead < BOT_NIGHT_LEAD_LEAST || lead > BOT_NIGHT_LEAD_MOST)
		return bot_reply(call, BOT_MSG_NIGHT_LEAD, (struct bot_args){0});
	enum bot_error error = BOT_OK;
	if (i == call->words.count)
		error = bot_night_move_start(call, competition.starts, &moved);
	if (!error && !moved)
		error = bot_night_read_terms(call, i, &terms, &read);
	if (error || !read)
		return error;
	competition.rules = terms.rules;
	competition.clock = terms.clock;
	competition.third_place = terms.third_place;
	return bot_night_open(call, &competition);
}

/* Adds the podium of the room's last night, and a line end, if there is one. */
static enum bot_error add_last(const struct bot_call *call, struct bot_page *page)
{
	struct bot_competition competition;
	struct bot_night *night = NULL;

	enum bot_error error = bot_competition_find(
		call->host->store, call->message->room, BOT_KIND_NIGHT, &competition);
	if (!error)
		error = bot_competition_load(call->host, competition.id, &night);
	if (!error)
		error = bot_podium_add_last(call->host, night, page);
	free(night);
	if (page->body.used > 0)
		bot_page_line(page);
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

/* Shows the night, or when the next weekly one is, or asks whether to open one. */
static enum bot_error show(const struct bot_call *call)
{
	struct bot_competition competition;
	struct bot_page page;
	bool found = false;

	enum bot_error error = bot_competition_find_live(call, BOT_KIND_NIGHT, &competition);
	if (error)
		return error;
	if (competition.id != 0)
		return bot_night_show(call);
	bot_page_init(&page, call->lang);
	error = add_last(call, &page);
	if (!error)
		error = bot_weekly_show(call, &page, &found);
	if (error)
		return error;
	if (found)
		return bot_reply_page(call, &page);
	bot_page_say(
		&page, BOT_MSG_NIGHT_OPEN, &(struct bot_args){.prefix = bot_call_prefix(call)});
	return bot_ask_page(call, &page, BOT_ASKS_YES, "night 15m");
}

static enum bot_error start(const struct bot_call *call)
{
	return bot_night_start(call, bot_competition_part_is_confirmed(call));
}

static enum bot_error stop(const struct bot_call *call)
{
	return bot_night_stop(call, bot_competition_part_is_confirmed(call));
}

/* Begins a pause, which takes the usual time if no time follows. */
static enum bot_error pause(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	int64_t length = BOT_PAUSE_USUAL;

	if (words->count > 2 && !(words->count == 3 && bot_clock_read(words->word[2], &length)) &&
		!(words->count == 4 &&
			bot_clock_read_span(words->word[2], words->word[3], &length)))
		length = 0; /* too short, so the bot says how long a pause may be */
	return bot_night_pause(call, length);
}

static enum bot_error exclude(const struct bot_call *call)
{
	return bot_people_run(call, BOT_MSG_NIGHT_EXCLUDE_WHO, bot_night_exclude);
}

/* Lets the sender leave; or somebody else whom they name, as moderators can. */
static enum bot_error leave(const struct bot_call *call)
{
	if (bot_people_names_another(call))
		return exclude(call);
	return bot_night_leave(call, bot_competition_part_is_confirmed(call));
}

static enum bot_error include(const struct bot_call *call)
{
	return bot_people_run(call, BOT_MSG_NIGHT_INCLUDE_WHO, bot_night_include);
}

/* Gives everybody who asks a link to the pool sheets and the tableau, as `board link` does. */
static enum bot_error make_link(const struct bot_call *call)
{
	return bot_competition_part_link(call, BOT_KIND_NIGHT);
}

static const struct bot_competition_part parts[] = {
	{"join", 2, bot_night_join},
	{"leave", 3, leave},
	{"start", 3, start},
	{"pause", 4, pause},
	{"resume", 2, bot_night_resume},
	{"stop", 3, stop},
	{"cancel", 3, stop},
	{"every", BOT_WORDS, bot_night_hold_weekly},
	{"never", 2, bot_weekly_end},
	{"exclude", 2 + BOT_PEOPLE_WORDS, exclude},
	{"include", 2 + BOT_PEOPLE_WORDS, include},
	{"link", 2, make_link},
	{"next", 2, bot_night_upcoming},
};

/*
 * In private, people see the night in which they take part, check in, and leave it. All else
 * belongs to the room of the night.
 */
static enum bot_error run_private(struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	size_t count = bot_own_competition_words(words);

	if (count == 1)
		return bot_night_show(call);
	if (count == 2 && bot_words_mean(words->word[1], "join"))
		return bot_night_join(call);
	if (count == 2 && bot_words_mean(words->word[1], "next"))
		return bot_night_upcoming(call);
	if (count <= 3 && bot_words_mean(words->word[1], "leave") &&
		(count == 2 || bot_words_is_yes(words->word[2])))
		return leave(call);
	return bot_reply_room_only(call);
}

enum bot_error bot_night_is_meant(const struct bot_call *call, bool *meant)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter own = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_PLAYING};
	struct bot_competition competition;
	struct bot_match match;
	size_t count = 0;

	*meant = false;
	if (message->private || call->words.count > 1 || call->words.id != 0 || message->reply_to ||
		!bot_call_moderates(call))
		return BOT_OK;
	enum bot_error error = bot_competition_find_live(call, BOT_KIND_NIGHT, &competition);
	if (error || competition.id == 0 || competition.stage < BOT_STAGE_POOLS)
		return error;
	error = bot_store_match_find(call->host->store, &own, &match, 1, &count);
	*meant = !error && count == 0;
	return error;
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

enum bot_error bot_run_night(struct bot_call *call)
{
	size_t i = skip_move(&call->words);
	int64_t lead = 0;
	bool read = false, found;

	if (call->message->private)
		return run_private(call);
	if (call->words.count == 1)
		return show(call);
	enum bot_error error = bot_night_lead_read(call, &i, &lead, &read);
	if (error || read)
		return error ? error : open(call, lead, i);
	if (bot_night_lacks_time(&call->words, 1))
		return bot_reply(call, BOT_MSG_NIGHT_WHAT_TIME, (struct bot_args){0});
	error = bot_competition_part_run(call, parts, sizeof(parts) / sizeof(parts[0]), &found);
	if (error || found)
		return error;
	return bot_ask_for_option(call, BOT_MSG_NIGHT_WHICH, 1,
		"join leave start stop pause resume exclude include every never link next");
}
