#include "bot/host/unnamed.h"

#include "bot/base/attempt.h"
#include "bot/call/answer.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/commands/command.h"
#include "bot/competition/check_in.h"
#include "bot/competition/kind.h"
#include "bot/competition/named_room.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/team_kind.h"
#include "bot/competition/weekly.h"
#include "bot/match/selection.h"
#include "bot/store/ratings.h"
#include "bot/understand/sentence.h"

#include <string.h>

#define ENTRY_WORDS 4 /* the most words of "count me in" and the like; more are talk */

/*
 * Whether a competition of this kind goes on and, if somebody wants to join, has room for them.
 * `waiting` has those of other rooms (bot_named_rooms_wait).
 */
static bool is_likely(
	const struct bot_call *call, enum bot_competition_kind kind, bool joins, unsigned waiting)
{
	struct bot_competition competition;

	if (call->message->private || !joins)
		return (waiting >> kind & 1) || bot_competition_goes_on(call, kind);
	return bot_competition_find_live(call, kind, &competition) &&
	       competition.stage < BOT_STAGE_POOLS;
}

/* Runs `night join` if a check-in waits for the sender, in private for the night of its room. */
static bool run_expected(struct bot_call *call)
{
	struct bot_words *words = &call->words;
	char room[BOT_ID_SIZE];

	bot_check_in_find(call, room);
	if (!room[0])
		return false;
	words->word[0] = "night";
	words->word[1] = "join";
	words->word[2] = "in";
	words->word[3] = memcpy(words->data, room, sizeof(room));
	words->count = call->message->private ? 4 : 2;
	call->again = true;
	return true;
}

static void run_as(struct bot_call *call, const char *first, const char *second)
{
	call->words.word[0] = first;
	call->words.word[1] = second;
	call->words.count = second ? 2 : 1;
	call->again = true;
}

/* Returns the kind that "join" or "leave" is about, or NULL if several can be meant, or none. */
static const struct bot_kind *find_entry(const struct bot_call *call, bool joins)
{
	const unsigned waiting = joins && call->message->private ? bot_named_rooms_wait(call) : 0;
	const struct bot_kind *found = NULL;

	for (size_t i = 0; i < BOT_KINDS; i++) {
		if (!is_likely(call, bot_kinds[i]->id, joins, waiting))
			continue;
		if (found)
			return NULL;
		found = bot_kinds[i];
	}
	return !found && joins && bot_weekly_is_held(call) ? &bot_night_kind : found;
}

/* Runs "join" and "leave" for the only competition that can be meant. */
static void run_entry(struct bot_call *call, bool joins)
{
	const struct bot_kind *kind = find_entry(call, joins);
	struct bot_words *words = &call->words;

	if (!kind || words->count == BOT_WORDS) {
		bot_reply(
			call, joins ? BOT_MSG_JOIN_WHAT : BOT_MSG_LEAVE_WHAT, (struct bot_args){0});
		return;
	}
	words->count = words->count > 1 && bot_words_is_in(words->word[1]) &&
				       (bot_words_mean(words->word[0], "join") ||
					       bot_words_mean(words->word[0], "leave"))
			       ? words->count + 1
			       : 2;
	memmove(words->word + 1, words->word, (words->count - 1) * sizeof(words->word[0]));
	words->word[0] = kind->name;
	words->word[1] = joins ? "join" : "leave";
	call->again = true;
}

void bot_run_join(struct bot_call *call)
{
	if (!run_expected(call))
		run_entry(call, true);
}

void bot_run_leave(struct bot_call *call)
{
	run_entry(call, false);
}

void bot_run_begin(struct bot_call *call)
{
	const struct bot_kind *kind = find_entry(call, true);

	run_as(call, kind ? kind->name : "start", kind ? "start" : NULL);
}

bool bot_begin_is(const struct bot_words *words)
{
	const char *const *word = words->word;

	if (words->count != 2 || words->id != 0 || words->question)
		return false;
	/* To look for "now" is far quicker. */
	if (bot_words_mean(word[1], "now"))
		return bot_words_has_sense(word[0], BOT_SENSE_BEGIN);
	return bot_words_mean(word[0], "now") && bot_words_has_sense(word[1], BOT_SENSE_BEGIN);
}

/* Runs `night`, with a second word that may be NULL, or `season` or `team`, if one goes on. */
static bool run_competition(struct bot_call *call, const char *second)
{
	size_t i = 0;

	while (i < BOT_KINDS && !bot_competition_goes_on(call, bot_kinds[i]->id))
		i++;
	if (i < BOT_KINDS)
		run_as(call, bot_kinds[i]->name, i == BOT_KIND_NIGHT ? second : NULL);
	return i < BOT_KINDS;
}

void bot_run_table(struct bot_call *call)
{
	if (run_competition(call, NULL))
		return;
	const struct bot_kind *waits = call->message->private ? find_entry(call, true) : NULL;
	if (waits || bot_weekly_is_held(call))
		run_as(call, waits ? waits->name : "night", NULL);
	else
		bot_reply(call, BOT_MSG_NO_COMPETITION, (struct bot_args){0});
}

