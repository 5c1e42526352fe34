#define _XOPEN_SOURCE 700 /* realpath */

#include "bot/picture/picture.h"

#include "bot/base/log.h"
#include "bot/picture/module.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define PATH_SIZE 4096
#define TEXT_SIZE 512

/*
 * Finds the module that draws (module.h). ENGARDE_PICTURE is the module's path, relative to the
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

static void *module; /* loaded, and able to write texts; stays until the process ends */

/*
 * Loads the module, if that is not done yet. Returns NULL, or why there are no pictures. A font
 * that is installed later counts only for the next process, because the font library looks only
 * once.
 */
static const char *find_fault(char path[PATH_SIZE])
{
	bot_canvas_has_font_fn *has_font = NULL;
	static bool lacks_font;
	void *found;

	path[0] = '\0';
	if (module)
		return NULL;
	find_module(path);
	if (!*path)
		return "the program's own path is unknown";
	found = lacks_font ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!found && !lacks_font)
		return dlerror();
	/* C does not allow a cast from void * to a function pointer. */
	if (found)
		*(void **)&has_font = dlsym(found, "bot_canvas_has_font");
	lacks_font = !has_font || !has_font();
	if (lacks_font)
		return "no font with Latin letters is installed, so the bot sends words instead: "
		       "install one, such as DejaVu Sans (fonts-dejavu-core), and start the bot "
		       "again";
	module = found;
	return NULL;
}

const char *bot_picture_fault(void)
{
	char path[PATH_SIZE];

	return find_fault(path);
}

/* Returns the address of one of the module's functions, or NULL. Logs only once why. */
static void *load(const char *function)
{
	static bool told;
	char path[PATH_SIZE];
	const char *fault = find_fault(path);

	if (fault && !told)
		bot_log_write(BOT_LOG_WARNING, "no_pictures",
			BOT_LOG_FIELDS({"module", .text = path}, {"why", .text = fault}));
	told = fault;
	return fault ? NULL : dlsym(module, function);
}

bool bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture)
{
	bot_scene_draw_fn *draw;
	char title[TEXT_SIZE], pile[TEXT_SIZE], last[TEXT_SIZE];
	BOT_PAGE(status);

	*(void **)&draw = load("bot_scene_draw");
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

	*(void **)&draw = load("bot_plot_draw");
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

	*(void **)&draw = load("bot_sheets_draw");
	return draw && draw(sheets, picture);
}

bool bot_picture_rating(const struct bot_rating_plot *plot, struct bot_picture *picture)
{
	bot_rating_plot_draw_fn *draw;

	*(void **)&draw = load("bot_rating_plot_draw");
	return draw && draw(plot, picture);
}
