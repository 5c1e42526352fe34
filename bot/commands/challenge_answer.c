#include "bot/commands/command.h"

#include "bot/challenge/challenge.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/lobby.h"
#include "bot/competition/team_kind.h"
#include "bot/match/loading.h"
#include "bot/match/selection.h"
#include "bot/play/match_life.h"
#include "bot/text/words.h"

#include <string.h>

bool bot_challenge_may_decline(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == eg_opponent(match->challenger);
}

/*
 * Whether the sender can accept the challenge. An open challenge is for the people in its room. The
 * bot does not know whether a user who writes in private is in that room. So in private a user can
 * accept only a challenge that names them.
 */
bool bot_challenge_may_accept(const struct bot_call *call, const struct bot_match *match)
{
	bool open = match->status == BOT_CHALLENGE && !match->player[EG_BLACK][0] &&
		    bot_match_seat(match, call->message->sender) != match->challenger;

	return bot_challenge_may_decline(call, match) || (open && !call->message->private);
}

/* Tells the sender that their answer counts, though it was given in another room. */
static void tell_passed_on(const struct bot_call *call, const struct bot_match *match)
{
	if (!call->message->private && strcmp(match->room, call->message->room) != 0)
		bot_reply(call, BOT_MSG_ANSWERED_ELSEWHERE, (struct bot_args){.id = match->id});
}

static void note_own_challenge(
	const struct bot_call *call, const struct bot_match *match, void *self)
{
	bool *has = self;

	*has = *has || bot_challenge_may_cancel(call, match);
}

/* Returns whether a challenge of the sender waits here for somebody else. */
static bool has_own_challenge(const struct bot_call *call)
{
	bool has = false;

	bot_match_visit_own(call, BOT_CHALLENGE, note_own_challenge, &has);
	return has;
}

static void accept(const struct bot_call *call, struct bot_match *challenge)
{
	bot_challenge_accept(call, challenge);
	if (challenge->status != BOT_CHALLENGE)
		tell_passed_on(call, challenge);
}

/*
 * Accepts a challenge of another room. Nobody whom the moderators of that room have silenced can
 * accept it.
 */
static void accept_of_lobby(const struct bot_call *call, struct bot_match *challenge)
{
	if (!bot_lobby_may_accept(call, challenge)) {
		bot_reply(call, BOT_MSG_NOT_POSSIBLE, (struct bot_args){0});
		return;
	}
	bot_challenge_accept(call, challenge);
	if (challenge->status != BOT_CHALLENGE)
		bot_reply(call, BOT_MSG_LOBBY_ACCEPTED, (struct bot_args){.id = challenge->id});
}

/*
 * Whether "accept" without another word is for a team match: it waits here for the sender, and no
 * challenge does.
 */
static bool means_team_match(const struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.room = call->message->room, .status = BOT_CHALLENGE};

	if (call->words.id != 0 || call->words.count > 1 || !bot_team_waits(call))
		return false;
	const struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++)
		if (bot_challenge_may_accept(call, &list->match[i]))
			return false;
	return true;
}

void bot_run_accept(struct bot_call *call)
{
	struct bot_match_selector selector = {bot_challenge_may_accept, bot_challenge_may_decline,
		.others = true, .anywhere = true, .none = BOT_MSG_NO_CHALLENGE};
	struct bot_loaded_match loaded;
	struct bot_match elsewhere;

	if (bot_lobby_find(call, &elsewhere)) {
		accept_of_lobby(call, &elsewhere);
		return;
	}
	if (means_team_match(call)) {
		bot_team_accept(call);
		return;
	}
	if (has_own_challenge(call))
		selector.none = BOT_MSG_OWN_CHALLENGE;
	if (bot_match_select(call, &selector, &loaded))
		accept(call, &loaded.match);
}

/*
 * Ends the challenge that the command is about, and posts the message `why` in the challenge's
 * room. If there is one, sets *before to the challenge as it was.
 */
static void end_challenge(struct bot_call *call, const struct bot_match_selector *selector,
	enum bot_msg why, struct bot_match *before)
{
	struct bot_loaded_match loaded;

	if (!bot_match_select(call, selector, &loaded))
		return;
	*before = loaded.match;
	bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, why, (struct bot_args){0});
	tell_passed_on(call, &loaded.match);
}

static void decline(const struct bot_call *call, const struct bot_match *match, void *self)
{
	struct bot_loaded_match loaded;
	size_t *declined = self;

	if (!bot_challenge_may_decline(call, match))
		return;
	++*declined;
	bot_match_load(&loaded, call->host, match);
	bot_match_end(
		&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_DECLINED, (struct bot_args){0});
}

/*
 * Declines all challenges to the sender: in a room only the challenges made there, in private the
 * challenges made in any room.
 */
static void decline_all(const struct bot_call *call)
{
	size_t declined = 0;

	bot_match_visit_own(call, BOT_CHALLENGE, decline, &declined);
	if (declined == 0)
		bot_reply(call, BOT_MSG_NO_CHALLENGE, (struct bot_args){0});
}

void bot_run_decline(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_challenge_may_decline, .anywhere = true, .none = BOT_MSG_NO_CHALLENGE};
	struct bot_match declined;

	if (call->words.count == 1)
		end_challenge(call, &selector, BOT_MSG_DECLINED, &declined);
	else if (bot_words_mean(call->words.word[1], "all") && call->words.id == 0)
		decline_all(call);
	else
		bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, call->words.id ? 2 : 1);
}

bool bot_challenge_may_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == match->challenger;
}

/*
 * Whether the sender can cancel the match or challenge. Either player may cancel an accepted match
 * that has not begun. The players have no cards yet, so nobody can use this to avoid a defeat.
 */
static bool can_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return (match->status == BOT_ACCEPTED && match->competition == 0) ||
	       bot_challenge_may_cancel(call, match);
}

void bot_run_cancel(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		can_cancel, .none = BOT_MSG_NOTHING_TO_CANCEL};
	struct bot_match cancelled = {0};

	end_challenge(call, &selector, BOT_MSG_CANCELLED, &cancelled);
	if (cancelled.status == BOT_CHALLENGE)
		bot_match_limits_forgive(call->host, &cancelled);
}
