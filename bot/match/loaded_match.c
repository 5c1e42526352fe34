#include "bot/match/loaded_match.h"

#include "bot/match/house.h"
#include "bot/match/turn_clock.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 64 /* matches that bot_match_load_each reads from the store at once */

static enum bot_error load_label(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];

	loaded->cast.name[seat] = loaded->label[seat];
	loaded->cast.with_id[seat] = loaded->with_id[seat];
	if (!user[0]) {
		bot_match_name_house(loaded, loaded->lang);
		return BOT_OK;
	}
	return bot_name_labels(
		loaded->host->store, user, loaded->label[seat], loaded->with_id[seat]);
}

void bot_match_name_house(struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	char *label = loaded->label[EG_BLACK];

	bot_page_string(lang, bot_house_name(loaded->match.house), NULL, label, BOT_LABEL_SIZE);
	memcpy(loaded->with_id[EG_BLACK], label, BOT_LABEL_SIZE);
}

/*
 * Shows a player with the id if the name looks like the first part of the other player's id, for
 * example "bob" beside @bob:example.org.
 */
static void tell_apart(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	char local[BOT_NAME_SIZE], name[BOT_NAME_SIZE], other[BOT_NAME_SIZE];
	const char *user = loaded->match.player[eg_opponent(seat)];
	struct bot_text text;

	bot_text_init(&text, local, sizeof(local));
	bot_text_add_bytes(&text, user, strcspn(user, ":"));
	bot_name_skeleton(local, other);
	bot_name_skeleton(loaded->label[seat], name);
	if (name[0] && strcmp(name, other) == 0)
		memcpy(loaded->label[seat], loaded->with_id[seat], BOT_LABEL_SIZE);
}

static bool is_shown_by_id(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	return strcmp(loaded->label[seat], loaded->match.player[seat]) == 0;
}

enum bot_error bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match)
{
	loaded->host = host;
	loaded->match = *match;
	loaded->cast = (struct bot_cast){.id = match->id};
	enum bot_error error = bot_language_of_room(host, match->room, &loaded->lang);
	if (!error && match->private)
		error = bot_language_chosen(
			host, BOT_OF_USER, match->player[EG_WHITE], &loaded->lang);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++) {
		loaded->own[seat] = loaded->lang;
		error = load_label(loaded, seat);
		if (!error && match->player[seat][0])
			error = bot_language_chosen(
				host, BOT_OF_USER, match->player[seat], &loaded->own[seat]);
	}
	if (error)
		return error;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (is_shown_by_id(loaded, eg_opponent(seat)))
			tell_apart(loaded, seat);
	if (match->status != BOT_PLAYING)
		return BOT_OK;
	error = bot_store_replay(host->store, match, &loaded->state);
	return error ? error : bot_clock_load(loaded);
}

static enum bot_error handle_page(struct bot_host *host, const struct bot_match *matches,
	size_t count, enum bot_error (*handle)(struct bot_loaded_match *loaded))
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < count; i++) {
		struct bot_loaded_match loaded;

		error = bot_match_load(&loaded, host, &matches[i]);
		if (!error)
			error = handle(&loaded);
	}
	return error;
}

enum bot_error bot_match_load_each(struct bot_host *host, const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded))
{
	struct bot_match_filter page = *filter;
	struct bot_match *matches = calloc(PAGE, sizeof(*matches));
	enum bot_error error = BOT_OK;
	size_t count = PAGE;

	if (!matches)
		return BOT_NO_MEMORY;
	while (!error && count == PAGE) {
		error = bot_store_match_find(host->store, &page, matches, PAGE, &count);
		if (!error)
			error = handle_page(host, matches, count, handle);
		if (!error && count > 0)
			page.after = matches[count - 1].id;
	}
	free(matches);
	return error;
}
