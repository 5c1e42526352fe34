#include "bot/challenge/challenge.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/publication.h"
#include "bot/challenge/terms.h"
#include "bot/match/loading.h"
#include "bot/match/shuffle.h"
#include "bot/play/match_life.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/muted_room.h"
#include "bot/text/name.h"

#include <sodium.h>
#include <string.h>

/*
 * The older challenges that a new challenge replaces. Without this, challenges that nobody answers
 * would keep people from making new ones. With it, a room and a player have no more challenges than
 * before. A player's challenge stands for at least ten minutes before another player's challenge
 * may replace it. Otherwise a few accounts could remove the challenges of all others.
 */

/* The ids of the challenges that a new challenge replaces. An id is 0 if there is none. */
struct older_challenges {
	/*
	 * in the same room: the challenger's own challenge or, if the room has no space for another
	 * match, the challenge that has waited longest
	 */
	int64_t here;
	bool own;    /* `here` is the challenger's own challenge */
	bool stands; /* it has the same terms and opponent, too, so that no new one is made */
	/* in another room, if the challenger has too many challenges: their own oldest one */
	int64_t elsewhere;
};

#define MOST_BY_PLAYER 8 /* the most open challenges by one player, in all rooms together */
/* How many milliseconds a challenge waits before another player's challenge may replace it. */
#define LEAST_WAIT (INT64_C(10) * 60 * 1000)

static bool is_by(const struct bot_match *match, const char *user)
{
	return match->status == BOT_CHALLENGE && strcmp(bot_match_challenger(match), user) == 0;
}

/* Returns how many milliseconds, in the host's time, an open challenge has waited. */
static int64_t find_wait(struct bot_host *host, int64_t challenge)
{
	int64_t due = 0;

	bot_store_timer_get(host->store, challenge, BOT_TIMER_CHALLENGE, &due);
	return host->time + BOT_HOUR * host->config->matches.challenge_expires_h - due;
}

/*
 * Returns whether the oldest challenge in a full room, or 0, has waited long enough. Otherwise
 * tells the sender that the room is full.
 */
static bool may_replace(const struct bot_call *call, int64_t oldest)
{
	size_t most = call->host->config->matches.per_room;

	if (oldest != 0 && find_wait(call->host, oldest) >= LEAST_WAIT)
		return true;
	bot_reply(call, BOT_MSG_ROOM_FULL, (struct bot_args){.count = (int64_t)most});
	return false;
}

static bool is_same(const struct bot_match *a, const struct bot_match *b)
{
	return bot_challenge_has_same_terms(a, b) && a->challenger == b->challenger &&
	       strcmp(bot_match_challenged(a), bot_match_challenged(b)) == 0;
}

/*
 * Finds the sender's challenge in this room, or if the room is full, the challenge to replace. The
 * list has the matches that were accepted first, and then the challenges, the oldest first.
 */
static bool find_here(
	const struct bot_call *call, const struct bot_match *wanted, struct older_challenges *older)
{
	const struct bot_match_filter filter = {.room = call->message->room, .status = -1};
	size_t most = call->host->config->matches.per_room, count = 0;
	int64_t own = 0, oldest = 0;

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		count += match->practice == BOT_NO_PRACTICE;
		if (is_by(match, call->message->sender)) {
			own = match->id;
			older->stands = is_same(match, wanted);
		} else if (match->status == BOT_CHALLENGE && oldest == 0)
			oldest = match->id;
	}
	older->here = own;
	older->own = own != 0;
	if (older->own || count < most)
		return true;
	older->here = oldest;
	return may_replace(call, oldest);
}

static int64_t find_elsewhere(const struct bot_call *call)
{
	const char *sender = call->message->sender;
	const struct bot_match_filter filter = {.player = sender, .status = BOT_CHALLENGE};
	int64_t oldest = 0;
	size_t count = 0;

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		const struct bot_match *match = &list->match[i];

		if (!is_by(match, sender) || strcmp(match->room, call->message->room) == 0)
			continue;
		oldest = count == 0 ? match->id : oldest;
		count++;
	}
	return count >= MOST_BY_PLAYER ? oldest : 0;
}

/*
 * Finds the challenges that the sender's new challenge in the message's room replaces. If the room
 * is full and has no challenge that may be replaced, returns false and tells the sender.
 */
