#include "bot/competition/admission.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/challenge/limits.h"
#include "bot/competition/loading.h"

#include <string.h>

/* How many newcomers of one origin may enter: one person can make many accounts there. */
#define NEWCOMERS_OF_ORIGIN 4

bool bot_admission_check_origin(const struct bot_call *call, const struct bot_contest *contest)
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

size_t bot_admission_count(const struct bot_contest *contest)
{
	size_t count = 0;

	for (size_t i = 0; i < contest->entrants; i++)
		count += bot_contest_is_own(contest, &contest->entrant[i]) &&
			 bot_entrant_takes_part(&contest->entrant[i]);
	return count;
}

bool bot_admission_is_full(const struct bot_contest *contest)
{
	size_t rows = 0,
	       most = contest->competition.partner != 0 ? BOT_CONTEST_HALF : BOT_CONTEST_ROWS;

	for (size_t i = 0; i < contest->entrants; i++)
		rows += bot_contest_is_own(contest, &contest->entrant[i]);
	return bot_admission_count(contest) >= BOT_ENTRANTS_MOST || rows >= most;
}

void bot_admission_prepare_room(const struct bot_call *call)
{
	const char *user = call->message->sender;
	const struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = user,
		.origin = call->message->origin};

	if (bot_match_limits_takes_early_room(call, user))
		bot_send(call->host, letter, NULL, NULL);
}

void bot_admission_leave(struct bot_host *host, struct bot_contest *contest, const char *user)
{
	const struct bot_competition *competition = &contest->competition;
	struct bot_entrant *entrant = bot_contest_find(contest, user);

	if (competition->stage < BOT_STAGE_POOLS) {
		size_t half = bot_competition_half_of_entrant(competition, entrant->number);

		bot_must(bot_entrant_remove(
			host->store, bot_competition_half_id(competition, half), user));
		return;
	}
	entrant->state = BOT_ENTRANT_WITHDRAWN;
	bot_competition_save_entrant(host, contest, entrant);
}

bool bot_admission_is_barred(struct bot_host *host, const struct bot_entrant *entrant)
{
	bool barred = entrant->user[0] != '@'; /* the store has forgotten the person */
	if (!barred)
		barred = bot_bans_hold_for(host, entrant->user);
	return barred;
}

void bot_admission_close(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->entrants; i++) {
		struct bot_entrant *entrant = &contest->entrant[i];

		if (entrant->state == BOT_ENTRANT_SIGNED_UP)
			entrant->state = bot_admission_is_barred(host, entrant)
						 ? BOT_ENTRANT_ABSENT
						 : BOT_ENTRANT_PRESENT;
	}
}

void bot_admission_withdraw_barred(struct bot_host *host, struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->entrants; i++) {
		struct bot_entrant *entrant = &contest->entrant[i];

		if (entrant->state == BOT_ENTRANT_PRESENT && bot_admission_is_barred(host, entrant))
			entrant->state = BOT_ENTRANT_WITHDRAWN;
	}
}
