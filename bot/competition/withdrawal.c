#include "bot/competition/withdrawal.h"

#include "bot/base/attempt.h"
#include "bot/competition/admission.h"
#include "bot/competition/bouts.h"
#include "bot/competition/letter.h"
#include "bot/store/rounds.h"

#include <string.h>

/* The season while it settles. The arrays are by the index in season->entrant. */
struct settling {
	struct bot_host *host;
	struct bot_contest *season;
	bool gone[BOT_CONTEST_ROWS]; /* took part no more when the settling began */
	bool half[BOT_CONTEST_ROWS]; /* had fenced half of their bouts then */
};

static void note_fencers(struct settling *settling)
{
	for (size_t i = 0; i < settling->season->entrants; i++) {
		const struct bot_entrant *entrant = &settling->season->entrant[i];

		settling->gone[i] = entrant->state != BOT_ENTRANT_PRESENT;
		settling->half[i] = bot_season_has_fenced_half(settling->season, entrant);
	}
}

static size_t find_index(const struct settling *settling, uint8_t number)
{
	return (size_t)(bot_contest_entrant(settling->season, number) - settling->season->entrant);
}

/*
 * Whether a fencer who has withdrawn loses a bout in which the opponent has acted. `acted` tells
 * whether the fencer has acted in it, too. A fencer whom a moderator has excluded loses none.
 */
static bool loses(const struct settling *settling, uint8_t number, bool acted)
{
	size_t at = find_index(settling, number);
	const struct bot_entrant *entrant = &settling->season->entrant[at];

	return bot_entrant_is_timed_out(entrant) ||
	       (entrant->state == BOT_ENTRANT_WITHDRAWN && settling->half[at] && acted);
}

/* Returns the index of the fencer who wins a bout that a withdrawal has ended. */
static uint8_t find_winner(
	const struct settling *settling, const struct bot_bout *bout, const bool acted[2])
{
	for (uint8_t i = 0; i < 2; i++)
		if (acted[1 - i] && loses(settling, bout->entrant[i], acted[i]) &&
			bot_contest_is_present(settling->season, bout->entrant[1 - i]))
			return 1 - i;
	return BOT_BOUT_NOBODY;
}

/* Decides a bout that a withdrawal has ended. */
static void decide(const struct settling *settling, struct bot_bout *bout,
	const struct bot_match *match, const bool acted[2])
{
	bout->winner = find_winner(settling, bout, acted);
	if (bout->winner != BOT_BOUT_NOBODY) {
		bout->touches[bout->winner] = match->rules.touches;
		return;
	}
	memset(bout->touches, 0, sizeof(bout->touches));
	if (match->winner != EG_NOBODY)
		bot_letter_tell_annulled(settling->host, settling->season, bout);
}

/*
 * Whether a match ended by a withdrawal before this settling: an admin banned a fencer, so that
 * nobody won, or the store forgot one, who has resigned so.
 */
static bool ended_so_before(
	const struct settling *settling, const struct bot_bout *bout, const struct bot_match *match)
{
	for (size_t i = 0; i < 2; i++) {
		size_t at = find_index(settling, bout->entrant[i]);
		bool forgotten = settling->season->entrant[at].user[0] != '@';

		if (settling->gone[at] && (forgotten || match->winner == EG_NOBODY))
			return true;
	}
	return false;
}

/* Decides a bout again if a withdrawal has ended it, in this settling or before. */
static void review(struct settling *settling, struct bot_bout *bout, bool by_withdrawal)
{
	struct bot_match match;
	bool acted[2] = {false, false};

	if (!bot_found(bot_store_match_get(settling->host->store, bout->match, &match)))
		return;
	if (!by_withdrawal && !ended_so_before(settling, bout, &match))
		return;
	if (match.began > 0)
		bot_must(bot_store_acted(settling->host->store, &match, acted));
	decide(settling, bout, &match, acted);
}

static void collect(struct settling *settling, bool by_withdrawal)
{
	size_t list[BOT_CONTEST_BOUTS];

	size_t count = bot_bouts_collect(settling->host, settling->season, list);
	for (size_t i = 0; i < count; i++)
		review(settling, &settling->season->bout[list[i]], by_withdrawal);
}

void bot_season_settle(struct bot_host *host, struct bot_contest *season)
{
	struct settling settling = {.host = host, .season = season};
	bool any = true;

	bot_admission_withdraw_barred(host, season);
	note_fencers(&settling);
	collect(&settling, false);
	while (any) {
		any = bot_bouts_end_withdrawn(host, season);
		if (any)
			collect(&settling, true);
		bot_contest_annul(season);
	}
}
