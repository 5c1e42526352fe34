#include "bot/competition/entry.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/call/question.h"
#include "bot/challenge/limits.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"

#include <stdio.h>
#include <string.h>

/* How many newcomers of one origin may enter: one person can make many accounts there. */
#define NEWCOMERS_OF_ORIGIN 4

/*
 * Whether the sender may enter this half (bot/club/contest.h): nobody may fill it with accounts of
 * one server, so only a few newcomers of one origin may take part.
 */
static bool check_origin(const struct bot_call *call, const struct bot_contest *contest)
{
	const char *holder[BOT_CONTEST_ROWS];
	struct bot_origin_share share = {
		.holder = holder, .newcomers_most = NEWCOMERS_OF_ORIGIN, .most = BOT_CONTEST_ROWS};

	for (size_t i = 0; i < contest->entrants; i++)
		if (bot_contest_is_own(contest, &contest->entrant[i]) &&
			bot_entrant_takes_part(&contest->entrant[i]))
			holder[share.count++] = contest->entrant[i].user;
	return bot_origin_share_check(call, &share);
}

size_t bot_entry_count(const struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += bot_contest_is_own(contest, &contest->entrant[i]) &&
			 bot_entrant_takes_part(&contest->entrant[i]);
	return count;
}

/* Whether nobody else can enter this half. */
static bool is_full(const struct bot_contest *contest)
{
	size_t rows = 0,
	       most = contest->competition.partner != 0 ? BOT_CONTEST_HALF : BOT_CONTEST_ROWS;

	for (size_t i = 0; i < contest->entrants; i++)
		rows += bot_contest_is_own(contest, &contest->entrant[i]);
	return bot_entry_count(contest) >= BOT_ENTRANTS_MOST || rows >= most;
}

/* Asks for the sender's private room now, so that it is there when the first bout begins. */
static void prepare_room(const struct bot_call *call)
{
	const char *user = call->message->sender;
	const struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = user,
		.origin = call->message->origin};

	if (bot_match_limits_takes_early_room(call, user))
		bot_send(call->host, letter, NULL, NULL);
}

void bot_entry_remove(struct bot_host *host, struct bot_contest *contest, const char *user)
{
	const struct bot_competition *competition = &contest->competition;
	struct bot_entrant *entrant = bot_contest_find(contest, user);

	if (competition->stage < BOT_STAGE_POOLS) {
		size_t half = bot_competition_half_of_entrant(competition, entrant->number);

		bot_entrant_remove(host->store, bot_competition_half_id(competition, half), user);
		return;
	}
	entrant->state = BOT_ENTRANT_WITHDRAWN;
	bot_competition_save_entrant(host, contest, entrant);
}

bool bot_entry_is_barred(struct bot_host *host, const struct bot_entrant *entrant)
{
	bool barred = entrant->user[0] != '@'; /* the store has forgotten the person */
	if (!barred)
		barred = bot_bans_hold_for(host, entrant->user);
	return barred;
}

void bot_entry_close(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->entrants; i++) {
		struct bot_entrant *entrant = &contest->entrant[i];

		if (entrant->state == BOT_ENTRANT_SIGNED_UP)
			entrant->state = bot_entry_is_barred(host, entrant) ? BOT_ENTRANT_ABSENT
									    : BOT_ENTRANT_PRESENT;
	}
}

void bot_entry_withdraw_barred(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->entrants; i++) {
		struct bot_entrant *entrant = &contest->entrant[i];

		if (entrant->state == BOT_ENTRANT_PRESENT && bot_entry_is_barred(host, entrant))
			entrant->state = BOT_ENTRANT_WITHDRAWN;
	}
}

/*
 * Says something to somebody who has written, in private if it can: the room sees the message of
 * the contest, which the bot edits. Whoever has reacted has seen that message.
 */
static void confirm(const struct bot_call *call, const struct bot_kind *kind, enum bot_msg msg)
{
	char room[BOT_ID_SIZE];

	if (call->message->kind != BOT_WRITTEN)
		return;
	if (bot_store_private_room(call->host->store, call->message->sender, room))
		bot_whisper(call, msg, (struct bot_args){0});
	else
		bot_competition_say(call, kind->id, msg);
}

/* Signing up */

/* Returns the message that says why the sender can't sign up, or BOT_MSG_COUNT if they can. */
static enum bot_msg find_obstacle(
	const struct bot_call *call, const struct bot_kind *kind, const struct bot_contest *contest)
{
	if (is_full(contest))
		return BOT_MSG_CONTEST_FULL;
	enum bot_msg why = kind->find_clash(call, &contest->competition);
	if (why != BOT_MSG_COUNT)
		return why;
	return check_origin(call, contest) ? BOT_MSG_COUNT : BOT_MSG_CONTEST_ORIGIN;
}

