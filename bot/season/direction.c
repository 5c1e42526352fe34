#include "bot/season/direction.h"

#include "bot/call/people.h"
#include "bot/call/rate_limit.h"
#include "bot/call/time.h"
#include "bot/night/letters.h"
#include "bot/night/room_night.h"
#include "bot/season/opening.h"
#include "bot/season/progress.h"
#include "bot/season/table.h"
#include "bot/show/muted_room.h"

#include <stdlib.h>
#include <string.h>

/* Opening */

/* Finds out whether the sender may open a season, or says why not. */
static enum bot_error may_open(const struct bot_call *call, bool again, bool *may)
{
	struct bot_competition other;
	char left[BOT_SPAN_SIZE];
	int64_t wait = 0;

	*may = false;
	if (bot_muted_room_is(call->host, call->message->room))
		return bot_muted_room_tell(call, call->message->room);
	if (again && !bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	enum bot_error error = bot_night_find_live(call, BOT_KIND_SEASON, &other);
	if (error)
		return error;
	if (other.id != 0)
		return bot_night_say(call, BOT_MSG_SEASON_HERE);
	if (!bot_call_moderates(call))
		error = bot_allowance_take(call->host, BOT_ALLOW_NIGHT, call->message->sender,
			call->message->sender, &wait);
	if (error)
		return error;
	*may = wait == 0;
	if (*may)
		return BOT_OK;
	bot_time_format_span(wait, left);
	return bot_reply(call, BOT_MSG_SEASON_LATER, (struct bot_args){.left = left});
}

enum bot_error bot_season_open(const struct bot_call *call, struct bot_competition *competition)
{
	const struct bot_message *message = call->message;
	bool may;

	enum bot_error error = may_open(call, competition->again, &may);
	if (error || !may)
		return error;
	memcpy(competition->room, message->room, strlen(message->room) + 1);
	memcpy(competition->organiser, message->sender, strlen(message->sender) + 1);
	memcpy(competition->event, message->event, strlen(message->event) + 1);
	return bot_season_create(call->host, competition);
}

/* Starting and stopping */

/* Whether the sender may direct the season: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_night *season)
{
	const struct bot_competition *competition = &season->competition;

	return bot_call_moderates(call) ||
	       (competition->stage == BOT_STAGE_SIGN_UP &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

static enum bot_error start(const struct bot_call *call, struct bot_night *season)
{
	struct bot_competition *competition = &season->competition;

	if (competition->stage != BOT_STAGE_SIGN_UP)
		return bot_night_say(call, BOT_MSG_SEASON_BEGUN);
	if (!directs(call, season))
		return bot_night_say(call, BOT_MSG_SEASON_NOT_YOURS);
	if (bot_night_count(season, BOT_ENTRANT_SIGNED_UP) < BOT_ENTRANTS_LEAST)
		return bot_night_say(call, BOT_MSG_SEASON_FEW);
	competition->starts = call->host->time;
	enum bot_error error = bot_competition_save(call->host->store, competition);
	return error ? error : bot_season_run(call->host, competition->id);
}

enum bot_error bot_season_start(const struct bot_call *call)
{
	return bot_night_with(call, BOT_KIND_SEASON, start);
}

static enum bot_error ask_to_stop(const struct bot_call *call, struct bot_night *season)
{
	if (!directs(call, season))
		return bot_night_say(call, BOT_MSG_SEASON_NOT_YOURS);
	return bot_night_ask_to_stop(call, season, BOT_MSG_SEASON_STOP, "season stop yes");
}

static enum bot_error stop(const struct bot_call *call, struct bot_night *season)
{
	struct bot_page page;

	if (!directs(call, season))
		return bot_night_say(call, BOT_MSG_SEASON_NOT_YOURS);
	enum bot_error error = bot_season_stop_now(call->host, season, call->message->sender);
	if (!error)
		error = bot_write_reply(call, BOT_MSG_SEASON_STOPPED, (struct bot_args){0}, &page);
	if (error)
		return error;
	if (season->competition.again) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_SEASON_NO_MORE,
			&(struct bot_args){.prefix = call->host->prefix});
	}
	return bot_reply_page(call, &page);
}

enum bot_error bot_season_stop(const struct bot_call *call, bool confirmed)
{
	return bot_night_with(call, BOT_KIND_SEASON, confirmed ? stop : ask_to_stop);
}

/* The next season */

static enum bot_error set_again(const struct bot_call *call, struct bot_night *season, bool again)
{
	struct bot_competition *competition = &season->competition;

