#include "bot/lesson/lesson_page.h"

#include <assert.h>

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
