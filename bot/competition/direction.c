#include "bot/competition/direction.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/question.h"
#include "bot/call/room_label.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/loading.h"
#include "bot/competition/pause.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"
#include "bot/show/muted_room.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SOON         BOT_HOUR /* a start earlier by at most this time needs no "yes" */
#define COMMAND_SIZE 48
#define NOTICE_TURNS 3 /* turns of which a fencer who stops the contest gives notice */

/* Opening */

/*
 * Counts an opening against the sender's limit. If it is reached, says how long they have to wait.
 */
static bool take_opening(const struct bot_call *call)
{
	const char *sender = call->message->sender;
	int64_t wait = 0;

	if (!bot_call_moderates(call))
		wait = bot_allowance_take(call->host, BOT_ALLOW_CONTEST, sender, sender);
	if (wait > 0)
		bot_reply(call, BOT_MSG_CONTEST_LATER, (struct bot_args){.left = wait});
	return wait == 0;
}

void bot_direction_open(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_competition *competition)
{
	const struct bot_message *message = call->message;

	if (bot_muted_room_is(call->host, message->room)) {
		bot_muted_room_tell(call, message->room);
		return;
	}
	if (!kind->may_open(call, competition) || !take_opening(call))
		return;
	memcpy(competition->room, message->room, strlen(message->room) + 1);
	memcpy(competition->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(competition->event, message->event, strlen(message->event) + 1);
	bot_contest_create(call->host, kind, competition);
}

/* Showing */

/* Whether the sender may direct the contest: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_contest *contest)
{
	const struct bot_competition *competition = &contest->competition;

	return bot_call_moderates(call) ||
	       (competition->stage < BOT_STAGE_POOLS &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

/* Adds when the contest begins, in the zone of the sender, unless it has begun. */
static void add_begin(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_competition *competition, struct bot_page *page)
{
	char until[BOT_INSTANT_SIZE];

	if (competition->stage >= BOT_STAGE_POOLS)
		return;
	bot_sheet_write_time(call->host, call->message->sender, competition->room, call->lang,
		competition->starts,
		kind->names_day ? BOT_WEEK : competition->starts - call->host->time, until);
	bot_page_say_after(page, BOT_MSG_CONTEST_BEGINS, &(struct bot_args){.until = until});
}

/* Adds how to begin the contest now, or to call it off, for somebody who may, until it begins. */
static void add_direction(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_contest *contest, struct bot_page *page)
{
	char command[BOT_WORDS_SIZE];

	if (contest->competition.stage >= BOT_STAGE_POOLS || !kind->find_start ||
		!directs(call, contest))
		return;
	struct bot_args args = bot_kind_args(call->lang, kind->id, command);
	args.prefix = bot_call_prefix(call);
	bot_page_say_after(page, BOT_MSG_CONTEST_DIRECT, &args);
}

/* Answers in private with what the sender sees of the contest. */
static void show_own(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	char label[BOT_ROOM_LABEL_SIZE];
	BOT_PAGE(page);

	bot_room_label(call, contest->competition.room, label);
	bot_write_reply(call, BOT_MSG_CONTEST_IN_ROOM, (struct bot_args){.room = label}, &page);
	if (kind->add_own) {
		kind->add_own(call, kind, contest, &page);
	} else {
		bot_entrant_add_own_bout(call, contest, &page);
		bot_page_line(&page);
		bot_sheet_add(call->host, kind, contest, call->message->sender, &page);
	}
	bot_reply_page(call, &page);
}

static void show(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	BOT_PAGE(page);

	if (call->message->private) {
		show_own(call, kind, contest);
		return;
	}
	bot_page_init(&page, call->lang);
	if (!bot_shown_message_add_link(call->host, kind, &contest->competition, &page)) {
		bot_shown_message_repeat(call->host, kind, contest);
		return;
	}
	add_begin(call, kind, &contest->competition, &page);
	add_direction(call, kind, contest, &page);
	bot_reply_page(call, &page);
}

void bot_direction_show(const struct bot_call *call, const struct bot_kind *kind)
{
	bot_competition_with(call, kind, show);
}

/* Questions */

/* Asks for a "yes" to the part of this contest: it must not answer for the room's next one. */
static void ask(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_contest *contest, const char *part, const struct bot_page *page)
{
	char command[COMMAND_SIZE];

	snprintf(command, sizeof(command), "%s %s yes #%" PRId64, kind->name, part,
		contest->competition.id);
	bot_ask_page(call, page, BOT_ASKS_YES, command);
}

/* Whether the "yes" is one to this contest, or names none. */
static bool is_asked(const struct bot_call *call, const struct bot_contest *contest)
{
	return call->words.id == 0 || call->words.id == contest->competition.id;
}

/* Starting */

/* Whether the contest can start now. If not, says why. */
static bool check_start(
	const struct bot_call *call, const struct bot_kind *kind, const struct bot_contest *contest)
{
	enum bot_stage stage = contest->competition.stage;
	size_t count = bot_contest_count(contest, BOT_ENTRANT_PRESENT);
	enum bot_msg why = BOT_MSG_COUNT;

	if (stage == BOT_STAGE_SIGN_UP)
		count += bot_contest_count(contest, BOT_ENTRANT_SIGNED_UP);
	if (stage >= BOT_STAGE_POOLS)
		why = BOT_MSG_CONTEST_BEGUN;
	else if (!directs(call, contest))
		why = BOT_MSG_CONTEST_NOT_YOURS;
	else if (count < BOT_ENTRANTS_LEAST)
		why = BOT_MSG_CONTEST_FEW;
	if (why != BOT_MSG_COUNT)
		bot_competition_say(call, kind->id, why);
	return why == BOT_MSG_COUNT;
}

static void start(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_competition *competition = &contest->competition;
	struct bot_host *host = call->host;
	bool signs_up = competition->stage == BOT_STAGE_SIGN_UP;

	if (!check_start(call, kind, contest))
		return;
	int64_t starts = kind->find_start(host, contest);
	if (starts >= competition->starts) { /* it starts as soon as it can */
		show(call, kind, contest);
		return;
	}
	competition->starts = starts;
	bot_competition_save_halves(host, competition);
	/* All have signed up a moment ago, so nobody checks in: the room should know that. */
	if (kind->check_in > 0 && signs_up && starts == host->time)
		bot_competition_say(call, kind->id, BOT_MSG_NIGHT_STARTS_WITH_ALL);
	bot_contest_run(host, kind, competition->id);
}

static void ask_to_start(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_contest *contest, int64_t span)
{
	const struct bot_competition *competition = &contest->competition;
	char until[BOT_INSTANT_SIZE], name[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(call->lang, kind->id, name);
	BOT_PAGE(page);

	args.until = until;
	args.count = (int64_t)bot_contest_count(contest, BOT_ENTRANT_SIGNED_UP);
	bot_sheet_write_time(call->host, NULL, competition->room, call->lang, competition->starts,
		kind->names_day ? BOT_WEEK : span, until);
	bot_write_reply(call, BOT_MSG_CONTEST_START, args, &page);
	ask(call, kind, contest, "start", &page);
}

static void start_or_ask(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	int64_t span = contest->competition.starts - call->host->time;

	if (span <= SOON)
		start(call, kind, contest);
	else if (check_start(call, kind, contest))
		ask_to_start(call, kind, contest, span);
}

static void start_if_asked(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	if (is_asked(call, contest))
		start(call, kind, contest);
	else
		start_or_ask(call, kind, contest);
}

void bot_direction_start(const struct bot_call *call, const struct bot_kind *kind, bool confirmed)
{
	bot_competition_with(call, kind, confirmed ? start_if_asked : start_or_ask);
}

/* Stopping */

/*
 * The sender stops a competition before it has begun: their opening of it no longer counts against
 * their limit. Once a day only, or else they could open one after the other.
 */
static void forget_opening(const struct bot_call *call, const struct bot_competition *competition)
{
	const char *sender = call->message->sender;

	if (competition->stage >= BOT_STAGE_POOLS || strcmp(competition->organiser, sender) != 0)
		return;
	if (bot_allowance_take(call->host, BOT_ALLOW_REOPEN, sender, sender) > 0)
		return;
	bot_allowance_give_back(call->host, BOT_ALLOW_CONTEST, sender, sender);
}

static bool check_stop(
	const struct bot_call *call, const struct bot_kind *kind, const struct bot_contest *contest)
{
	bool may = directs(call, contest);

	if (!may)
		bot_competition_say(call, kind->id, BOT_MSG_CONTEST_NOT_YOURS);
	return may;
}

/*
 * When the contest ends if the sender stops it now. Whoever fences in it, or directs one of two
 * teams, gives notice, for longer than they could hold up the bout in which they lead.
 */
static int64_t find_end(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	const struct bot_competition *competition = &contest->competition;
	const struct bot_entrant *own = bot_contest_find(contest, call->message->sender);
	int64_t notice = NOTICE_TURNS * competition->clock, ends = call->host->time;

	if (kind->notice_always || (own && own->state == BOT_ENTRANT_PRESENT))
		ends += notice > kind->notice ? notice : kind->notice;
	return competition->ends > 0 && competition->ends < ends ? competition->ends : ends;
}

/* Sets what the messages about the end of the contest need. */
static struct bot_args end_args(const struct bot_call *call, const struct bot_kind *kind,
	int64_t ends, char name[BOT_WORDS_SIZE], char until[BOT_INSTANT_SIZE])
{
	struct bot_args args = bot_kind_args(call->lang, kind->id, name);

	bot_sheet_write_time(
		call->host, NULL, call->message->room, call->lang, ends, BOT_WEEK, until);
	args.until = until;
	return args;
}

/* The part that a "yes" confirms: to call the contest off, or to end it with a result. */
static const char *find_stop(const struct bot_contest *contest)
{
	return contest->competition.stage < BOT_STAGE_POOLS ? "cancel" : "stop";
}

static void ask_to_stop(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	char name[BOT_WORDS_SIZE], until[BOT_INSTANT_SIZE];
	enum bot_msg question = BOT_MSG_CONTEST_STOP;
	BOT_PAGE(page);

	if (!check_stop(call, kind, contest))
		return;
	int64_t ends = find_end(call, kind, contest);
	if (contest->competition.stage >= BOT_STAGE_POOLS)
		question = ends > call->host->time ? kind->end_later : BOT_MSG_CONTEST_END;
	bot_write_reply(call, question, end_args(call, kind, ends, name, until), &page);
	ask(call, kind, contest, find_stop(contest), &page);
}

/*
 * Ends a contest that has begun at `ends`: now, or later, so that its fencers hear of it before.
 */
static void end_early(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_contest *contest, int64_t ends)
{
	struct bot_competition *competition = &contest->competition;

	competition->ends = ends;
	bot_pause_end(call->host, competition); /* no bout could begin in the pause */
	bot_competition_save_halves(call->host, competition);
	if (competition->ends > call->host->time)
		bot_shown_message_show(call->host, kind, contest, false);
	bot_contest_run(call->host, kind, competition->id);
}

/* Whether the "yes" is for a contest that has not begun, and this one has. */
static bool comes_late(const struct bot_call *call, const struct bot_contest *contest)
{
	return contest->competition.stage >= BOT_STAGE_POOLS &&
	       bot_words_mean(call->words.word[1], "cancel");
}

static void stop(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_competition *competition = &contest->competition;
	char name[BOT_WORDS_SIZE], until[BOT_INSTANT_SIZE];
	BOT_PAGE(page);

	if (!is_asked(call, contest) || comes_late(call, contest)) {
		ask_to_stop(call, kind, contest);
		return;
	}
	if (!check_stop(call, kind, contest))
		return;
	forget_opening(call, competition);
	bool begun = competition->stage >= BOT_STAGE_POOLS;
	int64_t ends = find_end(call, kind, contest);
	bot_write_reply(call,
		begun && ends > call->host->time ? BOT_MSG_CONTEST_ENDS : BOT_MSG_CONTEST_STOPPED,
		end_args(call, kind, ends, name, until), &page);
	if (competition->again)
		bot_page_say_after(&page, BOT_MSG_SEASON_NO_MORE,
			&(struct bot_args){.prefix = call->host->prefix});
	bot_reply_page(call, &page);
	competition->again = false;
	if (begun)
		end_early(call, kind, contest, ends);
	else
		bot_contest_stop(call->host, kind, contest);
}

void bot_direction_stop(const struct bot_call *call, const struct bot_kind *kind, bool confirmed)
{
	bot_competition_with(call, kind, confirmed ? stop : ask_to_stop);
}
