/* What the host does when somebody has changed the store behind its back, or is about to. */
#include "bot/game.h"
#include "bot/time.h"

#include <stdlib.h>

#define MATCHES_MAX 1000

/* Calls back for each match of a filter; more than there ever are at once are left alone. */
static enum bot_error for_each(struct bot_host *host, const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_game *game))
{
	struct bot_match *matches = calloc(MATCHES_MAX, sizeof(*matches));
	struct bot_game game;
	size_t count = 0;

	if (!matches)
		return BOT_NO_MEMORY;
	enum bot_error error =
		bot_store_match_find(host->store, filter, matches, MATCHES_MAX, &count);
	for (size_t i = 0; !error && i < count; i++) {
		error = bot_game_load(&game, host, &matches[i]);
		if (!error)
			error = handle(&game);
	}
	free(matches);
	return error;
}

static void explain(const struct bot_game *game, const struct bot_lang *lang, struct bot_page *page)
{
	bot_page_init(page, lang);
	bot_page_say(page, BOT_MSG_MATCH_RESTORED,
		&(struct bot_args){.id = game->match.id,
			.white = game->cast.name[EG_WHITE],
			.black = game->cast.name[EG_BLACK]});
	bot_page_line(page);
}

/* The hand rings: what its player saw last may be of a turn that never was. */
static enum bot_error show(struct bot_game *game)
{
	enum eg_seat turn = game->state.round.to_act;
	enum bot_error error = BOT_OK;
	struct bot_page page;

	if (!game->match.private) {
		explain(game, game->lang, &page);
		error = bot_game_board(game, &page, true);
	}
	if (error || game->match.left > 0) /* paused: nobody is to act */
		return error;
	explain(game, game->own[turn], &page);
	return bot_game_hand(game, &page, turn, BOT_RING);
}

enum bot_error bot_host_restored(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	enum bot_error error = bot_time_go_on(host);
	return error ? error : for_each(host, &filter, show);
}

static enum bot_error end(struct bot_game *game)
{
	bool played = game->match.status == BOT_PLAYING;

	return bot_game_end(game, played ? BOT_STOPPED : BOT_ENDING_UNKNOWN, EG_NOBODY,
		BOT_MSG_MATCH_ERASED, (struct bot_args){0});
}

static enum bot_error leave(struct bot_host *host, const char *user)
{
	char room[BOT_ID_SIZE];

	enum bot_error error = bot_store_private_room(host->store, user, room);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return bot_send(host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = room}, NULL, NULL);
}

enum bot_error bot_host_withdraw(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = -1};

	enum bot_error error = bot_time_go_on(host);
	if (!error)
		error = for_each(host, &filter, end);
	return error ? error : leave(host, user);
}
