#include "bot/competition/team_kind.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/people.h"
#include "bot/club/team.h"
#include "bot/competition/bouts.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/entry.h"
#include "bot/competition/kind_parts.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"

#include <string.h>

static void say(const struct bot_call *call, enum bot_msg msg)
{
	bot_competition_say(call, BOT_KIND_TEAM, msg);
}

/* Asking */

/* Whether the sender may write in the room, in which the bot is to write for them. */
static bool may_write(const struct bot_call *call, const char *room)
{
	const struct bot_message message = {.room = room, .sender = call->message->sender};
	const struct bot_call there = {.host = call->host, .message = &message};

	return bot_people_sender_may_write(&there);
}

/*
 * Counts a question of the sender to a room, against their own limit and against the limit of what
 * people of other rooms may have the bot write in this one (bot/challenge/lobby.h). Returns 0, or
 * the milliseconds until they may ask. Moderators have to wait, too: each question disturbs people
 * of another room.
 */
static int64_t take_allowances(const struct bot_call *call, const char *room)
{
	const char *sender = call->message->sender;
	int64_t wait = bot_allowance_take(call->host, BOT_ALLOW_CONTEST, sender, sender);

	if (wait == 0 && bot_origin_share_is_newcomer(call->host, sender))
		wait = bot_allowance_take(call->host, BOT_ALLOW_LOBBY_NEW, BOT_EVERYONE, room);
	return wait > 0 ? wait
			: bot_allowance_take(call->host, BOT_ALLOW_LOBBY, BOT_EVERYONE, room);
}

/*
 * Whether the sender may ask the room. If not, says why. If so, the question counts against their
 * limit.
 */
static bool take_question(const struct bot_call *call, const char *room)
{
	struct bot_competition other;
	enum bot_msg why = BOT_MSG_COUNT;
	int64_t wait = 0;

	if (!bot_competition_is_seen(call->host, room) ||
		!bot_competition_is_seen(call->host, call->message->room))
		why = BOT_MSG_TEAM_ROOM;
	else if (!may_write(call, room))
		why = BOT_MSG_SILENCED;
	else if (bot_competition_find_live(call, BOT_KIND_TEAM, &other))
		why = BOT_MSG_TEAM_HERE;
	else if (bot_competition_find_live_in(call->host, room, BOT_KIND_TEAM, &other))
		why = BOT_MSG_TEAM_THERE;
	else
		wait = take_allowances(call, room);
	if (wait > 0)
		bot_reply(call, BOT_MSG_TEAM_LATER, (struct bot_args){.left = wait});
	else if (why != BOT_MSG_COUNT)
		say(call, why);
	return wait == 0 && why == BOT_MSG_COUNT;
}

/*
 * Stores both halves, the first one first: its id is the smaller one. Its `partner` is stored only
 * when the caller shows the competition.
 */
static void add_halves(struct bot_host *host, struct bot_competition *competition, const char *room)
{
	bot_competition_add(host->store, competition);
	struct bot_competition other = *competition;
	memcpy(other.room, room, strlen(room) + 1);
	other.partner = competition->id;
	bot_competition_add(host->store, &other);
	competition->partner = other.id;
}

void bot_team_ask(
	const struct bot_call *call, const char *room, const struct bot_competition *terms)
{
	struct bot_contest *contest = bot_scratch(sizeof(*contest));
	struct bot_competition *competition = &contest->competition;
	const struct bot_message *message = call->message;

	if (!take_question(call, room))
		return;
	*competition = *terms;
	competition->kind = BOT_KIND_TEAM;
	memcpy(competition->room, message->room, strlen(message->room) + 1);
	memcpy(competition->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(competition->event, message->event, strlen(message->event) + 1);
	bot_lots_make_secret(call->host, competition);
	bot_competition_set_due(call->host, &bot_team_kind, competition);
	add_halves(call->host, competition, room);
	bot_shown_message_show(call->host, &bot_team_kind, contest, true);
}

/* Answering */

static bool waits(const struct bot_competition *competition)
{
	return !competition->agreed && bot_competition_which_half(competition) == 1;
}

bool bot_team_waits(const struct bot_call *call)
{
	struct bot_competition competition;

	return !call->message->private && bot_call_moderates(call) &&
	       bot_competition_find_live(call, BOT_KIND_TEAM, &competition) && waits(&competition);
}

/* Whether the contest waits for the answer of this room. If not, says why. */
static bool check_answer(const struct bot_call *call, const struct bot_competition *competition)
{
	if (!waits(competition))
		say(call, competition->agreed ? BOT_MSG_TEAM_AGREED : BOT_MSG_TEAM_NOT_AGREED);
	return waits(competition);
}

static void accept(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_competition *competition = &contest->competition;
	int64_t least = call->host->time + BOT_TEAM_LEAD_LEAST;

	if (!check_answer(call, competition))
		return;
	competition->agreed = true;
	if (competition->starts < least)
		competition->starts = least;
	bot_competition_set_due(call->host, kind, competition);
	bot_shown_message_show(call->host, kind, contest, true);
}

void bot_team_accept(const struct bot_call *call)
{
	if (bot_call_moderates(call))
		bot_competition_with(call, &bot_team_kind, accept);
	else
		say(call, BOT_MSG_MODERATORS_ONLY);
}

static void decline(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_host *host = call->host;
	struct bot_competition other;

	if (!check_answer(call, &contest->competition))
		return;
	bot_contest_stop(host, kind, contest);
	say(call, BOT_MSG_TEAM_DECLINED);
	if (bot_competition_load_other_half(host, &contest->competition, &other))
		bot_send_to_room(host, (struct bot_letter){.to = other.room}, BOT_MSG_TEAM_DECLINED,
			(struct bot_args){0});
}

void bot_team_decline(const struct bot_call *call)
{
	if (bot_call_moderates(call))
		bot_competition_with(call, &bot_team_kind, decline);
	else
		say(call, BOT_MSG_MODERATORS_ONLY);
}

/* The start */

/* Whether the bot can still write in both rooms, and both have enough fencers. */
static bool is_possible(const struct bot_run *run)
{
	const struct bot_competition *own = &run->contest->competition;
	struct bot_competition other;

	return bot_competition_load_other_half(run->host, own, &other) &&
	       bot_competition_is_seen(run->host, own->room) &&
	       bot_competition_is_seen(run->host, other.room) &&
	       bot_team_size(run->contest, 0) >= BOT_TEAM_LEAST &&
	       bot_team_size(run->contest, 1) >= BOT_TEAM_LEAST;
}

static void begin(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;
	double rating[BOT_CONTEST_ROWS] = {0};

	if (!bot_run_may_begin(run))
		return;
	/* Nobody needs to hear loudly of a question that has got no answer. */
	run->as_new = competition->agreed;
	if (competition->agreed)
		bot_entry_close(run->host, run->contest);
	if (!competition->agreed || !is_possible(run)) {
		bot_competition_end(run->host, competition);
		return;
	}
	for (size_t i = 0; i < run->contest->entrants; i++)
		rating[i] = bot_entrant_rating(run->host, &run->contest->entrant[i]);
	bot_team_set_boards(run->contest, rating);
	competition->stage = BOT_STAGE_POOLS;
}

/* The bouts */

/*
 * Ends each waiting bout that can't be fenced any more. If one fencer is left, they win it with all
 * touches.
 */
static void end_impossible(struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];
		bool present[2];

		for (size_t j = 0; j < 2; j++)
			present[j] = bot_contest_is_present(contest, bout->entrant[j]);
		if (bout->state != BOT_BOUT_WAITS || (present[0] && present[1]))
			continue;
		bout->state = BOT_BOUT_ENDED;
		if (present[0] == present[1])
			continue;
		bout->winner = present[1];
		bout->touches[bout->winner] = contest->competition.rules.touches;
	}
}

