#include "bot/picture/picture.h"

#include "bot/log.h"
#include "bot/picture/scene.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 4096
#define TEXT_SIZE 512

/* Where the module lies, by where the program does; false: it can't be told. */
static bool find_module(char path[PATH_SIZE])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - sizeof(ENGARDE_PICTURE));
	char *end;

	if (length <= 0)
		return false;
	path[length] = '\0';
	end = strrchr(path, '/');
	if (!end)
		return false;
	stpcpy(end + 1, ENGARDE_PICTURE);
	return true;
}

/* The module's function; NULL: there is none, which is said once. It is never unloaded. */
static bot_scene_draw_fn *load(void)
{
	static bot_scene_draw_fn *draw;
	static bool tried;
	char path[PATH_SIZE] = "";
	void *module;

	if (tried)
		return draw;
	tried = true;
	module = find_module(path) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
	if (module) /* by way of memory, since C has no other way from an object to a function */
		*(void **)&draw = dlsym(module, BOT_SCENE_DRAW);
	if (!draw)
		bot_log_write(BOT_LOG_WARNING, "no_pictures",
			BOT_LOG_FIELDS({"module", .text = path}, {"why", .text = dlerror()}));
	return draw;
}

enum bot_error bot_picture_draw(const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open, struct bot_picture *picture)
{
	bot_scene_draw_fn *draw = load();
	char title[TEXT_SIZE], pile[TEXT_SIZE], last[TEXT_SIZE];
	struct bot_page standing;

	if (!draw)
		return BOT_NOT_FOUND;
	bot_page_string(lang, BOT_MSG_PICTURE_TITLE,
		&(struct bot_args){.id = cast->id, .round = view->rounds, .touches = view->touches},
		title, sizeof(title));
	bot_page_string(lang, BOT_MSG_PICTURE_PILE, NULL, pile, sizeof(pile));
	bot_page_string(lang, BOT_MSG_PICTURE_LAST, NULL, last, sizeof(last));
	bot_page_init(&standing, lang);
	bot_render_standing(&standing, cast, view, open);
	return draw(&(struct bot_scene){.view = view,
			    .name = {cast->name[EG_WHITE], cast->name[EG_BLACK]},
			    .attacker = bot_render_attacker(&view->round),
			    .open = open,
			    .title = title,
			    .pile = pile,
			    .last = last,
			    .standing = standing.body.data},
		picture);
}

void bot_picture_finish(struct bot_picture *picture)
{
	free(picture->data);
	*picture = (struct bot_picture){0};
}
