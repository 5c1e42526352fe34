#include "bot/lesson/lesson_page.h"

#include <assert.h>
#include <string.h>

#define TEXTS(NAME)                                                                                \
	.title = BOT_MSG_LESSON_##NAME, .question = BOT_MSG_LESSON_##NAME##_ASKS,                  \
	.better = BOT_MSG_LESSON_##NAME##_BETTER, .praise = BOT_MSG_LESSON_##NAME##_RIGHT

/* tests/unit/lesson/test_positions.c checks with the engine what the texts say. */
static const struct bot_lesson lessons[BOT_LESSONS] = {
	{.deck = "2453125323531255114431442",
		.actions = "",
		.right = "+1 +2 +3 +4 +5",
		.kind = EG_ADVANCE,
		TEXTS(MOVE)},
	{.deck = "4455135542442532212133113",
		.actions = "+5 +5 +4 +4",
		.right = "x44",
		.kind = EG_ATTACK,
		TEXTS(ATTACK)},
	{.deck = "4354125325335431224141512",
		.actions = "+5 +5 +4 +2 +3 x33",
		.right = "=",
		.kind = EG_PARRY,
		TEXTS(PARRY)},
	{.deck = "4544351232531522413412513",
		.actions = "+5 +3 +4 +3",
		.right = "+3x44",
		.kind = EG_ADVANCE_ATTACK,
		TEXTS(INDIRECT)},
	{.deck = "5532525334154442433121121",
		.actions = "+5 +4 +5 +3x55",
		.right = "-1 -2 -3 -4 -5",
		.kind = EG_RETREAT,
		TEXTS(RETREAT)},
	{.deck = "2355241451415332223453411",
		.actions = "+2 +1 +5 +5 +3 +3 -3 +1 -4 +2 -3 -2 +5 +4",
		.right = "-2",
		.kind = EG_RETREAT,
		TEXTS(LAST_CARD)},
};

const struct bot_lesson *bot_lesson_get(size_t number)
{
	assert(number >= 1 && number <= BOT_LESSONS);
	return &lessons[number - 1];
}

/* Reads the next action of a list, and moves *text behind it. Returns false at the end. */
static bool next_action(const char **text, struct eg_action *action)
{
	const char *start = *text + strspn(*text, " ");
	size_t size = strcspn(start, " ");

	*text = start + size;
	return size > 0 && eg_action_parse(start, size, action) == EG_OK;
}

void bot_lesson_begin(const struct bot_lesson *lesson, struct eg_match *match)
{
	const struct eg_match_rules rules = {
		.round = {.level = EG_ADVANCED}, .touches = EG_TOUCHES_MAX, .first = EG_WHITE};
	const char *actions = lesson->actions;
	uint8_t deck[EG_DECK];
	struct eg_action action;

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(lesson->deck[i] - '0');
	enum eg_error error = eg_match_init(match, &rules);
	if (!error)
		error = eg_match_deal(match, deck);
	while (!error && next_action(&actions, &action))
		error = eg_match_play(match, action);
	assert(!error && match->round.to_act == EG_WHITE);
}

bool bot_lesson_is_right(const struct bot_lesson *lesson, struct eg_action action)
{
	const char *actions = lesson->right;
	struct eg_action right;

	while (next_action(&actions, &right))
		if (eg_action_equal(right, action))
			return true;
	return false;
}

void bot_lesson_prepare(struct bot_taught_lesson *taught, size_t number, const char *learner,
	const struct bot_lang *lang)
{
	taught->number = number;
	taught->lesson = bot_lesson_get(number);
	bot_lesson_begin(taught->lesson, &taught->match);
	eg_match_view(&taught->match, EG_WHITE, &taught->view);
	bot_page_string(
		lang, BOT_MSG_HOUSE_MAITRE, NULL, taught->opponent, sizeof(taught->opponent));
	taught->cast = (struct bot_cast){
		.name = {learner, taught->opponent}, .with_id = {learner, taught->opponent}};
}

void bot_lesson_add_title(struct bot_page *page, const struct bot_taught_lesson *taught)
{
	char title[BOT_NAME_SIZE];

	bot_page_string(page->lang, taught->lesson->title, NULL, title, sizeof(title));
	bot_page_say(page, BOT_MSG_LESSON_TITLE,
		&(struct bot_args){
			.count = (int64_t)taught->number, .played = BOT_LESSONS, .words = title});
	bot_page_line(page);
}

void bot_lesson_add_question(
	struct bot_page *page, const struct bot_taught_lesson *taught, bool again)
{
	const struct eg_view *round = &taught->view.round;

	bot_board_strip(page, round);
	bot_page_say(page, BOT_MSG_LESSON_PLACE,
		&(struct bot_args){.own = round->space[EG_WHITE],
			.name = taught->opponent,
			.other = round->space[EG_BLACK],
			.distance = round->distance,
			.pile = round->pile});
	bot_page_line(page);
	bot_render_attack(page, &taught->cast, round, true);
	bot_render_own_cards(page, round->hand);
	bot_page_say(page, again ? BOT_MSG_LESSON_AGAIN : taught->lesson->question, NULL);
	bot_render_choices(page, round, NULL);
}

void bot_lesson_add_ending(
	struct bot_page *page, const struct bot_taught_lesson *taught, struct eg_action action)
{
	struct eg_match after = taught->match;
	struct eg_match_view view;

	enum eg_error error = eg_match_play(&after, action);
	assert(!error);
	if (error || after.round.phase != EG_OVER)
		return;
	eg_match_view(&after, EG_NOBODY, &view);
	bot_board_ending(page, &taught->cast, &view);
	bot_page_line(page);
}