static bool find_older(
	const struct bot_call *call, const struct bot_match *wanted, struct older_challenges *older)
{
	if (!find_here(call, wanted, older))
		return false;
	older->elsewhere = find_elsewhere(call);
	return true;
}

static void load(struct bot_loaded_match *loaded, struct bot_host *host, int64_t id)
{
	struct bot_match match;

	bot_need(bot_store_match_get(host->store, id, &match));
	bot_match_load(loaded, host, &match);
}

static void end_here(struct bot_host *host, const struct older_challenges *older, int64_t newer)
{
	struct bot_loaded_match loaded;

	load(&loaded, host, older->here);
	if (older->own)
		bot_match_limits_forgive(host, &loaded.match);
	loaded.match.status = BOT_ENDED;
	bot_store_match_save(host->store, &loaded.match);
	bot_store_timers_clear(host->store, older->here);
	bot_ended_challenge_replaced(&loaded, newer);
}

static void end_elsewhere(struct bot_host *host, int64_t id)
{
	struct bot_loaded_match loaded;

	load(&loaded, host, id);
	bot_match_end(
		&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_CANCELLED, (struct bot_args){0});
}

/*
 * Ends the challenges, which the challenge with the id `newer` replaces. Tells the other room about
 * its challenge. The new challenge itself names the challenge that it replaces in its own room.
 */
static void end_older(struct bot_host *host, const struct older_challenges *older, int64_t newer)
{
	if (older->here != 0)
		end_here(host, older, newer);
	if (older->elsewhere != 0)
		end_elsewhere(host, older->elsewhere);
}

/* Sets BOT_TIMER_CHALLENGE: the wait begins. `match` is the id. */
static void begin_wait(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + BOT_HOUR * host->config->matches.challenge_expires_h;

	bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due);
}

/* The wait for the players */

/* Adds an outbox row that asks the adapter to reach a player. */
static void request_player(
	struct bot_host *host, const struct bot_match *match, enum eg_seat seat, const char *origin)
{
	struct bot_letter letter = {.kind = BOT_OUT_REACH,
		.private = true,
		.to = match->player[seat],
		.match = match->id,
		.origin = origin};

	bot_send(host, letter, NULL, NULL);
}

/* Has the adapter reach each player of the match whom the bot has not reached yet. */
static void request_players(
	struct bot_host *host, const struct bot_match *match, const char *origin)
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (!match->reached[seat])
			request_player(host, match, seat, origin);
}

void bot_challenge_await_players(
	struct bot_host *host, const struct bot_match *match, const char *origin)
{
	begin_wait(host, match->id);
	request_players(host, match, origin);
}

void bot_challenge_request_players_again(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_ACCEPTED};

	struct bot_match_list *list = bot_match_list_load(host->store, &filter);
	for (size_t i = 0; i < list->count; i++)
		request_players(host, &list->match[i], NULL);
}

/* Challenges */

/*
 * Finds out whether the wanted challenge is possible while the other match exists. In a room, two
 * players may have only one match. A challenge that the other player has made must be answered
 * first; the wanted challenge replaces the sender's own one. Returns BOT_MSG_COUNT if the challenge
 * is possible. Otherwise returns the message that tells the sender why it is not possible.
 */
static enum bot_msg find_conflict(const struct bot_match *wanted, const struct bot_match *other)
{
	bool own = strcmp(bot_match_challenger(other), bot_match_challenger(wanted)) == 0;

	if (!bot_match_limits_is_same_pair(wanted, other))
		return BOT_MSG_COUNT;
	if (other->status != BOT_CHALLENGE)
		return BOT_MSG_PAIR_AGAIN;
	return own ? BOT_MSG_COUNT : BOT_MSG_CHALLENGE_WAITS;
}

/*
 * Checks whether the challenged user is in the room or its guest, as far as the bot knows. If it
 * does not know, the adapter finds out before it sends the challenge: see bot_host_user_outside.
 */
static bool check_presence(const struct bot_call *call, const char *user)
{
	char name[BOT_LABEL_SIZE];

	if (!user[0] || !bot_people_is_outside(call, user) ||
		bot_guests_may_play(call->host, call->message->room, call->message->sender, user))
		return true;
	bot_name_label(call->host->store, user, name);
	bot_reply(call, BOT_MSG_CHALLENGED_OUTSIDE, (struct bot_args){.name = name});
	return false;
}

