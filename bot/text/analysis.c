#include "bot/text/analysis.h"

#include "bot/text/typography.h"
#include "engine/analysis/findings.h"

#include <math.h>
#include <stdlib.h>

#define LUCK_SIZE 32 /* bytes for a luck as text and a NUL */

static int64_t percent(float share)
{
	return lroundf(share * 100);
}

/* Writes rounds with a sign and one decimal: "+0.6". */
static void write_luck(const struct bot_lang *lang, float rounds, char luck[LUCK_SIZE])
{
	long tenths = lroundf(rounds * 10);
	char point[8];

	bot_page_string(lang, BOT_MSG_ANALYSIS_DECIMAL, NULL, point, sizeof(point));
	struct bot_text text = bot_text_in(luck, LUCK_SIZE);
	bot_text_add(&text, tenths > 0 ? "+" : tenths < 0 ? BOT_MINUS : "");
	bot_text_add_number(&text, labs(tenths) / 10);
	bot_text_add(&text, point);
	bot_text_add_number(&text, labs(tenths) % 10);
}

/* All reasons. The compiler counts them, so that it finds one that has no words. */
#define REASONS(R)                                                                                 \
	R(NONE)                                                                                    \
	R(PARRIED)                                                                                 \
	R(NOT_PARRIED)                                                                             \
	R(SURE_ATTACK)                                                                             \
	R(RETREATED)                                                                               \
	R(ATTACK_LEFT)                                                                             \
	R(WEAK_ATTACK)                                                                             \
	R(DEAR_ATTACK)                                                                             \
	R(EARLY_ATTACK)                                                                            \
	R(END_CARDS)                                                                               \
	R(END_POSITION)                                                                            \
	R(END_AHEAD)                                                                               \
	R(END_BEHIND)                                                                              \
	R(IN_REACH)                                                                                \
	R(PARRY_SPENT)                                                                             \
	R(EASY_TARGET)                                                                             \
	R(OUT_OF_REACH)                                                                            \
	R(GROUND)                                                                                  \
	R(READY)                                                                                   \
	R(VARIETY)                                                                                 \
	R(RARE_CARD)                                                                               \
	R(NO_ATTACK)                                                                               \
	R(FORWARD)                                                                                 \
	R(DISTANCE)
#define WORDS(name) [EG_WHY_##name] = BOT_MSG_ANALYSIS_WHY_##name,
#define COUNT(name) +1
_Static_assert(REASONS(COUNT) == EG_WHYS, "each reason has words");

enum bot_msg bot_analysis_reason(enum eg_why why)
{
	static const enum bot_msg words[EG_WHYS] = {REASONS(WORDS)};

	return words[why];
}

static void add_costly(struct bot_page *page, const struct eg_decision *decision)
{
	char played[BOT_ACTION_WORDS_SIZE], better[BOT_ACTION_WORDS_SIZE];

	bot_render_action(page->lang, decision->played, played);
	bot_render_action(page->lang, decision->better, better);
	bot_page_say_below(page, BOT_MSG_ANALYSIS_COSTLY,
		&(struct bot_args){.round = decision->round,
			.place = decision->ply,
			.words = played,
			/* Rounds down, so that 0.049 does not look like a mistake. */
			.count = (long)floorf(100 * decision->loss),
			.action = better});
	bot_page_say(page, bot_analysis_reason(decision->why), NULL);
}

static void add_player(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_analysis *analysis, enum eg_seat seat)
{
	const struct eg_player_summary *player = &analysis->players[seat];
	char colour[32], luck[LUCK_SIZE];

	bot_page_string(page->lang, seat == EG_WHITE ? BOT_MSG_WHITE : BOT_MSG_BLACK, NULL, colour,
		sizeof(colour));
	bot_page_line(page);
	if (player->choices == 0) {
		bot_page_say(page, BOT_MSG_ANALYSIS_NO_CHOICES,
			&(struct bot_args){.name = cast->name[seat], .colour = colour});
		return;
	}
	write_luck(page->lang, player->luck, luck);
	bot_page_say(page, BOT_MSG_ANALYSIS_PLAYER,
		&(struct bot_args){.name = cast->name[seat],
			.colour = colour,
			.count = eg_accuracy_round(player->accuracy),
			.change = luck});
	bot_page_say_after(page, BOT_MSG_ANALYSIS_GRADES,
		&(struct bot_args){.inaccuracies = player->grades[EG_INACCURACY],
			.mistakes = player->grades[EG_MISTAKE],
			.blunders = player->grades[EG_BLUNDER]});
	for (size_t i = 0; i < player->costliest_count; i++)
		add_costly(page, &analysis->decisions[player->costliest[i]]);
}

static void add_turn(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_analysis *analysis, const struct eg_turning_point *turn)
{
	static const enum bot_msg turns[] = {
		[EG_BY_ACTION] = BOT_MSG_ANALYSIS_TURN_ACTION,
		[EG_BY_DRAW] = BOT_MSG_ANALYSIS_TURN_DRAW,
		[EG_BY_DEAL] = BOT_MSG_ANALYSIS_TURN_DEAL,
	};
	const struct eg_decision *decision = &analysis->decisions[turn->decision];
	char words[BOT_ACTION_WORDS_SIZE];

	bot_render_action(page->lang, decision->played, words);
	bot_page_say_below(page, turns[turn->turn],
		&(struct bot_args){.round = decision->round,
			.place = decision->ply,
			.name = cast->name[decision->seat],
			.words = words,
			.count = percent(fabsf(turn->change)),
			.winner = cast->name[turn->change > 0 ? EG_WHITE : EG_BLACK]});
}

void bot_analysis_add(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_analysis *analysis, const char *prefix)
{
	bot_page_say(page, BOT_MSG_ANALYSIS_TITLE, &(struct bot_args){.id = cast->id});
	add_player(page, cast, analysis, EG_WHITE);
	add_player(page, cast, analysis, EG_BLACK);
	if (analysis->turn_count > 0)
		bot_page_say_below(page, BOT_MSG_ANALYSIS_TURNS, NULL);
	for (size_t i = 0; i < analysis->turn_count && i < BOT_TURNS_SHOWN; i++)
		add_turn(page, cast, analysis, &analysis->turns[i]);
	bot_page_say_below(page, BOT_MSG_ANALYSIS_HELP, &(struct bot_args){.prefix = prefix});
}
