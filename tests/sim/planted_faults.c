/*
 * Faults that are put into the bot on purpose, to test whether the laws find them. The linker
 * replaces functions of the bot by the functions in this file (--wrap).
 */
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/send/background.h"
#include "adapters/matrix/send/fair_queue.h"
#include "adapters/matrix/send/job.h"
#include "bot/club/rating.h"
#include "bot/club/season.h"
#include "bot/competition/bouts.h"
#include "bot/competition/due.h"
#include "bot/competition/lots.h"
#include "bot/match/position.h"
#include "bot/play/automatic.h"
#include "tests/sim/sim.h"

#include <stdlib.h>
#include <string.h>

enum bot_error __real_bot_store_commit(struct bot_store *store);
enum bot_error __wrap_bot_store_commit(struct bot_store *store);
bool __real_bot_store_handled(struct bot_store *store, const char *event);
bool __wrap_bot_store_handled(struct bot_store *store, const char *event);

bool __real_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b);
bool __wrap_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b);

enum mx_answer_verdict __real_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author);
enum mx_answer_verdict __wrap_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author);

void __real_bot_rating_update(
	struct bot_store *store, struct bot_match *match, struct bot_rating_change *change);
void __wrap_bot_rating_update(
	struct bot_store *store, struct bot_match *match, struct bot_rating_change *change);
void __real_bot_night_rank(struct bot_contest *contest);
void __wrap_bot_night_rank(struct bot_contest *contest);
size_t __real_bot_contest_annul(struct bot_contest *contest);
size_t __wrap_bot_contest_annul(struct bot_contest *contest);
struct bot_bout *__real_bot_contest_next_bout(struct bot_contest *contest);
struct bot_bout *__wrap_bot_contest_next_bout(struct bot_contest *contest);
bool __real_bot_lots_draw(struct bot_contest *contest);
bool __wrap_bot_lots_draw(struct bot_contest *contest);
int64_t __real_bot_weekly_run_due(struct bot_host *host);
int64_t __wrap_bot_weekly_run_due(struct bot_host *host);
void __real_bot_season_rank(struct bot_contest *contest);
void __wrap_bot_season_rank(struct bot_contest *contest);
void __real_bot_season_draw(
	struct bot_contest *contest, const struct bot_seed seed[BOT_CONTEST_ROWS]);
void __wrap_bot_season_draw(
	struct bot_contest *contest, const struct bot_seed seed[BOT_CONTEST_ROWS]);
struct bot_bout *__real_bot_season_next_bout(
	struct bot_contest *contest, const bool away[BOT_CONTEST_ROWS]);
struct bot_bout *__wrap_bot_season_next_bout(
	struct bot_contest *contest, const bool away[BOT_CONTEST_ROWS]);
size_t __real_bot_bouts_collect(
	struct bot_host *host, struct bot_contest *contest, size_t list[BOT_CONTEST_BOUTS]);
size_t __wrap_bot_bouts_collect(
	struct bot_host *host, struct bot_contest *contest, size_t list[BOT_CONTEST_BOUTS]);
int64_t __real_bot_competitions_run_due(struct bot_host *host);
int64_t __wrap_bot_competitions_run_due(struct bot_host *host);

bool __real_bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action);
bool __wrap_bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action);

void __real_mx_background_add_reactions(
	struct mx_background *background, const struct mx_job *job, const char *event);
void __wrap_mx_background_add_reactions(
	struct mx_background *background, const struct mx_job *job, const char *event);

enum mx_answer_verdict __wrap_mx_session_watch(
	struct mx_session *session, const struct mx_answer *answer, enum mx_author author)
{
	return __real_mx_session_watch(
		session, answer, sim->plant == SIM_PLANT_GULLIBLE ? MX_AUTHOR_SESSION : author);
}

enum bot_error __wrap_bot_store_commit(struct bot_store *store)
{
	if (sim->plant == SIM_PLANT_COMMIT && sim_random_chance(&sim->random, 20)) {
		bot_store_rollback(store);
		return BOT_OK;
	}
	return __real_bot_store_commit(store);
}

/* Whether the event is an answer to a question of the bot. */
static bool is_answer(const char *event)
{
	size_t position = strtoul(event + 2, NULL, 10);

	return position > 0 && position <= sim->event_count &&
	       sim->events[position - 1].intent.answers;
}

bool __wrap_bot_store_handled(struct bot_store *store, const char *event)
{
	bool again = __real_bot_store_handled(store, event);

	if (sim->plant == SIM_PLANT_AGAIN)
		return false;
	return again || (sim->plant == SIM_PLANT_SHRUG && event[0] == '$' && is_answer(event));
}

/*
 * Whether a lane belongs to the flooded room, or to a room of somebody who floods the bot with
 * invitations.
 */
static bool is_flooded(const struct mx_queue_entry *entry)
{
	for (size_t i = 0; i < sim->room_count; i++)
		if (strcmp(sim->rooms[i].id, entry->to) == 0)
			return i == sim->flooded || sim->rooms[i].creator == SIM_STRANGER;
	return false;
}

bool __wrap_mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b)
{
	if (sim->plant == SIM_PLANT_GREEDY && is_flooded(a) != is_flooded(b))
		return is_flooded(a);
	return __real_mx_fair_queue_before(queue, a, b);
}