/*
 * Whether `history` answers "who won?" better than `honours`: the room has no honours, or a match
 * has ended since the last.
 */
static bool has_newer_match(const struct bot_call *call)
{
	struct bot_store *store = call->host->store;
	const char *room = call->message->room;
	struct bot_honour honour;
	struct bot_match match;

	size_t honours = bot_honour_list(store, room, &honour, 1);
	size_t matches = bot_store_match_ended(store, room, NULL, &match, 1);
	return honours == 0 || (matches > 0 && match.ended > honour.won);
}

void bot_run_winner(struct bot_call *call)
{
	if (run_competition(call, NULL))
		return;
	if (call->message->private)
		run_as(call, "board", NULL);
	else
		run_as(call, has_newer_match(call) ? "history" : "honours", NULL);
}

void bot_run_bouts(struct bot_call *call)
{
	if (!run_competition(call, "next"))
		bot_reply(call, BOT_MSG_NO_COMPETITION, (struct bot_args){0});
}

void bot_run_turn(struct bot_call *call)
{
	const bool night = bot_competition_goes_on(call, BOT_KIND_NIGHT);

	run_as(call, night ? "night" : "games", night ? "next" : NULL);
}

bool bot_typed_yes_is(const struct bot_words *words)
{
	return !words->question && words->id == 0 && words->count > 0 &&
	       (bot_answer_is_yes(words) ||
		       (words->count == 1 && bot_words_mean(words->word[0], "join")) ||
		       (words->count <= ENTRY_WORDS && bot_sentence_says(words, ".here", ".join")));
}

void bot_run_here(struct bot_call *call)
{
	if (!run_expected(call) && !bot_start_tell_challenged(call))
		bot_reply(call, BOT_MSG_BARE_ANSWER, (struct bot_args){0});
}

static void note_challenge(const struct bot_call *call, const struct bot_match *match, void *self)
{
	bool *waits = self;

	*waits = *waits || bot_challenge_may_decline(call, match);
}

/* Whether a challenge waits for the sender, which "ok" does not accept. */
static bool may_accept(const struct bot_call *call)
{
	bool waits = false;

	if (!bot_words_mean(call->words.word[0], "ok"))
		bot_match_visit_own(call, BOT_CHALLENGE, note_challenge, &waits);
	return waits;
}

/* Sets *found to the match if its opponent proposes something; the list has the newest last. */
static void note_proposal(const struct bot_call *call, const struct bot_match *match, void *found)
{
	if (match->proposal != BOT_NO_PROPOSAL &&
		match->proposer == eg_opponent(bot_match_seat(match, call->message->sender)))
		*(struct bot_match *)found = *match;
}

/* Agrees to what an opponent of the sender has proposed. Returns false if nobody has. */
static bool agree(struct bot_call *call)
{
	static const char *const commands[] = {
		[BOT_PAUSE] = "pause", [BOT_RESUME] = "resume", [BOT_ABANDON] = "abandon"};
	struct bot_match match = {0};

	if (!bot_words_mean(call->words.word[0], "ok"))
		bot_match_visit_own(call, BOT_PLAYING, note_proposal, &match);
	if (match.id == 0)
		return false;
	run_as(call, commands[match.proposal], NULL);
	call->words.id = match.id;
	return true;
}

bool bot_typed_yes_run(struct bot_call *call)
{
	const struct bot_words *words = &call->words;

	if (bot_typed_yes_is(words) && run_expected(call))
		return true;
	if (!bot_answer_is_yes(words))
		return false;
	if (may_accept(call)) {
		run_as(call, "accept", NULL);
		return true;
	}
	if (agree(call))
		return true;
	if (!bot_words_mean(words->word[0], "ok") && bot_team_waits(call)) {
		run_as(call, "team", "accept");
		return true;
	}
	if (call->message->private || words->count > 1 ||
		strcmp(words->word[0], BOT_REACTION_YES) != 0)
		return false;
	bot_run_join(call);
	return true;
}

static void note_plan(const struct bot_call *call, const struct bot_match *match, void *id)
{
	if (match->plan[bot_match_seat(match, call->message->sender)][0])
		*(int64_t *)id = match->id;
}

void bot_run_nevermind(struct bot_call *call)
{
	struct bot_question question;
	int64_t planned = 0;

	bot_question_close(call->host, call->message, &question);
	if (question.until == 0 && call->message->private)
		bot_match_visit_own(call, BOT_PLAYING, note_plan, &planned);
	if (planned == 0) {
		bot_reply(call, BOT_MSG_NOTHING_DONE, (struct bot_args){0});
		return;
	}
	run_as(call, "if", "off");
	call->words.id = planned;
}

void bot_run_thanks(struct bot_call *call)
{
	if (!bot_start_tell_challenged(call))
		bot_reply(call, BOT_MSG_THANKS, (struct bot_args){0});
}