/* Collects what has ended, until nothing changes any more. */
static void end_bouts(struct bot_run *run)
{
	size_t list[BOT_CONTEST_BOUTS];
	bool any = true;

	bot_entry_withdraw_barred(run->host, run->contest);
	while (any) {
		bot_bouts_collect(run->host, run->contest, list);
		any = bot_bouts_end_withdrawn(run->host, run->contest);
	}
	end_impossible(run->contest);
}

static void fence(struct bot_run *run)
{
	struct bot_contest *contest = run->contest;
	int64_t ends = contest->competition.ends;

	end_bouts(run);
	if (ends > 0 && ends <= run->host->time)
		bot_bouts_end_unfenced(run->host, contest);
	else if (bot_contest_open_bouts(contest, 0) > 0) {
		bot_bouts_begin(run->host, contest);
		run->silent = !run->as_new && !bot_competition_has_changed(contest, run->before);
		return;
	}
	run->as_new = true;
	bot_competition_end(run->host, &contest->competition);
}

/* `go_on` and `tell` of the kind */
static void go_on(struct bot_run *run)
{
	if (run->contest->competition.stage == BOT_STAGE_SIGN_UP)
		begin(run);
	if (run->contest->competition.stage == BOT_STAGE_POOLS)
		fence(run);
}

/* Tells those for whom there is no board. The others get their cards. */
static void tell(const struct bot_run *run)
{
	for (size_t i = 0; i < run->contest->entrants; i++) {
		const struct bot_entrant *entrant = &run->contest->entrant[i];

		if (run->contest->competition.stage == BOT_STAGE_POOLS &&
			run->before->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			entrant->state == BOT_ENTRANT_ABSENT && entrant->user[0] == '@')
			bot_entrant_tell_out(
				run->host, run->contest, entrant, BOT_MSG_TEAM_RESERVE);
	}
}

/* The kind */

static enum bot_msg find_clash(
	const struct bot_call *call, const struct bot_competition *competition)
{
	(void)call;
	return competition->agreed ? BOT_MSG_COUNT : BOT_MSG_TEAM_NOT_AGREED;
}

static enum bot_msg enter(const struct bot_host *host, const struct bot_competition *competition,
	struct bot_entrant *entrant)
{
	(void)host;
	(void)competition;
	(void)entrant;
	return BOT_MSG_TEAM_JOINED;
}

const struct bot_kind bot_team_kind = {.id = BOT_KIND_TEAM,
	.name = "team",
	.usage = BOT_MSG_USAGE_TEAM,
	.none = BOT_MSG_TEAM_NONE,
	.leave = BOT_MSG_TEAM_LEAVE,
	.clock = 2 * BOT_MINUTE,
	.clock_least = 1,
	.clock_most = 10 * BOT_MINUTE,
	.wrong_clock = BOT_MSG_TEAM_CLOCK,
	.notice = 10 * BOT_MINUTE,
	.notice_always = true,
	.end_later = BOT_MSG_TEAM_END,
	.role = BOT_POST_TEAM,
	.link_text = BOT_MSG_LINK_TEAM_TEXT,
	.allowance = BOT_ALLOW_SHEET,
	.find_clash = find_clash,
	.enter = enter,
	.go_on = go_on,
	.tell = tell,
	.add_sheet = bot_team_add_sheet};
