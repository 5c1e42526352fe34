#include "bot/competition/season_entry.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/competition/admission.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/season_progress.h"
#include "bot/competition/season_table.h"

#include <stdio.h>
#include <string.h>

#define SEASONS_MOST 4 /* in so many seasons one user takes part at most */

/* Says something, but not to somebody who has reacted: they see it in the message. */
static void confirm(const struct bot_call *call, enum bot_msg msg)
{
	if (call->message->kind == BOT_WRITTEN)
		bot_competition_say(call, BOT_KIND_SEASON, msg);
}

/* Signing up */

/* Returns the message that says why the sender can't sign up, or BOT_MSG_COUNT if they can. */
static enum bot_msg find_obstacle(const struct bot_call *call, const struct bot_contest *season)
{
	size_t count = bot_contest_count(season, BOT_ENTRANT_SIGNED_UP), elsewhere;
	char rooms[SEASONS_MOST][BOT_ID_SIZE];

	bot_must(bot_competition_rooms_of(call->host->store, call->message->sender, BOT_KIND_SEASON,
		rooms, SEASONS_MOST, &elsewhere));
	if (count >= BOT_ENTRANTS_MOST || season->entrants >= BOT_NIGHT_ROWS)
		return BOT_MSG_CONTEST_FULL;
	if (elsewhere >= SEASONS_MOST)
		return BOT_MSG_SEASON_ELSEWHERE;
	return bot_admission_check_origin(call, season) ? BOT_MSG_COUNT : BOT_MSG_NIGHT_ORIGIN;
}

/* Stores an entrant before the start, and shows the season. */
static void store_entrant(
	const struct bot_call *call, struct bot_contest *season, const struct bot_entrant *entrant)
{
	struct bot_store *store = call->host->store;

	bot_must(bot_entrant_save(store, season->competition.id, entrant));
	bot_season_table_show(call->host, season, false);
	bot_must(bot_competition_save(store, &season->competition));
}

static void sign_up(const struct bot_call *call, struct bot_contest *season)
{
	enum bot_msg why = find_obstacle(call, season);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(call, BOT_KIND_SEASON, why);
		return;
	}
	struct bot_entrant *entrant =
		bot_contest_add(season, call->message->sender, call->message->event);
	entrant->joined = call->host->time;
	entrant->at_once = BOT_SEASON_AT_ONCE;
	store_entrant(call, season, entrant);
	bot_admission_prepare_room(call);
	confirm(call, BOT_MSG_SEASON_JOINED);
}

static void join(const struct bot_call *call, struct bot_contest *season)
{
	const struct bot_entrant *entrant = bot_contest_find(season, call->message->sender);

	if (entrant && entrant->state == BOT_ENTRANT_EXCLUDED)
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_CONTEST_YOU_EXCLUDED);
	else if (bot_entrant_takes_part(entrant))
		confirm(call, BOT_MSG_NIGHT_JOINED_ALREADY);
	else if (season->competition.stage != BOT_STAGE_SIGN_UP)
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_CONTEST_BEGUN);
	else
		sign_up(call, season);
}

void bot_season_join(const struct bot_call *call)
{
	bot_competition_with(call, BOT_KIND_SEASON, join);
}

/* Leaving */

/* Shows the season as the store has it now. */
static void show_again(struct bot_host *host, int64_t id)
{
	struct bot_contest *season = bot_competition_load(host, id);

	if (!season)
		bot_fail(BOT_STORE_CORRUPT);
	bot_season_table_show(host, season, false);
	bot_must(bot_competition_save(host->store, &season->competition));
}

/* As for a night: who takes their reaction to the sign-up back sees that message change. */
static void leave_now(const struct bot_call *call, struct bot_contest *season)
{
	const struct bot_competition *competition = &season->competition;
	bool signs_up = competition->stage == BOT_STAGE_SIGN_UP;

	bot_admission_leave(call->host->store, season, call->message->sender);
	if (signs_up)
		show_again(call->host, competition->id);
	else
		bot_season_run(call->host, competition->id);
	if (signs_up && call->message->kind == BOT_REACTION)
		return;
	bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_CONTEST_LEFT);
}

/* Asks for a "yes". In private it names the room, because the sender may be in several seasons. */
static void ask_to_leave(const struct bot_call *call, const struct bot_contest *season)
{
	char command[BOT_ID_SIZE + 32] = "season leave yes";

	if (call->message->private)
		snprintf(command, sizeof(command), "season leave yes in %s",
			season->competition.room);
	bot_ask(call, BOT_MSG_SEASON_LEAVE, (struct bot_args){0}, command);
}

/* Whether the sender takes part. Otherwise *why says why they can't leave. */
static bool takes_part(const struct bot_call *call, struct bot_contest *season, enum bot_msg *why)
{
	const struct bot_entrant *entrant = bot_contest_find(season, call->message->sender);

	*why = entrant && entrant->state == BOT_ENTRANT_EXCLUDED ? BOT_MSG_CONTEST_YOU_EXCLUDED
								 : BOT_MSG_CONTEST_NOT_IN;
	return bot_entrant_takes_part(entrant);
}

static void leave_or_ask(const struct bot_call *call, struct bot_contest *season)
{
	enum bot_msg why;

	if (!takes_part(call, season, &why))
		bot_competition_say(call, BOT_KIND_SEASON, why);
	else if (season->competition.stage == BOT_STAGE_SIGN_UP)
		leave_now(call, season);
	else
		ask_to_leave(call, season);
}

static void leave_confirmed(const struct bot_call *call, struct bot_contest *season)
{
	enum bot_msg why;

	if (takes_part(call, season, &why))
		leave_now(call, season);
	else
		bot_competition_say(call, BOT_KIND_SEASON, why);
}

void bot_season_leave(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_SEASON, confirmed ? leave_confirmed : leave_or_ask);
}

/* More bouts */

static void want(const struct bot_call *call, struct bot_contest *season, uint8_t bouts)
{
	struct bot_entrant *entrant = bot_contest_find(season, call->message->sender);
	enum bot_msg why;

	if (!takes_part(call, season, &why)) {
		bot_competition_say(call, BOT_KIND_SEASON, why);
		return;
	}
	entrant->at_once = bouts;
	bot_must(bot_entrant_save(call->host->store, season->competition.id, entrant));
	bot_season_run(call->host, season->competition.id);
	bot_reply(call, BOT_MSG_SEASON_MORE, (struct bot_args){.count = bouts});
}

void bot_season_want(const struct bot_call *call, uint8_t bouts)
{

	struct bot_contest *season = bot_competition_of_room(call, BOT_KIND_SEASON);
	if (season)
		want(call, season, bouts);
}
