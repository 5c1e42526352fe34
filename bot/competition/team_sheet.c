#include "bot/competition/kind_parts.h"

#include "bot/base/duration.h"
#include "bot/call/room_label.h"
#include "bot/club/team.h"
#include "bot/competition/loading.h"
#include "bot/competition/sheet_text.h"
#include "bot/match/loading.h"

#include <stdio.h>

#define LIST_SIZE  4096
#define SCORE_SIZE 32

/* The names of both rooms, by their halves, as far as the bot may tell them to both. */
struct names {
	char of[2][BOT_ROOM_LABEL_SIZE];
};

static void name_rooms(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, struct names *names)
{
	size_t own = bot_competition_which_half(competition);
	struct bot_competition other = {0};

	bot_competition_load_other_half(host, competition, &other);
	for (size_t half = 0; half < 2; half++)
		if (!bot_room_name(
			    host, half == own ? competition->room : other.room, names->of[half]))
			bot_page_string(lang,
				half == own ? BOT_MSG_TEAM_THIS_ROOM : BOT_MSG_TEAM_NAMELESS, NULL,
				names->of[half], BOT_ROOM_LABEL_SIZE);
}

/* The question and the sign-up */

static void list_team(struct bot_host *host, const struct bot_contest *contest, size_t half,
	const struct bot_lang *lang, struct bot_text *text)
{
	for (size_t i = 0; i < contest->entrants; i++) {
		const struct bot_entrant *entrant = &contest->entrant[i];

		if (bot_competition_half_of_entrant(&contest->competition, entrant->number) !=
				half ||
			!bot_entrant_takes_part(entrant))
			continue;
		bot_text_add(text, text->used > 0 ? lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, contest, entrant, text);
	}
	bot_text_show_cut(text);
}

/* Adds who has signed up, a line for each room. */
static void add_teams(struct bot_host *host, const struct bot_contest *contest,
	const struct names *names, struct bot_page *page)
{
	char list[LIST_SIZE];

	for (size_t half = 0; half < 2; half++) {
		struct bot_text text = bot_text_in(list, sizeof(list));

		list_team(host, contest, half, page->lang, &text);
		if (text.used == 0)
			continue;
		bot_page_say_below(page, BOT_MSG_CONTEST_LINE,
			&(struct bot_args){.name = names->of[half], .words = list});
	}
}

/*
 * Adds the question to the other room, what the room that asks sees of it, or the sign-up. Until
 * the other room has accepted, nobody learns its name.
 */
static void add_sign_up(struct bot_host *host, const struct bot_contest *contest,
	const struct names *names, struct bot_page *page)
{
	const struct bot_competition *competition = &contest->competition;
	size_t own = bot_competition_which_half(competition);
	char until[BOT_INSTANT_SIZE], organiser[BOT_LABEL_SIZE];
	struct bot_terms_text terms;
	struct bot_args args =
		bot_sheet_terms(&competition->rules, competition->clock, false, page->lang, &terms);

	bot_sheet_write_time(host, NULL, competition->room, page->lang, competition->starts,
		competition->starts - host->time + BOT_HOUR, until);
	bot_name_label(host->store, competition->organiser, organiser);
	args.until = until;
	args.prefix = host->prefix;
	args.name = organiser;
	args.room = names->of[1 - own];
	if (competition->agreed) {
		bot_page_say(page, BOT_MSG_TEAM_SIGN_UP, &args);
		add_teams(host, contest, names, page);
	} else {
		bot_page_say(page, own == 0 ? BOT_MSG_TEAM_ASKED : BOT_MSG_TEAM_ASKS, &args);
	}
}

/* Returns why the match does not take place. */
static enum bot_msg find_obstacle(const struct bot_host *host, const struct bot_contest *contest)
{
	if (host->time < contest->competition.starts)
		return BOT_MSG_CONTEST_CALLED_OFF;
	if (!contest->competition.agreed)
		return BOT_MSG_TEAM_LAPSED;
	for (size_t half = 0; half < 2; half++)
		if (bot_team_size(contest, half) < BOT_TEAM_LEAST)
			return BOT_MSG_TEAM_OFF;
	return BOT_MSG_TEAM_UNSEEN;
}

