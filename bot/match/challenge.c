#include "bot/match/challenge.h"

#include "bot/command/rate_limit.h"
#include "bot/match/challenge_terms.h"
#include "bot/match/loaded_match.h"
#include "bot/match/match_limits.h"
#include "bot/match/reach_request.h"
#include "bot/match/shuffle.h"

#include <string.h>

#define HOUR INT64_C(3600000) /* milliseconds */

/* In a room, a player has at most one challenge, and two players have at most one match. */
static enum bot_msg conflict(const struct bot_match *wanted, const struct bot_match *other)
{
	if (other->status == BOT_CHALLENGE &&
		strcmp(bot_match_challenger(other), bot_match_challenger(wanted)) == 0)
		return BOT_MSG_CHALLENGE_AGAIN;
	return bot_match_limits_is_same_pair(wanted, other) ? BOT_MSG_PAIR_AGAIN : BOT_MSG_COUNT;
}

enum bot_error bot_challenge_set_timer(struct bot_host *host, int64_t match)
{
	int64_t due = host->time + HOUR * host->config->matches.challenge_expires_h;

	return bot_store_timer_set(host->store, match, BOT_TIMER_CHALLENGE, due);
}

/*
 * A challenge makes the device of the challenged user ring. It does not ring if the challenger has
 * used up the allowance for that user, or if the challenger is a stranger to the user and strangers
 * have used up theirs.
 */
static enum bot_error choose_ring(
	struct bot_host *host, const struct bot_match *match, enum bot_ring *ring)
{
	bool have_played = false;

	enum bot_error error = bot_allowance_ring(
		host, bot_match_challenger(match), bot_match_challenged(match), ring);
	if (!error && *ring == BOT_RING)
		error = bot_match_limits_have_played(host->store, match, &have_played);
	if (error || *ring != BOT_RING || have_played)
		return error;
	return bot_allowance_ring_by_stranger(host, bot_match_challenged(match), ring);
}

static enum bot_error publish(
	const struct bot_call *call, const struct bot_match *match, const char *commitment)
{
	const struct bot_lang *lang = call->lang;
	struct bot_challenge_terms terms;
	enum eg_seat challenged = eg_opponent(match->challenger);
	bool open = !match->player[challenged][0];
	struct bot_letter letter = {.to = match->room, .match = match->id};
	struct bot_loaded_match loaded;
	struct bot_page page;

	enum bot_error error = bot_match_load(&loaded, call->host, match);
	if (!error && !open)
		error = choose_ring(call->host, match, &letter.ring);
	if (error)
		return error;
	if (letter.ring == BOT_RING)
		letter.mention = match->player[challenged];
	bot_challenge_terms_write(match, lang, loaded.cast.name[match->challenger], &terms);
	struct bot_args args = {.id = match->id,
		.challenger = loaded.cast.with_id[match->challenger],
		.challenged = loaded.cast.with_id[challenged],
		.name = loaded.cast.name[challenged],
		.rules = terms.rules,
		.touches = match->rules.touches,
		.first = terms.first,
		.clock = terms.clock,
		.unseen = terms.unseen,
		.commitment = commitment,
		.prefix = call->host->prefix,
		.hours = call->host->config->matches.challenge_expires_h};
	bot_page_init(&page, lang);
	bot_page_say(&page, open ? BOT_MSG_CHALLENGE_OPEN : BOT_MSG_CHALLENGE_USER, &args);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_COMMITMENT, &args);
	return bot_send(call->host, letter, &page, NULL);
}

enum bot_error bot_challenge_create(const struct bot_call *call, struct bot_match *match)
{
	struct bot_host *host = call->host;
	char commitment[EG_KEY_TEXT];
	bool allowed;

	memcpy(match->room, call->message->room, strlen(call->message->room) + 1);
	enum bot_error error = bot_match_limits_check_match(call, match, conflict, &allowed);
	if (!error && allowed)
		error = bot_match_limits_check_challenge(call, match, &allowed);
	if (error || !allowed)
		return error;
	error = bot_store_match_add(host->store, match);
	if (!error)
		error = bot_challenge_set_timer(host, match->id);
	if (!error)
		error = bot_shuffle_commit(host, match->id, call->message->event, commitment);
	return error ? error : publish(call, match, commitment);
}

enum bot_error bot_challenge_accept(const struct bot_call *call, struct bot_match *match)
{
	const char *sender = call->message->sender;
	struct bot_host *host = call->host;
	char *accepter = match->player[eg_opponent(match->challenger)];
	int64_t other = 0;
	bool allowed;

	enum bot_error error =
		bot_reach_request_allowed(call, bot_match_challenger(match), sender, &allowed);
	if (error || !allowed)
		return error;
	memcpy(accepter, sender, strlen(sender) + 1);
	error = bot_match_limits_find_pair(host, match, &other);
	if (error)
		return error;
	if (other != 0)
		return bot_reply(call, BOT_MSG_PAIR_AGAIN, (struct bot_args){.id = other});
	match->status = BOT_ACCEPTED;
	error = bot_store_match_save(host->store, match);
	if (!error)
		error = bot_store_unset_allowance(
			host->store, BOT_ALLOW_CHALLENGE, bot_match_challenger(match), sender);
	if (!error)
		error = bot_shuffle_accept(host, match->id, call->message->event);
	if (!error)
		error = bot_challenge_set_timer(host, match->id);
	if (!error)
		error = bot_reach_request_add(host, match, EG_WHITE, call->message->origin);
	return error ? error : bot_reach_request_add(host, match, EG_BLACK, call->message->origin);
}
