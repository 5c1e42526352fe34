#include "bot/competition/direction.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/call/question.h"
#include "bot/call/room_label.h"
#include "bot/competition/progress.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"
#include "bot/show/muted_room.h"

#include <stdio.h>
#include <string.h>

#define SOON         BOT_HOUR /* a start earlier by at most this time needs no "yes" */
#define LIST_SIZE    256
#define COMMAND_SIZE 32

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

/* Adds when the contest begins, in the zone of the sender, unless it has begun. */
static void add_begin(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_competition *competition, struct bot_page *page)
{
	char until[BOT_INSTANT_SIZE];

	if (competition->stage >= BOT_STAGE_POOLS)
		return;
	bot_room_time_write(call->host, call->message->sender, competition->room, call->lang,
		competition->starts,
		kind->names_day ? BOT_WEEK : competition->starts - call->host->time, until);
	bot_page_space(page);
	bot_page_say(page, BOT_MSG_CONTEST_BEGINS, &(struct bot_args){.until = until});
}

static void show(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	char label[BOT_ROOM_LABEL_SIZE];
	struct bot_page page;

	if (call->message->private) {
		bot_room_label(call, contest->competition.room, label);
		bot_write_reply(
			call, BOT_MSG_CONTEST_IN_ROOM, (struct bot_args){.room = label}, &page);
		kind->add_own(call, kind, contest, &page);
		bot_reply_page(call, &page);
		return;
	}
	bot_page_init(&page, call->lang);
	if (!bot_shown_message_add_link(call->host, kind, &contest->competition, &page)) {
		bot_shown_message_show(call->host, kind, contest, true);
		return;
	}
	add_begin(call, kind, &contest->competition, &page);
	bot_reply_page(call, &page);
}

void bot_direction_show(const struct bot_call *call, const struct bot_kind *kind)
{
	bot_competition_with(call, kind, show);
}

/* Starting */

/* Whether the sender may direct the contest: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_contest *contest)
{
	const struct bot_competition *competition = &contest->competition;

	return bot_call_moderates(call) ||
	       (competition->stage < BOT_STAGE_POOLS &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

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
	bot_must(bot_competition_save(host->store, competition));
	/* All have signed up a moment ago, so nobody checks in: the room should know that. */
	if (kind->check_in > 0 && signs_up && starts == host->time)
		bot_competition_say(call, kind->id, BOT_MSG_NIGHT_STARTS_WITH_ALL);
	bot_contest_run(host, kind, competition->id);
}

static void ask_to_start(const struct bot_call *call, const struct bot_kind *kind,
	const struct bot_contest *contest, int64_t span)
{
	const struct bot_competition *competition = &contest->competition;
	char until[BOT_INSTANT_SIZE], name[BOT_WORDS_SIZE], command[COMMAND_SIZE];
	struct bot_args args = bot_kind_args(call->lang, kind->id, name);

	args.until = until;
	args.count = (int64_t)bot_contest_count(contest, BOT_ENTRANT_SIGNED_UP);
	bot_room_time_write(call->host, NULL, competition->room, call->lang, competition->starts,
		kind->names_day ? BOT_WEEK : span, until);
	snprintf(command, sizeof(command), "%s start yes", kind->name);
	bot_ask(call, BOT_MSG_CONTEST_START, args, command);
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

void bot_direction_start(const struct bot_call *call, const struct bot_kind *kind, bool confirmed)
{
	bot_competition_with(call, kind, confirmed ? start : start_or_ask);
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

/* Adds the matches of the bouts that the sender fences now, if there are any. */
static void add_own_bouts(
	const struct bot_call *call, struct bot_contest *contest, struct bot_page *page)
{
	const struct bot_entrant *own = bot_contest_find(contest, call->message->sender);
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t i = 0; own && i < contest->bouts; i++) {
		const struct bot_bout *bout = &contest->bout[i];

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
	bot_page_say(page, BOT_MSG_CONTEST_STOP_OWN, &(struct bot_args){.words = list});
}

static bool check_stop(
	const struct bot_call *call, const struct bot_kind *kind, const struct bot_contest *contest)
{
	bool may = directs(call, contest);

	if (!may)
		bot_competition_say(call, kind->id, BOT_MSG_CONTEST_NOT_YOURS);
	return may;
}

static void ask_to_stop(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	char name[BOT_WORDS_SIZE], command[COMMAND_SIZE];
	struct bot_page page;

	if (!check_stop(call, kind, contest))
		return;
	bot_write_reply(
		call, BOT_MSG_CONTEST_STOP, bot_kind_args(call->lang, kind->id, name), &page);
	add_own_bouts(call, contest, &page);
	snprintf(command, sizeof(command), "%s stop yes", kind->name);
	bot_ask_page(call, &page, BOT_ASKS_YES, command);
}

static void stop(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	char name[BOT_WORDS_SIZE];
	struct bot_page page;

	if (!check_stop(call, kind, contest))
		return;
	forget_opening(call, &contest->competition);
	bot_contest_stop(call->host, kind, contest, call->message->sender);
	bot_write_reply(
		call, BOT_MSG_CONTEST_STOPPED, bot_kind_args(call->lang, kind->id, name), &page);
	if (contest->competition.again) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_SEASON_NO_MORE,
			&(struct bot_args){.prefix = call->host->prefix});
	}
	bot_reply_page(call, &page);
}

void bot_direction_stop(const struct bot_call *call, const struct bot_kind *kind, bool confirmed)
{
	bot_competition_with(call, kind, confirmed ? stop : ask_to_stop);
}
