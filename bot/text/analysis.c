#include "bot/text/analysis.h"

#include "bot/text/signs.h"
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
	struct bot_text text;

	bot_page_string(lang, BOT_MSG_ANALYSIS_DECIMAL, NULL, point, sizeof(point));
	bot_text_init(&text, luck, LUCK_SIZE);
	bot_text_add(&text, tenths > 0 ? "+" : tenths < 0 ? BOT_MINUS : "");
	bot_text_add_number(&text, labs(tenths) / 10);
	bot_text_add(&text, point);
	bot_text_add_number(&text, labs(tenths) % 10);
}

enum bot_msg bot_analysis_reason(enum eg_why why)
{
	/* A switch, so that the compiler finds a reason without words. */
	switch (why) {
	case EG_WHY_NONE:
		break;
	case EG_WHY_PARRIED:
		return BOT_MSG_ANALYSIS_WHY_PARRIED;
	case EG_WHY_NOT_PARRIED:
		return BOT_MSG_ANALYSIS_WHY_NOT_PARRIED;
	case EG_WHY_SURE_ATTACK:
		return BOT_MSG_ANALYSIS_WHY_SURE_ATTACK;
	case EG_WHY_RETREATED:
		return BOT_MSG_ANALYSIS_WHY_RETREATED;
	case EG_WHY_ATTACK_LEFT:
		return BOT_MSG_ANALYSIS_WHY_ATTACK_LEFT;
	case EG_WHY_WEAK_ATTACK:
		return BOT_MSG_ANALYSIS_WHY_WEAK_ATTACK;
	case EG_WHY_DEAR_ATTACK:
		return BOT_MSG_ANALYSIS_WHY_DEAR_ATTACK;
	case EG_WHY_EARLY_ATTACK:
		return BOT_MSG_ANALYSIS_WHY_EARLY_ATTACK;
	case EG_WHY_END_CARDS:
		return BOT_MSG_ANALYSIS_WHY_END_CARDS;
	case EG_WHY_END_POSITION:
		return BOT_MSG_ANALYSIS_WHY_END_POSITION;
	case EG_WHY_END_AHEAD:
		return BOT_MSG_ANALYSIS_WHY_END_AHEAD;
	case EG_WHY_END_BEHIND:
		return BOT_MSG_ANALYSIS_WHY_END_BEHIND;
	case EG_WHY_IN_REACH:
		return BOT_MSG_ANALYSIS_WHY_IN_REACH;
	case EG_WHY_PARRY_SPENT:
		return BOT_MSG_ANALYSIS_WHY_PARRY_SPENT;
	case EG_WHY_EASY_TARGET:
		return BOT_MSG_ANALYSIS_WHY_EASY_TARGET;
	case EG_WHY_OUT_OF_REACH:
		return BOT_MSG_ANALYSIS_WHY_OUT_OF_REACH;
	case EG_WHY_GROUND:
		return BOT_MSG_ANALYSIS_WHY_GROUND;
	case EG_WHY_READY:
		return BOT_MSG_ANALYSIS_WHY_READY;
	case EG_WHY_VARIETY:
		return BOT_MSG_ANALYSIS_WHY_VARIETY;
	case EG_WHY_RARE_CARD:
		return BOT_MSG_ANALYSIS_WHY_RARE_CARD;
	case EG_WHY_NO_ATTACK:
		return BOT_MSG_ANALYSIS_WHY_NO_ATTACK;
	case EG_WHY_FORWARD:
		return BOT_MSG_ANALYSIS_WHY_FORWARD;
	case EG_WHY_DISTANCE:
		return BOT_MSG_ANALYSIS_WHY_DISTANCE;
	}
	return BOT_MSG_ANALYSIS_WHY_NONE;
}

static void add_costly(struct bot_page *page, const struct eg_decision *decision)
{
	char played[BOT_ACTION_WORDS_SIZE], better[BOT_ACTION_WORDS_SIZE];

	bot_render_action(page->lang, decision->played, played);
	bot_render_action(page->lang, decision->better, better);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_ANALYSIS_COSTLY,
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
	bot_page_space(page);
	bot_page_say(page, BOT_MSG_ANALYSIS_GRADES,
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
	bot_page_line(page);
	bot_page_say(page, turns[turn->turn],
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
	if (analysis->turn_count > 0) {
		bot_page_line(page);
		bot_page_say(page, BOT_MSG_ANALYSIS_TURNS, NULL);
	}
	for (size_t i = 0; i < analysis->turn_count && i < BOT_TURNS_SHOWN; i++)
		add_turn(page, cast, analysis, &analysis->turns[i]);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_ANALYSIS_HELP, &(struct bot_args){.prefix = prefix});
}