	competition->again = again;
	enum bot_error error = bot_season_table_show(call->host, season, false);
	if (!error)
		error = bot_competition_save(call->host->store, competition);
	if (error)
		return error;
	return bot_night_say(call, again ? BOT_MSG_SEASON_EVERY : BOT_MSG_SEASON_NEVER);
}

enum bot_error bot_season_repeat(const struct bot_call *call, bool again)
{
	struct bot_night *season;

	if (!bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	enum bot_error error = bot_night_of_room(call, BOT_KIND_SEASON, &season);
	if (!error && season)
		error = set_again(call, season, again);
	free(season);
	return error;
}

/* Excluding */

/* Whether the two entrants fence each other now. A moderator decides no bout of their own. */
static bool fence_each_other(const struct bot_night *season, const struct bot_entrant *one,
	const struct bot_entrant *other)
{
	for (size_t i = 0; one && other && one != other && i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->state == BOT_BOUT_FENCED &&
			((bout->entrant[0] == one->number && bout->entrant[1] == other->number) ||
				(bout->entrant[0] == other->number &&
					bout->entrant[1] == one->number)))
			return true;
	}
	return false;
}

/* Returns the message that says why the user can't be excluded, or BOT_MSG_COUNT if they can. */
static enum bot_msg find_obstacle(
	const struct bot_call *call, struct bot_night *season, const char *user)
{
	const struct bot_entrant *entrant = bot_night_find(season, user);
	const struct bot_entrant *own = bot_night_find(season, call->message->sender);

	if (fence_each_other(season, entrant, own))
		return BOT_MSG_NIGHT_EXCLUDE_OWN;
	if (entrant)
		return bot_entrant_takes_part(entrant) ? BOT_MSG_COUNT : BOT_MSG_SEASON_NOT_ENTRANT;
	if (season->competition.stage != BOT_STAGE_SIGN_UP || bot_people_is_absent(call, user))
		return BOT_MSG_SEASON_NOT_ENTRANT;
	return season->entrants < BOT_NIGHT_ROWS ? BOT_MSG_COUNT : BOT_MSG_SEASON_FULL;
}

/* Lets the season go on without the entrant: before the start, only its message changes. */
static enum bot_error go_on_without(const struct bot_call *call, struct bot_night *season)
{
	struct bot_competition *competition = &season->competition;

	if (competition->stage != BOT_STAGE_SIGN_UP)
		return bot_season_run(call->host, competition->id);
	enum bot_error error = bot_season_table_show(call->host, season, false);
	return error ? error : bot_competition_save(call->host->store, competition);
}

static enum bot_error exclude(
	const struct bot_call *call, struct bot_night *season, const char *user)
{
	struct bot_entrant *entrant = bot_night_find(season, user);
	bool takes = entrant != NULL, begun = season->competition.stage != BOT_STAGE_SIGN_UP;

	if (!entrant) {
		entrant = bot_night_add(season, user, call->message->event);
		entrant->joined = call->host->time;
	}
	/* Whoever excludes themselves would otherwise escape a defeat. */
	entrant->state = begun && strcmp(user, call->message->sender) == 0 ? BOT_ENTRANT_WITHDRAWN
									   : BOT_ENTRANT_EXCLUDED;
	enum bot_error error = bot_entrant_save(call->host->store, season->competition.id, entrant);
	if (!error && takes && entrant->state == BOT_ENTRANT_EXCLUDED)
		error = bot_letter_tell_out(
			call->host, season, entrant, BOT_MSG_SEASON_YOU_EXCLUDED);
	if (!error)
		error = go_on_without(call, season);
	return error ? error : bot_night_say(call, BOT_MSG_SEASON_EXCLUDED);
}

enum bot_error bot_season_exclude(const struct bot_call *call, const char *user)
{
	struct bot_night *season;

	if (!bot_call_moderates(call))
		return bot_night_say(call, BOT_MSG_MODERATORS_ONLY);
	enum bot_error error = bot_night_of_room(call, BOT_KIND_SEASON, &season);
	if (error || !season)
		return error;
	enum bot_msg why = find_obstacle(call, season, user);
	error = why == BOT_MSG_COUNT ? exclude(call, season, user) : bot_night_say(call, why);
	free(season);
	return error;
}