/* With the fault, adds the cards without the first one. */
void __wrap_mx_background_add_reactions(
	struct mx_background *background, const struct mx_job *job, const char *event)
{
	struct mx_job some = *job;

	if (sim->plant == SIM_PLANT_CHOSEN && job->reactions && job->reactions[0] == '1')
		some.reactions = strchr(job->reactions, '\n') + 1;
	__real_mx_background_add_reactions(background, &some, event);
}

/* With the fault, looks into the hand of a player who must answer an attack. */
bool __wrap_bot_automatic_find(const struct bot_loaded_match *loaded, struct eg_action *action)
{
	const struct eg_view *round = &loaded->state.round;
	const struct eg_view *own = &bot_position_seen_by(loaded, round->to_act)->round;

	if (__real_bot_automatic_find(loaded, action))
		return true;
	if (sim->plant != SIM_PLANT_KNOWING || round->phase != EG_DEFEND || own->legal_count != 1)
		return false;
	*action = own->legal[0];
	return bot_automatic_wanted(loaded->host, loaded->match.player[round->to_act]);
}

/* The faults of club nights. */

/* With the fault, a bout is rated as any other match, although not both have acted in it. */
void __wrap_bot_rating_update(
	struct bot_store *store, struct bot_match *match, struct bot_rating_change *change)
{
	int64_t competition = match->competition;

	if (sim->plant == SIM_PLANT_GIFT)
		match->competition = 0;
	__real_bot_rating_update(store, match, change);
	match->competition = competition;
}

void __wrap_bot_night_rank(struct bot_contest *contest)
{
	__real_bot_night_rank(contest);
	for (size_t i = 0; sim->plant == SIM_PLANT_RANKS && i < contest->entrants; i++)
		if (contest->entrant[i].rank == 1 || contest->entrant[i].rank == 2)
			contest->entrant[i].rank = (uint8_t)(3 - contest->entrant[i].rank);
}

size_t __wrap_bot_contest_annul(struct bot_contest *contest)
{
	for (size_t i = 0; sim->plant == SIM_PLANT_ANNUL && i < contest->bouts; i++)
		if (contest->bout[i].round == 0 && contest->bout[i].state == BOT_BOUT_WAITS) {
			contest->bout[i].state = BOT_BOUT_ENDED;
			break;
		}
	return __real_bot_contest_annul(contest);
}

struct bot_bout *__wrap_bot_contest_next_bout(struct bot_contest *contest)
{
	for (size_t i = 0; sim->plant == SIM_PLANT_BUSY && i < contest->bouts; i++)
		if (contest->bout[i].state == BOT_BOUT_WAITS)
			return &contest->bout[i];
	return __real_bot_contest_next_bout(contest);
}

bool __wrap_bot_lots_draw(struct bot_contest *contest)
{
	bool drawn = __real_bot_lots_draw(contest);

	for (size_t i = 0; sim->plant == SIM_PLANT_LOTS && i < contest->entrants; i++)
		contest->lot[i] = ~contest->lot[i];
	return drawn;
}

int64_t __wrap_bot_weekly_run_due(struct bot_host *host)
{
	return sim->plant == SIM_PLANT_WEEKLY ? INT64_MAX : __real_bot_weekly_run_due(host);
}

/* The faults of seasons. */

void __wrap_bot_season_rank(struct bot_contest *contest)
{
	__real_bot_season_rank(contest);
	for (size_t i = 0; sim->plant == SIM_PLANT_SEASON_RANKS && i < contest->entrants; i++)
		if (contest->entrant[i].pool == 1 &&
			(contest->entrant[i].rank == 1 || contest->entrant[i].rank == 2))
			contest->entrant[i].rank = (uint8_t)(3 - contest->entrant[i].rank);
}

void __wrap_bot_season_draw(
	struct bot_contest *contest, const struct bot_seed seed[BOT_CONTEST_ROWS])
{
	__real_bot_season_draw(contest, seed);
	if (sim->plant == SIM_PLANT_SEASON_PAIR)
		contest->bouts--;
}

struct bot_bout *__wrap_bot_season_next_bout(
	struct bot_contest *contest, const bool away[BOT_CONTEST_ROWS])
{
	for (size_t i = 0; sim->plant == SIM_PLANT_SEASON_BUSY && i < contest->bouts; i++)
		if (contest->bout[i].state == BOT_BOUT_WAITS)
			return &contest->bout[i];
	return __real_bot_season_next_bout(contest, away);
}

size_t __wrap_bot_bouts_collect(
	struct bot_host *host, struct bot_contest *contest, size_t list[BOT_CONTEST_BOUTS])
{
	size_t ended = __real_bot_bouts_collect(host, contest, list);

	for (size_t i = 0; sim->plant == SIM_PLANT_SEASON_RESULT && i < ended; i++)
		if (contest->bout[list[i]].winner != BOT_BOUT_NOBODY)
			contest->bout[list[i]].winner = 1 - contest->bout[list[i]].winner;
	return ended;
}

int64_t __wrap_bot_competitions_run_due(struct bot_host *host)
{
	bool stalls = (sim->plant == SIM_PLANT_STALL || sim->plant == SIM_PLANT_SEASON_STALL) &&
		      sim->night.begun;

	return stalls ? INT64_MAX : __real_bot_competitions_run_due(host);
}
