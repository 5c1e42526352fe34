#include "bot/competition/bouts.h"

#include "bot/base/attempt.h"
#include "bot/challenge/challenge.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/shuffle.h"
#include "bot/match/turn_clock.h"
#include "bot/play/match_life.h"

#include <sodium.h>
#include <string.h>

#define LIST_SIZE  1024
#define WAIT_TURNS 3 /* how many turns' time a bout waits for its fencers */

int64_t bot_bouts_time(const struct bot_competition *competition)
{
	return BOT_CLOCK_BOUT_TURNS * competition->clock;
}

/* Makes the secrets of the match, from which its decks follow. */
static void set_secrets(
	struct bot_host *host, struct bot_contest *contest, const struct bot_bout *bout)
{
	struct bot_shuffle shuffle = {0};
	unsigned char last[EG_KEY];

	memcpy(shuffle.challenge, bot_contest_entrant(contest, bout->entrant[0])->event,
		BOT_ID_SIZE);
	memcpy(shuffle.acceptance, bot_contest_entrant(contest, bout->entrant[1])->event,
		BOT_ID_SIZE);
	bot_lots_bout_secret(&contest->competition, bout, last);
	bot_shuffle_set(host, bout->match, &shuffle, last);
	sodium_memzero(last, sizeof(last));
	sodium_memzero(&shuffle, sizeof(shuffle));
}

/*
 * Who begins is balanced in a pool or a division: of n fencers, each begins half of their n - 1
 * bouts, give or take one half. In a team match both have the same place, their board, so White
 * begins: the teams have White in turn (bot/club/team.h). In other bouts lots decide.
 */
static enum eg_seat find_first(struct bot_contest *contest, const struct bot_bout *bout)
{
	uint8_t place[2];

	if (bout->round != 0 || bout->place == BOT_CONTEST_DECIDES)
		return EG_NOBODY;
	for (size_t i = 0; i < 2; i++)
		place[i] = bot_contest_entrant(contest, bout->entrant[i])->place;
	return ((place[0] + place[1]) % 2 == 1) == (place[0] < place[1]) ? EG_WHITE : EG_BLACK;
}

void bot_bout_begin(struct bot_host *host, struct bot_contest *contest, struct bot_bout *bout)
{
	const struct bot_competition *competition = &contest->competition;
	struct bot_match match = {.status = BOT_ACCEPTED,
		.rules = competition->rules,
		.clock = competition->clock,
		.competition = competition->id};

	match.rules.first = find_first(contest, bout);
	memcpy(match.room, competition->room, BOT_ID_SIZE);
	for (size_t i = 0; i < 2; i++)
		memcpy(match.player[i], bot_contest_entrant(contest, bout->entrant[i])->user,
			BOT_ID_SIZE);
	bot_store_match_add(host->store, &match);
	bout->match = match.id;
	bout->state = BOT_BOUT_FENCED;
	set_secrets(host, contest, bout);
	bot_challenge_await_players(host, &match, NULL);
	bot_store_timer_set(host->store, match.id, BOT_TIMER_CHALLENGE,
		host->time + WAIT_TURNS * competition->clock);
}

