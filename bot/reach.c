/* Whether the players can be reached in private: what the adapter reports. */
#include "bot/challenge.h"
#include "bot/game.h"
#include "bot/host.h"
#include "bot/time.h"

#include <stdlib.h>
#include <string.h>

struct own {
	size_t count;
	struct bot_match match[BOT_MATCHES_MOST];
};

/* The matches accepted, which need their players in private; for the caller to free. */
static enum bot_error find(
	struct bot_host *host, const struct bot_match_filter *filter, struct own **own)
{
	size_t all, kept = 0;

	struct own *found = malloc(sizeof(*found));
	if (!found)
		return BOT_NO_MEMORY;
	enum bot_error error =
		bot_store_match_find(host->store, filter, found->match, BOT_MATCHES_MOST, &all);
	if (error) {
		free(found);
		return error;
	}
	for (size_t i = 0; i < all; i++)
		if (found->match[i].status != BOT_CHALLENGE)
			found->match[kept++] = found->match[i];
	found->count = kept;
	*own = found;
	return BOT_OK;
}

static enum bot_error reached(struct bot_host *host, struct bot_match *match, enum eg_seat seat)
{
	struct bot_game game;
	struct bot_page page;

	match->reached[seat] = true;
	enum bot_error error = bot_store_match_save(host->store, match);
	if (error || (match->status == BOT_MEETING && !match->reached[eg_opponent(seat)]))
		return error;
	error = bot_game_load(&game, host, match);
	if (error)
		return error;
	if (match->status == BOT_MEETING)
		return bot_game_begin(&game);
	bot_page_init(&page, game.own[seat]);
	bool acts = game.state.round.to_act == seat;
	return bot_game_hand(&game, &page, seat, acts ? BOT_RING : BOT_QUIET);
}

enum bot_error bot_host_reached(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct own *own;
	bool met = false;

	enum bot_error error = bot_time_go_on(host);
	if (!error)
		error = find(host, &filter, &own);
	if (error)
		return error;
	/* The answer to a new match's question is no reason to send the hands of others again. */
	for (size_t i = 0; i < own->count; i++)
		met = met || (own->match[i].status == BOT_MEETING &&
				     !own->match[i].reached[bot_match_seat(&own->match[i], user)]);
	for (size_t i = 0; !error && i < own->count; i++) {
		struct bot_match *match = &own->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (!match->reached[seat] || (!met && match->status == BOT_PLAYING))
			error = reached(host, match, seat);
	}
	free(own);
	return error;
}

static enum bot_error unreachable(
	struct bot_host *host, struct bot_match *match, enum eg_seat seat, enum bot_unreachable why)
{
	static const enum bot_msg texts[] = {[BOT_REFUSED] = BOT_MSG_REFUSED,
		[BOT_ENCRYPTED] = BOT_MSG_ENCRYPTED,
		[BOT_UNKNOWN_USER] = BOT_MSG_UNKNOWN_USER,
		[BOT_UNSIGNED] = BOT_MSG_UNSIGNED};
	const char *bot = host->config->matrix.user;
	struct bot_game game;

	match->reached[seat] = false;
	enum bot_error error = bot_store_match_save(host->store, match);
	if (!error)
		error = bot_game_load(&game, host, match);
	if (error)
		return error;
	return bot_announce(host, match, texts[why],
		(struct bot_args){.name = game.cast.name[seat], .bot = bot});
}

/* A match that was told already is not told again until the player was reached in between. */
enum bot_error bot_host_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct own *own;

	enum bot_error error = bot_time_go_on(host);
	if (!error)
		error = find(host, &filter, &own);
	if (error)
		return error;
	for (size_t i = 0; !error && i < own->count; i++) {
		struct bot_match *match = &own->match[i];
		enum eg_seat seat = bot_match_seat(match, user);

		if (match->status == BOT_MEETING || match->reached[seat])
			error = unreachable(host, match, seat, why);
	}
	free(own);
	return error;
}

enum bot_error bot_challenge_reach_again(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = BOT_MEETING};
	struct own *own;

	enum bot_error error = find(host, &filter, &own);
	if (error)
		return error;
	for (size_t i = 0; !error && i < own->count; i++)
		for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
			if (!own->match[i].reached[seat])
				error = bot_challenge_reach(host, &own->match[i], seat);
	free(own);
	return error;
}
