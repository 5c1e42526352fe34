#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/call/room_label.h"
#include "bot/call/web_link.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"
#include "bot/competition/standing.h"
#include "bot/match/selection.h"

#include <string.h>

#define MATCHES_MOST 20 /* more lines than people read, and than a message may have */

/* The answer, in parts: the matches that wait for the sender stand first. */
struct games {
	struct bot_page page;
	struct bot_page others; /* the matches that wait for somebody else */
	size_t matches;         /* how many there are, challenges excepted */
};

/* Adds a page to the end of another one. */
static void append(struct bot_page *page, const struct bot_page *other)
{
	bot_page_add(page, other->body.data, other->html.data);
}

/* Matches */

/*
 * Adds a link to the match's board or, if its room shows no board, to the room. Adds nothing if the
 * link could lead only to where the sender is: to this room, or to their own private room; and
 * nothing for a guest.
 */
static void add_place(
	const struct bot_call *call, const struct bot_match *match, struct bot_page *page)
{
	char label[BOT_ROOM_LABEL_SIZE], event[BOT_ID_SIZE];
	bool elsewhere = strcmp(match->room, call->message->room) != 0;

	if (match->private ||
		!bot_guests_may_see_room(call->host, match->room, call->message->sender))
		return;
	bool has_board = bot_store_post_event(call->host->store, match->board, event);
	if (!has_board && !elsewhere)
		return;
	if (elsewhere)
		bot_room_label(call, match->room, label);
	else
		bot_page_string(page->lang, BOT_MSG_GAMES_BOARD, NULL, label, sizeof(label));
	if (has_board)
		bot_id_link_event(call->host, page, match->room, event, label);
	else
		bot_id_link_room(call->host, page, match->room, label);
	bot_page_say(page, BOT_MSG_GAMES_PLACE, &(struct bot_args){.room = label});
	bot_page_unlink(page);
}

/* Adds how much of the turn's time is left, if it is limited, or that the match is paused. */
static void add_clock(struct bot_page *page, const struct bot_cast *cast)
{
	if (cast->paused)
		bot_render_clock(page, cast);
	else if (cast->until)
		bot_page_say(page, BOT_MSG_GAMES_CLOCK, &(struct bot_args){.left = cast->left});
}

/* Adds a line with the match. */
static void add_match(
	const struct bot_call *call, struct bot_loaded_match *loaded, struct games *games)
{
	enum eg_seat seat = bot_match_seat(&loaded->match, call->message->sender);
	enum eg_seat other = eg_opponent(seat);
	bool plays = loaded->match.status == BOT_PLAYING;
	bool own = plays && loaded->state.round.to_act == seat;
	struct bot_page *page = own ? &games->page : &games->others;
	enum bot_msg msg = !plays ? BOT_MSG_GAMES_MEETING
			   : own  ? BOT_MSG_GAMES_OWN
				  : BOT_MSG_GAMES_OTHER;

	bot_match_name_black(loaded, call->lang);
	bot_page_say_below(page, msg,
		&(struct bot_args){.id = loaded->match.id,
			.own = plays ? loaded->state.score[seat] : 0,
			.other = plays ? loaded->state.score[other] : 0,
			.name = bot_match_name_in_answer(call, loaded, other)});
	if (loaded->cast.casual)
		bot_page_say(page, BOT_MSG_MARK_CASUAL, NULL);
	if (plays)
		add_clock(page, &loaded->cast);
	add_place(call, &loaded->match, page);
}

/* Adds a line for a match, if the answer has not MATCHES_MOST of them yet. */
static void visit(const struct bot_call *call, const struct bot_match *match, void *self)
{
	struct bot_loaded_match loaded;
	struct games *games = self;

	if (match->status == BOT_CHALLENGE || ++games->matches > MATCHES_MOST)
		return;
	bot_match_load(&loaded, call->host, match);
	add_match(call, &loaded, games);
}

static void add_matches(const struct bot_call *call, struct games *games)
{
	bot_match_visit_own(call, -1, visit, games);
	append(&games->page, &games->others);
	if (games->matches > MATCHES_MOST)
		bot_page_say_below(&games->page, BOT_MSG_GAMES_MORE, NULL);
}

/* Bouts of competitions */

/*
 * Adds the bouts of the competition that the sender still has to fence. Adds 1 to *count if there
 * are any.
 */
static void add_waiting(const struct bot_call *call, struct bot_contest *contest,
	struct bot_page *page, size_t *count)
{
	const struct bot_entrant *entrant = bot_contest_find(contest, call->message->sender);
	char label[BOT_ROOM_LABEL_SIZE];

	if (!entrant || contest->competition.ended != 0 ||
		!bot_contest_bout_of(contest, entrant->number, BOT_BOUT_WAITS))
		return;
	++*count;
	if (call->message->private) {
		bot_room_label(call, contest->competition.room, label);
		bot_page_say_below(
			page, BOT_MSG_CONTEST_IN_ROOM, &(struct bot_args){.room = label});
	}
	if (contest->competition.kind == BOT_KIND_SEASON)
		bot_season_add_waiting(call->host, contest, entrant, page);
	else
		bot_entrant_add_own_bout(call, contest, page);
}

static void add_competition(const struct bot_call *call, const char *room,
	enum bot_competition_kind kind, struct bot_page *page, size_t *count)
{
	struct bot_contest *contest = bot_competition_load_last(call->host, room, kind);

	if (contest && contest->competition.ended == 0)
		add_waiting(call, contest, page, count);
}

/* Adds the competitions of one kind in which the sender takes part. */
static void add_competitions(const struct bot_call *call, enum bot_competition_kind kind,
	struct bot_page *page, size_t *count)
{
	const struct bot_message *message = call->message;
	char rooms[BOT_OWN_COMPETITIONS_MOST][BOT_ID_SIZE];

	size_t found = bot_competition_rooms_of(
		call->host->store, message->sender, kind, rooms, BOT_OWN_COMPETITIONS_MOST);
	for (size_t i = 0; i < found; i++)
		if (message->private || strcmp(rooms[i], message->room) == 0)
			add_competition(call, rooms[i], kind, page, count);
}

void bot_run_games(struct bot_call *call)
{
	size_t competitions = 0;
	struct games games;

	games.matches = 0;
	bot_page_init(&games.page, call->lang);
	bot_page_init(&games.others, call->lang);
	bot_page_say(&games.page, BOT_MSG_GAMES, NULL);
	add_matches(call, &games);
	add_competitions(call, BOT_KIND_NIGHT, &games.page, &competitions);
	add_competitions(call, BOT_KIND_SEASON, &games.page, &competitions);
	add_competitions(call, BOT_KIND_TEAM, &games.page, &competitions);
	if (games.matches + competitions > 0)
		bot_reply_page(call, &games.page);
	else if (!bot_start_tell_challenged(call))
		bot_reply(call, BOT_MSG_NO_MATCH, (struct bot_args){0});
}