bool bot_bouts_decide_title(struct bot_host *host, struct bot_contest *contest,
	const struct bot_standing *standings, size_t count)
{
	const char *room = contest->competition.room;
	const struct bot_lang *lang = bot_language_of_room(host, room);
	char list[LIST_SIZE], name[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(lang, contest->competition.kind, name);

	if (bot_contest_add_deciding_bouts(contest, standings, count) == 0)
		return false;
	struct bot_text text = bot_text_in(list, sizeof(list));
	for (size_t i = 0; i < bot_ranking_first_by_lots(standings, count); i++) {
		bot_text_add(&text, i > 0 ? lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(
			host, contest, &contest->entrant[standings[i].entrant], &text);
	}
	args.words = list;
	bot_send_message(
		host, (struct bot_letter){.to = room}, lang, BOT_MSG_CONTEST_DECIDES, args);
	return true;
}

void bot_bouts_begin(struct bot_host *host, struct bot_contest *contest)
{
	size_t now = 0, most = host->config->matches.per_room;
	struct bot_bout *next;

	for (size_t i = 0; i < contest->bouts; i++)
		now += contest->bout[i].state == BOT_BOUT_FENCED;
	for (; now < most && (next = bot_contest_next_bout(contest)); now++)
		bot_bout_begin(host, contest, next);
}

/* Results */

/*
 * Notes that an entrant has lost a bout because they did not come, or let their time run out. One
 * absence can cost a fencer all bouts that they fence at once. So forfeits within one turn's time
 * count as one.
 */
static void note_forfeit(struct bot_host *host, struct bot_contest *contest, uint8_t number)
{
	struct bot_entrant *entrant = bot_contest_entrant(contest, number);

	if (entrant->forfeits > 0 && host->time - entrant->forfeited < contest->competition.clock)
		return;
	entrant->forfeited = host->time;
	if (entrant->forfeits < UINT8_MAX)
		entrant->forfeits++;
	if (entrant->forfeits >= BOT_CONTEST_FORFEITS && entrant->state == BOT_ENTRANT_PRESENT)
		entrant->state = BOT_ENTRANT_WITHDRAWN;
}

/*
 * Returns the index of the fencer with the smaller lot, and tells both fencers. (bot_lots_draw has
 * drawn the lots.)
 */
static uint8_t decide_by_lots(
	struct bot_host *host, struct bot_contest *contest, const struct bot_bout *bout)
{
	const struct bot_entrant *entrant[2];
	uint64_t lot[2];

	for (size_t i = 0; i < 2; i++) {
		entrant[i] = bot_contest_entrant(contest, bout->entrant[i]);
		lot[i] = contest->lot[entrant[i] - contest->entrant];
	}
	uint8_t winner = lot[0] <= lot[1] ? 0 : 1;
	for (size_t i = 0; i < 2; i++)
		bot_entrant_tell_lots(host, contest, entrant[i], entrant[winner], bout->match);
	return winner;
}

/* Returns the index of the only fencer who is present, or BOT_BOUT_NOBODY. */
static uint8_t find_remaining(struct bot_contest *contest, const struct bot_bout *bout)
{
	bool present[2];

	for (size_t i = 0; i < 2; i++)
		present[i] = bot_contest_entrant(contest, bout->entrant[i])->state ==
			     BOT_ENTRANT_PRESENT;
	if (present[0] == present[1])
		return BOT_BOUT_NOBODY;
	return present[0] ? 0 : 1;
}

/*
 * Returns who wins a bout that was played and ended without a winner: the fencer with more touches.
 * If the touches are equal, nobody wins a bout of a season or of a team match, and lots decide a
 * bout of a night, as they give the priority in a fencing bout. The turn must not decide, because a
 * player could wait until the clock ends the bout in the opponent's turn.
 */
static uint8_t decide_played(struct bot_host *host, struct bot_contest *contest,
	const struct bot_bout *bout, const struct eg_match_view *state)
{
	if (state->score[EG_WHITE] != state->score[EG_BLACK])
		return state->score[EG_WHITE] > state->score[EG_BLACK] ? 0 : 1;
	return contest->competition.kind == BOT_KIND_NIGHT ? decide_by_lots(host, contest, bout)
							   : BOT_BOUT_NOBODY;
}

/* Returns who wins a bout that was never played: the fencer who came. */
static uint8_t decide_unplayed(struct bot_host *host, struct bot_contest *contest,
	const struct bot_bout *bout, const struct bot_match *match)
{
	for (size_t i = 0; i < 2; i++)
		if (!match->reached[i])
			note_forfeit(host, contest, bout->entrant[i]);
	if (match->reached[0] == match->reached[1])
		return BOT_BOUT_NOBODY;
	return match->reached[0] ? 0 : 1;
}

static void decide(struct bot_host *host, struct bot_contest *contest, struct bot_bout *bout,
	const struct bot_match *match, const struct eg_match_view *state)
{
	bool played = match->began > 0;

	bout->state = BOT_BOUT_ENDED;
	bout->winner = (uint8_t)match->winner;
	if (played)
		for (size_t i = 0; i < 2; i++)
			bout->touches[i] = state->score[i];
	if (match->winner == EG_NOBODY)
		bout->winner = find_remaining(contest, bout);
	else if (match->ending != BOT_WON)
		bout->touches[bout->winner] = match->rules.touches;
	if (match->ending == BOT_FORFEITED && match->winner != EG_NOBODY)
		note_forfeit(host, contest, bout->entrant[1 - bout->winner]);
	if (bout->winner == BOT_BOUT_NOBODY)
		bout->winner = played ? decide_played(host, contest, bout, state)
				      : decide_unplayed(host, contest, bout, match);
	if (!played && bout->winner != BOT_BOUT_NOBODY)
		bout->touches[bout->winner] = match->rules.touches;
	if (bout->winner == BOT_BOUT_NOBODY && bout->round > 0)
		bout->winner = decide_by_lots(host, contest, bout);
}

/* A match that the store has no more, or has set aside as damaged, has no result. */
static void decide_without_match(
	struct bot_host *host, struct bot_contest *contest, struct bot_bout *bout)
{
	bout->state = BOT_BOUT_ENDED;
	bout->winner = bout->round > 0 ? decide_by_lots(host, contest, bout) : BOT_BOUT_NOBODY;
}

static void collect(struct bot_host *host, struct bot_contest *contest, struct bot_bout *bout)
{
	struct eg_match_view state = {0};
	struct bot_match match;

	if (!bot_store_match_get(host->store, bout->match, &match)) {
		decide_without_match(host, contest, bout);
		return;
	}
	if (match.status != BOT_ENDED)
		return;
	if (match.began > 0)
		state = bot_position_public(host->store, &match);
	decide(host, contest, bout, &match, &state);
}

size_t bot_bouts_collect(
	struct bot_host *host, struct bot_contest *contest, size_t list[BOT_CONTEST_BOUTS])
{
	size_t ended = 0;
	for (size_t i = 0; i < contest->bouts; i++) {
		if (contest->bout[i].state != BOT_BOUT_FENCED)
			continue;
		collect(host, contest, &contest->bout[i]);
		if (contest->bout[i].state == BOT_BOUT_ENDED)
			list[ended++] = i;
	}
	return ended;
}

/* Withdrawals */

/* Ends the match of a bout, which `winner` wins, or nobody. */
static void end_match(
	struct bot_host *host, const struct bot_bout *bout, enum eg_seat winner, enum bot_msg why)
{
	struct bot_loaded_match loaded;
	struct bot_match match;

	if (!bot_store_match_get(host->store, bout->match, &match) || match.status == BOT_ENDED)
		return;
	bot_match_load(&loaded, host, &match);
	if (winner == EG_NOBODY || match.status != BOT_PLAYING)
		bot_match_stop(&loaded, why);
	else
		bot_match_end(&loaded, BOT_RESIGNED, winner, why,
			(struct bot_args){.winner = loaded.cast.name[winner],
				.loser = loaded.cast.name[eg_opponent(winner)]});
}

/*
 * A moderator decides no match. If the exclusion is taken back, a bout of the pools begins again.
 * In a team match the other team wins the bout: else a moderator could undo what a team-mate loses.
 */
static void end_excluded(
	struct bot_host *host, const struct bot_contest *contest, struct bot_bout *bout)
{
	end_match(host, bout, EG_NOBODY, BOT_MSG_MATCH_STOPPED);

	if (bout->round == 0 && contest->competition.kind != BOT_KIND_TEAM)
		bot_contest_annul_bout(bout);
}

bool bot_bouts_end_withdrawn(struct bot_host *host, struct bot_contest *contest)
{
	bool any = false;
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];
		bool gone[2], excluded = false;

		if (bout->state != BOT_BOUT_FENCED)
			continue;
		for (size_t j = 0; j < 2; j++) {
			enum bot_entrant_state state =
				bot_contest_entrant(contest, bout->entrant[j])->state;

			gone[j] = state != BOT_ENTRANT_PRESENT;
			excluded = excluded || state == BOT_ENTRANT_EXCLUDED;
		}
		if (!gone[0] && !gone[1])
			continue;
		any = true;
		if (excluded)
			end_excluded(host, contest, bout);
		else
			end_match(
				host, bout, gone[0] ? EG_BLACK : EG_WHITE, BOT_MSG_MATCH_RESIGNED);
	}
	return any;
}