/* Says that the match does not take place, and why. */
static void add_off(const struct bot_host *host, const struct bot_contest *contest,
	const char *other, struct bot_page *page)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, contest->competition.kind, command);

	args.room = other;
	bot_page_say(page, find_obstacle(host, contest), &args);
}

/* The bouts */

/* Writes two numbers, that of the own team first. */
static const char *write_pair(const unsigned pair[2], size_t own, char text[SCORE_SIZE])
{
	snprintf(text, SCORE_SIZE, "%u:%u", pair[own], pair[1 - own]);
	return text;
}

static enum bot_msg find_title(
	const struct bot_competition *competition, const struct bot_team_score *score)
{
	size_t winner = bot_team_winner(score);

	if (competition->stage != BOT_STAGE_ENDED)
		return BOT_MSG_TEAM_UNDER_WAY;
	if (winner == BOT_TEAM_NOBODY)
		return BOT_MSG_TEAM_DRAW;
	return winner == bot_competition_which_half(competition) ? BOT_MSG_TEAM_WON
								 : BOT_MSG_TEAM_LOST;
}

static void add_score(const struct bot_contest *contest, const char *other, struct bot_page *page)
{
	const struct bot_team_score score = bot_team_count_score(contest);
	size_t own = bot_competition_which_half(&contest->competition);
	char points[SCORE_SIZE], touches[SCORE_SIZE];

	bot_page_say(page, find_title(&contest->competition, &score),
		&(struct bot_args){.room = other,
			.result = write_pair(score.points, own, points),
			.words = write_pair(score.touches, own, touches)});
}

/* Returns the bout as this half sees it: with its own fencer first. */
static struct bot_bout seen_from(
	const struct bot_contest *contest, const struct bot_bout *bout, size_t half)
{
	struct bot_bout turned = *bout;

	if (bot_competition_half_of_entrant(&contest->competition, bout->entrant[0]) == half)
		return turned;
	for (size_t i = 0; i < 2; i++) {
		turned.entrant[i] = bout->entrant[1 - i];
		turned.touches[i] = bout->touches[1 - i];
	}
	if (bout->winner != BOT_BOUT_NOBODY)
		turned.winner = 1 - bout->winner;
	return turned;
}

/* Adds the boards, a bout in each line. */
static void add_boards(struct bot_host *host, struct bot_contest *contest, struct bot_page *page)
{
	size_t own = bot_competition_which_half(&contest->competition);
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	for (size_t i = 0; i < contest->bouts; i++) {
		const struct bot_bout bout = seen_from(contest, &contest->bout[i], own);

		bot_text_add(&text, i > 0 ? "\n" : "");
		bot_text_add_number(&text, bout.number);
		bot_text_add(&text, ". ");
		bot_sheet_write_bout(host, contest, &bout, &text);
	}
	bot_text_show_cut(&text);
	bot_page_say_below(page, BOT_MSG_RELAYED, &(struct bot_args){.words = list});
}

/* Says when the match ends, if somebody has stopped it: the other room has to hear of it, too. */
static void add_end(
	struct bot_host *host, const struct bot_competition *competition, struct bot_page *page)
{
	char until[BOT_INSTANT_SIZE], command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, competition->kind, command);

	if (competition->ends == 0 || competition->stage == BOT_STAGE_ENDED)
		return;
	bot_sheet_write_time(
		host, NULL, competition->room, page->lang, competition->ends, BOT_WEEK, until);
	args.until = until;
	bot_page_say_below(page, BOT_MSG_CONTEST_ENDS, &args);
}

/* The sheet */

void bot_team_add_sheet(struct bot_host *host, struct bot_contest *contest, struct bot_page *page)
{
	const struct bot_competition *competition = &contest->competition;
	struct names names = {0};

	name_rooms(host, competition, page->lang, &names);
	const char *other = names.of[1 - bot_competition_which_half(competition)];
	if (competition->stage < BOT_STAGE_POOLS) {
		add_sign_up(host, contest, &names, page);
		return;
	}
	if (contest->bouts == 0) {
		add_off(host, contest, other, page);
		return;
	}
	add_score(contest, other, page);
	add_boards(host, contest, page);
	add_end(host, competition, page);
}
