#include "bot/play/plan.h"

#include "bot/match/position.h"
#include "bot/show/hand.h"
#include "bot/text/pattern_fit.h"
#include "bot/text/wish.h"

#include <string.h>

struct plan {
	bool any; /* the answer is the same whatever the opponent does */
	struct bot_wish action, answer;
};

/* Reads an action, or cards, from the words between two others. */
static bool read_wish(
	const struct bot_words *words, size_t first, size_t end, struct bot_wish *wish)
{
	struct bot_words part = *words;

	part.count = end - first;
	memmove(part.word, words->word + first, part.count * sizeof(*part.word));
	if (bot_wish_read_action(&part, wish))
		return wish->pattern.letter == '\0';
	return bot_wish_read_choice(&part, BOT_LETTERS_FROM_A, false, wish) &&
	       wish->kind == BOT_WISH_CARDS;
}

/* Reads the plan, whose answer follows the word `then`. */
static bool read_at(const struct bot_words *words, size_t then, struct plan *plan)
{
	plan->any = then == 2 && bot_words_has_sense(words->word[1], BOT_SENSE_ANYTHING);
	return (plan->any || read_wish(words, 1, then, &plan->action)) &&
	       read_wish(words, then + 1, words->count, &plan->answer);
}

/* The word "then" also stands in an action: "advance 3, then attack". */
static bool read(const struct bot_words *words, struct plan *plan)
{
	for (size_t i = 2; i + 1 < words->count; i++)
		if (bot_words_has_sense(words->word[i], BOT_SENSE_THEN) && read_at(words, i, plan))
			return true;
	return false;
}

bool bot_plan_is_readable(const struct bot_words *words)
{
	struct plan plan;

	return words->count > 0 && bot_words_has_sense(words->word[0], BOT_SENSE_IF) &&
	       read(words, &plan);
}

/* Whether the action leaves the turn with its player, or ends the round. */
static bool gives_no_turn(enum eg_kind kind)
{
	return kind == EG_PARRY || kind == EG_PASS;
}

bool bot_plan_is_impossible(const struct bot_words *words)
{
	struct plan plan;

	return read(words, &plan) && !plan.any && plan.action.kind == BOT_WISH_PATTERN &&
	       gives_no_turn(plan.action.pattern.kind);
}

/* Reads the plan of a player. Returns false if they have none. */
static bool find(const struct bot_match *match, enum eg_seat seat, struct plan *plan)
{
	struct bot_words words;

	return match->plan[seat][0] && bot_words_split(&words, match->plan[seat]) &&
	       read(&words, plan);
}

/* Whether the action is played with just these cards. */
static bool has_cards(const struct bot_cards *cards, struct eg_action action)
{
	uint8_t count[EG_VALUES + 1] = {0};

	count[action.card] = action.count;
	count[action.move]++;
	count[0] = cards->count[0]; /* what has no move or no attack */
	return !cards->bad_digit && memcmp(count, cards->count, sizeof(count)) == 0;
}

/* Whether the action fits. An attack without cards is also one after an advance. */
static bool fits(const struct bot_wish *wish, const struct eg_view *view, struct eg_action action)
{
	struct bot_pattern pattern = wish->pattern;

	if (wish->kind == BOT_WISH_CARDS)
		return has_cards(&wish->cards, action);
	if (pattern.kind == EG_ATTACK && pattern.card == 0 && action.kind == EG_ADVANCE_ATTACK)
		pattern.kind = EG_ADVANCE_ATTACK;
	return bot_pattern_fits(&pattern, view, action);
}

void bot_plan_compare(struct bot_loaded_match *loaded, struct eg_action action)
{
	const struct eg_view *view = &loaded->state.round;
	struct bot_match *match = &loaded->match;
	enum eg_seat other = eg_opponent(view->to_act);
	struct plan plan;

	match->plan[view->to_act][0] = '\0';
	if (gives_no_turn(action.kind))
		return;
	if (find(match, other, &plan) && !plan.any && !fits(&plan.action, view, action))
		match->plan[other][0] = '\0';
}

bool bot_plan_take(struct bot_loaded_match *loaded, struct eg_action *action)
{
	enum eg_seat seat = loaded->state.round.to_act;
	bool chosen[EG_LEGAL_MAX];
	struct plan plan;

	if (seat == EG_NOBODY || !find(&loaded->match, seat, &plan))
		return false;
	loaded->match.plan[seat][0] = '\0';
	const struct eg_view *view = &bot_position_seen_by(loaded, seat)->round;
	return bot_wish_mark(&plan.answer, view, chosen, action) == 1;
}

bool bot_plan_say(const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page)
{
	const char *plan = loaded->match.plan[seat];

	if (!plan[0])
		return false;
	bot_page_say(page, BOT_MSG_PLAN,
		&(struct bot_args){.id = loaded->match.id,
			.words = plan,
			.name = loaded->cast.name[eg_opponent(seat)]});
	return true;
}

void bot_plan_drop(struct bot_match *match)
{
	match->plan[EG_WHITE][0] = match->plan[EG_BLACK][0] = '\0';
}