static void end_as_it_stands(struct bot_host *host, const struct bot_match *match)
{
	struct bot_loaded_match loaded;

	if (match->status == BOT_ENDED)
		return;
	bot_match_load(&loaded, host, match);
	bot_match_end_bout(&loaded, BOT_STOPPED);
}

/*
 * Whether a match has a result as it stands. No lots decide a bout of a night because the night
 * ends early: if it is level, it has no result.
 */
static bool stands(
	struct bot_host *host, const struct bot_contest *contest, const struct bot_match *match)
{
	if (match->began == 0)
		return false;
	struct eg_match_view state = bot_position_public(host->store, match);
	return contest->competition.kind != BOT_KIND_NIGHT ||
	       state.score[EG_WHITE] != state.score[EG_BLACK];
}

void bot_bouts_end_unfenced(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];
		struct bot_match match;

		if (bout->state != BOT_BOUT_FENCED)
			continue;
		if (bot_store_match_get(host->store, bout->match, &match) &&
			stands(host, contest, &match)) {
			end_as_it_stands(host, &match);
			collect(host, contest, bout);
			continue;
		}
		end_match(host, bout, EG_NOBODY, BOT_MSG_MATCH_STOPPED);
		bout->state = BOT_BOUT_WAITS;
	}
}

void bot_bouts_stop(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];

		if (bout->state != BOT_BOUT_FENCED)
			continue;
		end_match(host, bout, EG_NOBODY, BOT_MSG_MATCH_STOPPED);
		bout->state = BOT_BOUT_WAITS;
	}
}