/* Stores the entrant, and shows the contest. */
static void store_entrant(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_contest *contest, const struct bot_entrant *entrant)
{
	bot_competition_save_entrant(call->host, contest, entrant);
	bot_shown_message_show(call->host, kind, contest, false);
}

static void sign_up(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	enum bot_msg why = find_obstacle(call, kind, contest);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(call, kind->id, why);
		return;
	}
	struct bot_entrant *entrant =
		bot_contest_add(contest, call->message->sender, call->message->event);
	entrant->joined = call->host->time;
	enum bot_msg answer = kind->enter(call->host, &contest->competition, entrant);
	store_entrant(call, kind, contest, entrant);
	prepare_room(call);
	confirm(call, kind, answer);
}

/* Notes that an entrant is there, or says that they have signed up already. */
static void check_in(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_contest *contest, struct bot_entrant *entrant)
{
	if (entrant->state != BOT_ENTRANT_SIGNED_UP ||
		contest->competition.stage != BOT_STAGE_CHECK_IN) {
		confirm(call, kind, BOT_MSG_CONTEST_JOINED_ALREADY);
		return;
	}
	entrant->state = BOT_ENTRANT_PRESENT;
	store_entrant(call, kind, contest, entrant);
	confirm(call, kind, BOT_MSG_NIGHT_CHECKED_IN);
}

static void join(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_entrant *entrant = bot_contest_find(contest, call->message->sender);

	if (entrant && entrant->state == BOT_ENTRANT_EXCLUDED)
		bot_competition_say(call, kind->id, BOT_MSG_CONTEST_YOU_EXCLUDED);
	else if (entrant && bot_entrant_takes_part(entrant))
		check_in(call, kind, contest, entrant);
	else if (contest->competition.stage >= BOT_STAGE_POOLS)
		bot_competition_say(call, kind->id, BOT_MSG_CONTEST_BEGUN);
	else
		sign_up(call, kind, contest);
}

/* Signs the sender up unless they take part already, and enters them in the following ones. */
static void join_all(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	if (!bot_entrant_takes_part(bot_contest_find(contest, call->message->sender)))
		join(call, kind, contest);
	struct bot_entrant *entrant = bot_contest_find(contest, call->message->sender);
	if (!bot_entrant_takes_part(entrant))
		return;
	entrant->stays = true;
	bot_competition_save_entrant(call->host, contest, entrant);
	bot_competition_say(call, kind->id, BOT_MSG_CONTEST_STAYS);
}

void bot_entry_join(const struct bot_call *call, const struct bot_kind *kind, bool all)
{
	bot_competition_with(call, kind, all ? join_all : join);
}

/* Leaving */

struct bot_entrant *bot_entry_find(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_entrant *entrant = bot_contest_find(contest, call->message->sender);

	if (bot_entrant_takes_part(entrant))
		return entrant;
	bot_competition_say(call, kind->id,
		entrant && entrant->state == BOT_ENTRANT_EXCLUDED ? BOT_MSG_CONTEST_YOU_EXCLUDED
								  : BOT_MSG_CONTEST_NOT_IN);
	return NULL;
}

/*
 * Whoever takes their reaction to the sign-up back has seen this message, which the bot edits. So
 * they get no other one.
 */
static void leave(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	if (!bot_entry_find(call, kind, contest))
		return;
	bot_entry_remove(call->host, contest, call->message->sender);
	bot_contest_go_on(call->host, kind, contest->competition.id);
	if (call->message->kind == BOT_REACTION && contest->competition.stage < BOT_STAGE_POOLS)
		return;
	bot_competition_say(call, kind->id, BOT_MSG_CONTEST_LEFT);
}

/* Asks for a "yes". In private it names the room, because the sender may be in several contests. */
static void ask_to_leave(
	const struct bot_call *call, const struct bot_kind *kind, const struct bot_contest *contest)
{
	char command[BOT_ID_SIZE + 32];
	bool private = call->message->private;

	snprintf(command, sizeof(command), "%s leave yes%s%s", kind->name, private ? " in " : "",
		private ? contest->competition.room : "");
	bot_ask(call, kind->leave, (struct bot_args){0}, command);
}

static void leave_or_ask(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *contest)
{
	if (contest->competition.stage < BOT_STAGE_POOLS)
		leave(call, kind, contest);
	else if (bot_entry_find(call, kind, contest))
		ask_to_leave(call, kind, contest);
}

void bot_entry_leave(const struct bot_call *call, const struct bot_kind *kind, bool confirmed)
{
	bot_competition_with(call, kind, confirmed ? leave : leave_or_ask);
}
