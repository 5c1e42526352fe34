#include "bot/challenge/challenge.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/older_challenges.h"
#include "bot/challenge/publication.h"
#include "bot/challenge/waiting_time.h"
#include "bot/match/loading.h"
#include "bot/match/shuffle.h"
#include "bot/play/match_life.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/muted_room.h"
#include "bot/text/name.h"

#include <sodium.h>
#include <string.h>

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

/* Requests each player of the match whom the bot has not reached yet. */
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
	bot_challenge_begin_wait(host, match->id);
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
static bool check(const struct bot_call *call, const struct bot_match *match,
	struct bot_older_challenges *older)
{
	const char *challenged = bot_match_challenged(match);

	if (bot_muted_room_is(call->host, match->room)) {
		bot_muted_room_tell(call, match->room);
		return false;
	}
	return check_presence(call, challenged) && bot_match_limits_check_block(call, challenged) &&
	       bot_match_limits_check_match(call, match, find_conflict) &&
	       bot_older_challenges_find(call, older) &&
	       bot_match_limits_check_challenge(call, match);
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
	struct bot_older_challenges older = {0};
	struct bot_host *host = call->host;
	char commitment[EG_KEY_TEXT];

	memcpy(match->room, call->message->room, strlen(call->message->room) + 1);
	match->casual = match->casual || match->clock == 0 || bot_match_has_handicap(match);
	match->reserve[EG_WHITE] = match->reserve[EG_BLACK] = match->bank;
	match->unproven[match->challenger] = call->unproven;
	if (!check(call, match, &older))
		return;
	bot_people_learn_name(call, match->room, bot_match_challenged(match));
	bot_must(bot_store_match_add(host->store, match));
	bot_older_challenges_end(host, &older, match->id);
	bot_challenge_begin_wait(host, match->id);
	bot_shuffle_commit(host, match->id, call->message->event, commitment);
	bot_challenge_publish(call, match, commitment, older.here);
	prepare_challenger(call, match);
}

void bot_challenge_end_outside(struct bot_host *host, int64_t id)
{
	struct bot_loaded_match loaded;
	struct bot_match match;

	if (!bot_found(bot_store_match_get(host->store, id, &match)) ||
		match.status != BOT_CHALLENGE || !(bot_match_challenged(&match)[0]))
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
	bot_must(bot_store_match_save(host->store, match));
	bot_must(bot_store_unset_allowance(
		host->store, BOT_ALLOW_CHALLENGE, bot_match_challenger(match), sender));
	bot_shuffle_accept(host, match->id, call->message->event);
	begin_accepted(call, match);
}