/*
 * Checks whether the challenge may be made, and finds the challenges that it replaces. If the
 * result is false, the bot has told the sender.
 */
static bool check(
	const struct bot_call *call, const struct bot_match *match, struct older_challenges *older)
{
	const char *challenged = bot_match_challenged(match);

	if (bot_muted_room_is(call->host, match->room)) {
		bot_muted_room_tell(call, match->room);
		return false;
	}
	return check_presence(call, challenged) && bot_match_limits_check_block(call, challenged) &&
	       bot_match_limits_check_match(call, match, find_conflict) &&
	       find_older(call, match, older) &&
	       (older->stands || bot_match_limits_check_challenge(call, match));
}

/*
 * Makes the challenger's private room while the challenge waits, so that the challenger can accept
 * the invitation before the match begins. match->reached stays false: the bot looks at the room
 * again when the challenge is accepted.
 */
static void prepare_challenger(const struct bot_call *call, const struct bot_match *match)
{
	if (bot_match_limits_takes_early_room(call, bot_match_challenger(match)))
		request_player(call->host, match, match->challenger, call->message->origin);
}

void bot_challenge_create(const struct bot_call *call, struct bot_match *match)
{
	struct older_challenges older = {0};
	struct bot_host *host = call->host;
	char commitment[EG_KEY_TEXT];

	memcpy(match->room, call->message->room, strlen(call->message->room) + 1);
	match->casual = match->casual || match->clock == 0 || bot_match_has_handicap(match);
	match->reserve[EG_WHITE] = match->reserve[EG_BLACK] = match->bank;
	match->unproven[match->challenger] = call->unproven;
	if (!check(call, match, &older))
		return;
	if (older.stands) {
		match->id = older.here;
		bot_reply(call, BOT_MSG_CHALLENGE_STANDS, (struct bot_args){.id = match->id});
		return;
	}
	bot_people_learn_name(call, match->room, bot_match_challenged(match));
	bot_store_match_add(host->store, match);
	end_older(host, &older, match->id);
	begin_wait(host, match->id);
	bot_shuffle_commit(host, match->id, call->message->event, commitment);
	bot_challenge_publish(call, match, commitment, older.here);
	prepare_challenger(call, match);
}

void bot_challenge_end_outside(struct bot_host *host, int64_t id)
{
	struct bot_loaded_match loaded;
	struct bot_match match;

	if (!bot_store_match_get(host->store, id, &match) || match.status != BOT_CHALLENGE ||
		!(bot_match_challenged(&match)[0]))
		return;
	bot_match_load(&loaded, host, &match);
	bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_CHALLENGED_OUTSIDE,
		(struct bot_args){.name = loaded.cast.name[eg_opponent(match.challenger)]});
}

/* Says in the messages of the challenge that it is accepted, and waits for its players. */
static void begin_accepted(const struct bot_call *call, const struct bot_match *match)
{
	struct bot_loaded_match loaded;

	bot_match_load(&loaded, call->host, match);
	bot_ended_challenge_accepted(&loaded);
	bot_challenge_await_players(call->host, match, call->message->origin);
}

void bot_challenge_accept(const struct bot_call *call, struct bot_match *match)
{
	const char *sender = call->message->sender;
	struct bot_host *host = call->host;
	char *accepter = match->player[eg_opponent(match->challenger)];

	if (bot_muted_room_is(host, match->room)) {
		bot_muted_room_tell(call, match->room);
		return;
	}
	if (!bot_match_limits_check_block(call, bot_match_challenger(match)) ||
		!bot_match_limits_check_private_rooms(call, bot_match_challenger(match), sender))
		return;
	memcpy(accepter, sender, strlen(sender) + 1);
	int64_t other = bot_match_limits_find_pair(host, match);
	if (other != 0) {
		bot_reply(call, BOT_MSG_PAIR_AGAIN, (struct bot_args){.id = other});
		return;
	}
	match->status = BOT_ACCEPTED;
	match->unproven[eg_opponent(match->challenger)] = call->unproven;
	bot_store_match_save(host->store, match);
	bot_store_unset_allowance(
		host->store, BOT_ALLOW_CHALLENGE, bot_match_challenger(match), sender);
	bot_shuffle_accept(host, match->id, call->message->event);
	begin_accepted(call, match);
}
