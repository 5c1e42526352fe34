/*
 * Analyses of matches, and pictures, in the simulation. The bot's queue, its answers and its store
 * are the real ones. But an analysis computes for seconds, and a picture of it for many
 * milliseconds, so that the simulation could play few schedules. Here an action takes one step
 * without computing, and the picture is a few bytes. So is the picture of a club night.
 */
#include "bot/base/memory.h"
#include "bot/picture/picture.h"

bool __wrap_eg_analysis_step(struct eg_analysis *analysis);
bool __wrap_bot_picture_plot(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_analysis *analysis, struct bot_picture *picture);

bool __wrap_bot_picture_sheets(const struct bot_sheets *sheets, struct bot_picture *picture);

bool __wrap_eg_analysis_step(struct eg_analysis *analysis)
{
	struct eg_analysis_work *work = &analysis->work;

	if (work->decision == analysis->decision_count)
		return false;
	analysis->decisions[work->decision].better = analysis->decisions[work->decision].played;
	work->decision++;
	return true;
}

bool __wrap_bot_picture_plot(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_analysis *analysis, struct bot_picture *picture)
{
	(void)lang;
	(void)cast;
	(void)analysis;
	picture->data = bot_calloc(1, 8);
	picture->size = 8;
	return true;
}

bool __wrap_bot_picture_sheets(const struct bot_sheets *sheets, struct bot_picture *picture)
{
	(void)sheets;
	picture->data = bot_calloc(1, 8);
	picture->size = 8;
	return true;
}
