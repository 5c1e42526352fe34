#define _XOPEN_SOURCE 700 /* realpath */

#include "bot/picture/picture.h"

#include "bot/base/log.h"
#include "bot/picture/plot.h"
#include "bot/picture/rating_plot.h"
#include "bot/picture/scene.h"
#include "bot/picture/sheets.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define PATH_SIZE 4096
#define TEXT_SIZE 512

/*
 * Finds the module that draws (scene.h). ENGARDE_PICTURE is the module's path, relative to the
 * folder of the program. The kernel tells every process from which file the process was started
 * (AT_EXECFN). Unlike /proc/self/exe, this does not need access to /proc. Writes an empty path if
 * the program's folder is unknown.
 */
static void find_module(char path[PATH_SIZE])
{
	unsigned long address = getauxval(AT_EXECFN);
	char *started = NULL, *program, *end;
	int length = 0;

	memcpy(&started, &address, sizeof(started));
	program = started ? realpath(started, NULL) : NULL;
	end = program ? strrchr(program, '/') : NULL;
	if (end)
		length = snprintf(
			path, PATH_SIZE, "%.*s/%s", (int)(end - program), program, ENGARDE_PICTURE);
	if (length <= 0 || length >= PATH_SIZE)
		path[0] = '\0';
	free(program);
}

/*
 * Loads the module and returns the address of one of its functions. If there is no module, returns
 * NULL. Logs this only once. The module stays loaded until the process ends.
 */
static void *load(const char *function)
{
	static void *module;
	static bool told;
	char path[PATH_SIZE];
	void *found = NULL;

	if (module)
		return dlsym(module, function);
	find_module(path);
	module = *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
	if (module)
		found = dlsym(module, function);
	if (!found && !told)
		bot_log_write(BOT_LOG_WARNING, "no_pictures",
			BOT_LOG_FIELDS({"module", .text = path},
				{"why", .text = *path ? dlerror()
						      : "the program's own path is unknown"}));
	told = !found;
	return found;
}

bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture)
{
	bot_scene_draw_fn *draw;
	char title[TEXT_SIZE], pile[TEXT_SIZE], last[TEXT_SIZE];
	struct bot_page status;

	/* C does not allow a cast from void * to a function pointer. */
	*(void **)&draw = load(BOT_SCENE_DRAW);
	if (!draw)
		return false;
	bot_page_string(lang, BOT_MSG_PICTURE_TITLE,
		&(struct bot_args){.id = cast->id, .round = view->rounds, .touches = view->touches},
		title, sizeof(title));
	bot_page_string(lang, BOT_MSG_PICTURE_PILE, NULL, pile, sizeof(pile));
	bot_page_string(lang, BOT_MSG_PICTURE_LAST, NULL, last, sizeof(last));
	bot_page_init(&status, lang);
	bot_board_status(&status, cast, view, open);
	return draw(&(struct bot_scene){.view = view,
			    .name = {cast->name[EG_WHITE], cast->name[EG_BLACK]},
			    .attacker = bot_board_attacker(&view->round),
			    .open = open,
			    .title = title,
			    .pile = pile,
			    .last = last,
			    .status = status.body.data},
		picture);
}

bool bot_picture_plot(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_analysis *analysis, struct bot_picture *picture)
{
	bot_plot_draw_fn *draw;
	char title[TEXT_SIZE], open[TEXT_SIZE], own[TEXT_SIZE];

	*(void **)&draw = load(BOT_PLOT_DRAW);
	if (!draw)
		return false;
	bot_page_string(lang, BOT_MSG_ANALYSIS_PLOT_TITLE, &(struct bot_args){.id = cast->id},
		title, sizeof(title));
	bot_page_string(lang, BOT_MSG_ANALYSIS_PLOT_OPEN, NULL, open, sizeof(open));
	bot_page_string(lang, BOT_MSG_ANALYSIS_PLOT_OWN, NULL, own, sizeof(own));
	return draw(&(struct bot_plot){.analysis = analysis,
			    .name = {cast->name[EG_WHITE], cast->name[EG_BLACK]},
			    .title = title,
			    .open = open,
			    .own = own},
		picture);
}

bool bot_picture_sheets(const struct bot_sheets *sheets, struct bot_picture *picture)
{
	bot_sheets_draw_fn *draw;

	*(void **)&draw = load(BOT_SHEETS_DRAW);
	return draw && draw(sheets, picture);
}

bool bot_picture_rating(const struct bot_rating_plot *plot, struct bot_picture *picture)
{
	bot_rating_plot_draw_fn *draw;

	*(void **)&draw = load(BOT_RATING_PLOT_DRAW);
	return draw && draw(plot, picture);
}

void bot_picture_finish(struct bot_picture *picture)
{
	free(picture->data);
	*picture = (struct bot_picture){0};
}
