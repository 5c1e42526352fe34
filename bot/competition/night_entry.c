#include "bot/competition/night_entry.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/question.h"
#include "bot/competition/admission.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/night_progress.h"
#include "bot/competition/night_sheet.h"

#include <stdio.h>
#include <string.h>

/* Nobody fences in two nights that start within this time. */
#define APART (4 * BOT_HOUR)

/*
 * Says something to somebody who has written, in private if they have a private room: the room sees
 * the message of the night, which the bot edits. Whoever has reacted has seen that message.
 */
static void confirm(const struct bot_call *call, enum bot_msg msg)
{
	char room[BOT_ID_SIZE];

	if (call->message->kind != BOT_WRITTEN)
		return;
	if (bot_found(bot_store_private_room(call->host->store, call->message->sender, room)))
		bot_whisper(call, msg, (struct bot_args){0});
	else
		bot_competition_say(call, BOT_KIND_NIGHT, msg);
}

/* Signing up */

/* Returns the message that says why the sender can't sign up, or BOT_MSG_COUNT if they can. */
static enum bot_msg find_obstacle(const struct bot_call *call, const struct bot_contest *night)
{
	const struct bot_competition *competition = &night->competition;
	size_t count = bot_contest_count(night, BOT_ENTRANT_SIGNED_UP) +
		       bot_contest_count(night, BOT_ENTRANT_PRESENT);
	bool elsewhere = false;

	if (count >= BOT_ENTRANTS_MOST || night->entrants >= BOT_NIGHT_ROWS)
		return BOT_MSG_CONTEST_FULL;
	bot_must(bot_competition_is_elsewhere(call->host->store, competition->id,
		call->message->sender, competition->starts - APART, competition->starts + APART,
		&elsewhere));
	if (elsewhere)
		return BOT_MSG_NIGHT_ELSEWHERE;
	return bot_admission_check_origin(call, night) ? BOT_MSG_COUNT : BOT_MSG_NIGHT_ORIGIN;
}

static struct bot_entrant *add(const struct bot_call *call, struct bot_contest *night)
{
	struct bot_entrant *entrant =
		bot_contest_add(night, call->message->sender, call->message->event);

	entrant->joined = call->host->time;
	if (night->competition.stage == BOT_STAGE_CHECK_IN)
		entrant->state = BOT_ENTRANT_PRESENT;
	return entrant;
}

/* Stores the entrant, and shows the night. */
static void store_entrant(
	const struct bot_call *call, struct bot_contest *night, const struct bot_entrant *entrant)
{
	bot_must(bot_entrant_save(call->host->store, night->competition.id, entrant));

	bot_sheet_show(call->host, night, false);
	bot_must(bot_competition_save(call->host->store, &night->competition));
}

/* Whether the check-in asks somebody who signs up now whether they are there. */
static bool is_asked(const struct bot_call *call, const struct bot_contest *night)
{
	const struct bot_competition *competition = &night->competition;

	return competition->stage == BOT_STAGE_SIGN_UP &&
	       call->host->time < competition->starts - BOT_NIGHT_CHECK_IN - BOT_NIGHT_RECENT;
}

static void sign_up(const struct bot_call *call, struct bot_contest *night)
{
	enum bot_msg why = find_obstacle(call, night);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(call, BOT_KIND_NIGHT, why);
		return;
	}
	store_entrant(call, night, add(call, night));
	bot_admission_prepare_room(call);
	confirm(call, is_asked(call, night) ? BOT_MSG_NIGHT_JOINED : BOT_MSG_NIGHT_JOINED_HERE);
}

/* Notes that an entrant is there, or says that they have signed up already. */
static void check_in(
	const struct bot_call *call, struct bot_contest *night, struct bot_entrant *entrant)
{
	if (entrant->state != BOT_ENTRANT_SIGNED_UP ||
		night->competition.stage != BOT_STAGE_CHECK_IN) {
		confirm(call, BOT_MSG_NIGHT_JOINED_ALREADY);
		return;
	}
	entrant->state = BOT_ENTRANT_PRESENT;
	store_entrant(call, night, entrant);
	confirm(call, BOT_MSG_NIGHT_CHECKED_IN);
}

static void join(const struct bot_call *call, struct bot_contest *night)
{
	struct bot_entrant *entrant = bot_contest_find(night, call->message->sender);

	if (entrant && entrant->state == BOT_ENTRANT_EXCLUDED)
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_CONTEST_YOU_EXCLUDED);
	else if (night->competition.stage >= BOT_STAGE_POOLS && !bot_entrant_takes_part(entrant))
		bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_CONTEST_BEGUN);
	else if (entrant)
		check_in(call, night, entrant);
	else
		sign_up(call, night);
}

void bot_night_join(const struct bot_call *call)
{
	bot_competition_with(call, BOT_KIND_NIGHT, join);
}

/* Leaving */

/*
 * Whoever takes their reaction to the sign-up back has seen this message, which the bot edits. So
 * they get no other one.
 */
static void leave(const struct bot_call *call, struct bot_contest *night)
{
	bot_admission_leave(call->host->store, night, call->message->sender);

	bot_night_run(call->host, night->competition.id);
	if (call->message->kind == BOT_REACTION && night->competition.stage < BOT_STAGE_POOLS)
		return;
	bot_competition_say(call, BOT_KIND_NIGHT, BOT_MSG_CONTEST_LEFT);
}

/* Asks for a "yes". In private it names the room, because the sender may be in several nights. */
static void ask_to_leave(const struct bot_call *call, const struct bot_contest *night)
{
	char command[BOT_ID_SIZE + 32] = "night leave yes";

	if (call->message->private)
		snprintf(
			command, sizeof(command), "night leave yes in %s", night->competition.room);
	bot_ask(call, BOT_MSG_NIGHT_LEAVE, (struct bot_args){0}, command);
}

/* Whether the sender takes part. Otherwise *why says why they can't leave. */
static bool takes_part(const struct bot_call *call, struct bot_contest *night, enum bot_msg *why)
{
	const struct bot_entrant *entrant = bot_contest_find(night, call->message->sender);

	*why = entrant && entrant->state == BOT_ENTRANT_EXCLUDED ? BOT_MSG_CONTEST_YOU_EXCLUDED
								 : BOT_MSG_CONTEST_NOT_IN;
	return bot_entrant_takes_part(entrant);
}

static void leave_or_ask(const struct bot_call *call, struct bot_contest *night)
{
	enum bot_msg why;

	if (!takes_part(call, night, &why))
		bot_competition_say(call, BOT_KIND_NIGHT, why);
	else if (night->competition.stage < BOT_STAGE_POOLS)
		leave(call, night);
	else
		ask_to_leave(call, night);
}

static void leave_confirmed(const struct bot_call *call, struct bot_contest *night)
{
	enum bot_msg why;

	if (takes_part(call, night, &why))
		leave(call, night);
	else
		bot_competition_say(call, BOT_KIND_NIGHT, why);
}

void bot_night_leave(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_NIGHT, confirmed ? leave_confirmed : leave_or_ask);
}
