#include "bot/competition/exclusion.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"

#include <string.h>

/* A call about one person. */
struct decision {
	const struct bot_call *call;
	const struct bot_kind *kind;
	struct bot_contest *contest;
	struct bot_entrant *entrant; /* or NULL */
	struct bot_entrant *own;     /* the sender, or NULL */
};

/*
 * Whether the sender fences against the entrant, or may meet them. In a team match, the sender is
 * of the other team. Otherwise both are in the same pool or division, or in the tableau. Before the
 * pools are drawn, all may meet.
 */
static bool fences_there(const struct decision *decision)
{
	const struct bot_entrant *entrant = decision->entrant, *own = decision->own;
	const struct bot_competition *competition = &decision->contest->competition;

	/* The entrant is of this room's team (find_entrant). */
	if (competition->partner != 0)
		return bot_entrant_takes_part(own) && !bot_contest_is_own(decision->contest, own);
	if (competition->stage < BOT_STAGE_POOLS)
		return bot_entrant_takes_part(own) && own != entrant;
	return own && own != entrant && own->pool > 0 && entrant->pool > 0 &&
	       (own->pool == entrant->pool || competition->stage == BOT_STAGE_TABLEAU);
}

static void go_on(const struct decision *decision)
{
	bot_contest_go_on(decision->call->host, decision->kind, decision->contest->competition.id);
}

/* Excluding */

/* A person who excluded themselves would escape their defeats, so they leave instead. */
static void leave(const struct decision *decision)
{
	const struct bot_call *call = decision->call;

	bot_entry_remove(call->host, decision->contest, call->message->sender);
	go_on(decision);
	bot_competition_say(call, decision->kind->id, BOT_MSG_CONTEST_LEFT);
}

static void exclude(const struct decision *decision)
{
	struct bot_host *host = decision->call->host;

	if (!bot_entrant_takes_part(decision->entrant)) {
		bot_competition_say(
			decision->call, decision->kind->id, BOT_MSG_CONTEST_NOT_ENTRANT);
		return;
	}
	if (decision->entrant == decision->own) {
		leave(decision);
		return;
	}
	if (fences_there(decision)) {
		bot_competition_say(
			decision->call, decision->kind->id, BOT_MSG_CONTEST_EXCLUDE_OWN);
		return;
	}
	decision->entrant->state = BOT_ENTRANT_EXCLUDED;
	bot_competition_save_entrant(host, decision->contest, decision->entrant);
	bot_entrant_tell_out(
		host, decision->contest, decision->entrant, BOT_MSG_CONTEST_YOU_EXCLUDED);
	go_on(decision);
	bot_competition_say(decision->call, decision->kind->id, BOT_MSG_CONTEST_EXCLUDED);
}

/* Including */

/* Returns the message that says why the person can't be included, or BOT_MSG_COUNT if they can. */
static enum bot_msg find_obstacle(const struct decision *decision)
{
	const struct bot_contest *contest = decision->contest;

	/* Their bout is lost, and another one is not fenced. */
	if (contest->competition.stage >= BOT_STAGE_POOLS && contest->competition.partner != 0)
		return BOT_MSG_CONTEST_BEGUN;
	/* Nobody knows any more who was excluded from the sign-up. */
	if (contest->competition.stage >= BOT_STAGE_POOLS &&
		(!decision->entrant || decision->entrant->pool == 0))
		return BOT_MSG_CONTEST_INCLUDE_BEGUN;
	if (!decision->entrant || decision->entrant->state != BOT_ENTRANT_EXCLUDED)
		return BOT_MSG_CONTEST_NOT_EXCLUDED;
	if (decision->entrant == decision->own ||
		(contest->competition.stage >= BOT_STAGE_POOLS && fences_there(decision)))
		return BOT_MSG_CONTEST_EXCLUDE_OWN;
	if (contest->competition.stage > BOT_STAGE_POOLS)
		return BOT_MSG_NIGHT_INCLUDE_LATE;
	return bot_entry_count(contest) < BOT_ENTRANTS_MOST ? BOT_MSG_COUNT : BOT_MSG_CONTEST_FULL;
}

static void take_back(const struct decision *decision)
{
	struct bot_contest *contest = decision->contest;

	decision->entrant->state = contest->competition.stage == BOT_STAGE_SIGN_UP
					   ? BOT_ENTRANT_SIGNED_UP
					   : BOT_ENTRANT_PRESENT;
	bot_contest_reopen(contest, decision->entrant->number);
}

static void include(const struct decision *decision)
{
	struct bot_host *host = decision->call->host;
	enum bot_msg why = find_obstacle(decision);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(decision->call, decision->kind->id, why);
		return;
	}
	struct bot_contest *before = bot_scratch(sizeof(*before));
	memcpy(before, decision->contest, sizeof(*before));
	take_back(decision);
	bot_competition_save_changes(host, decision->contest, before);
	bot_entrant_tell_out(
		host, decision->contest, decision->entrant, BOT_MSG_CONTEST_YOU_INCLUDED);
	go_on(decision);
	bot_competition_say(decision->call, decision->kind->id, BOT_MSG_CONTEST_INCLUDED);
}

/* Both */

/* Finds an entrant about whom the sender may decide: not one of the other room's team. */
static struct bot_entrant *find_entrant(struct bot_contest *contest, const char *user)
{
	struct bot_entrant *entrant = bot_contest_find(contest, user);

	return entrant && bot_contest_is_own(contest, entrant) ? entrant : NULL;
}

static void decide(const struct bot_call *call, const struct bot_kind *kind, const char *user,
	void (*run)(const struct decision *decision))
{
	struct decision decision = {.call = call, .kind = kind};

	if (!bot_call_moderates(call) &&
		!bot_admins_include(call->host->config, call->message->sender)) {
		bot_competition_say(call, kind->id, BOT_MSG_MODERATORS_ONLY);
		return;
	}
	decision.contest = bot_competition_of_room(call, kind);
	if (!decision.contest)
		return;
	decision.entrant = find_entrant(decision.contest, user);
	decision.own = bot_contest_find(decision.contest, call->message->sender);
	run(&decision);
}

void bot_exclusion_begin(const struct bot_call *call, const struct bot_kind *kind, const char *user)
{
	decide(call, kind, user, exclude);
}

void bot_exclusion_end(const struct bot_call *call, const struct bot_kind *kind, const char *user)
{
	decide(call, kind, user, include);
}
