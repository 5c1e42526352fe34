#include "bot/host/recovery.h"

#include "bot/base/log.h"
#include "bot/command/call.h"
#include "bot/command/time.h"
#include "bot/match/match_display.h"
#include "bot/match/match_life.h"

static enum bot_error announce_damage(struct bot_host *host, const struct bot_damage *damage)
{
	struct bot_letter letter = {.to = damage->room};
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, damage->room, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_MATCH_DAMAGED, &(struct bot_args){.id = damage->match});
	return bot_send(host, letter, &page, NULL);
}

enum bot_error bot_host_set_aside_damage(struct bot_host *host, bool *again)
{
	struct bot_damage damage;

	enum bot_error error = bot_store_set_aside(host->store, &damage);
	*again = !error;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	if (damage.match)
		bot_log_write(BOT_LOG_ERROR, "match_damaged",
			BOT_LOG_FIELDS({"match", .number = damage.match},
				{"room", .text = damage.room},
				{"what",
					.text = "the store holds impossible rows of it, so the bot "
						"has set it aside (status 'damaged')"}));
	else
		bot_log_write(BOT_LOG_ERROR, "row_damaged",
			BOT_LOG_FIELDS({"row", .number = damage.row},
				{"what", .text = "the bot can't have written this row of the "
						 "outbox, so it does not send it"}));
	return damage.room[0] ? announce_damage(host, &damage) : BOT_OK;
}

static void explain(
	const struct bot_loaded_match *loaded, const struct bot_lang *lang, struct bot_page *page)
{
	bot_page_init(page, lang);
	bot_page_say(page, BOT_MSG_MATCH_RESTORED,
		&(struct bot_args){.id = loaded->match.id,
			.white = loaded->cast.name[EG_WHITE],
			.black = loaded->cast.name[EG_BLACK]});
	bot_page_line(page);
}

/* The hand rings, since the player may have seen a later turn, which is lost now. */
static enum bot_error show(struct bot_loaded_match *loaded)
{
	enum eg_seat turn = loaded->state.round.to_act;
	enum bot_error error = BOT_OK;
	struct bot_page page;

	if (!loaded->match.private) {
		explain(loaded, loaded->lang, &page);
		error = bot_display_board(loaded, &page, true);
	}
	if (error || loaded->match.left > 0) /* the match is paused */
		return error;
	explain(loaded, loaded->own[turn], &page);
	return bot_display_hand(loaded, &page, turn, BOT_RING);
}

enum bot_error bot_host_restored(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	enum bot_error error = bot_time_update(host);
	return error ? error : bot_match_load_each(host, &filter, show);
}

static enum bot_error end(struct bot_loaded_match *loaded)
{
	bool played = loaded->match.status == BOT_PLAYING;

	return bot_match_end(loaded, played ? BOT_STOPPED : BOT_ENDING_UNKNOWN, EG_NOBODY,
		BOT_MSG_MATCH_ERASED, (struct bot_args){0});
}

static enum bot_error leave(struct bot_host *host, const char *user)
{
	char room[BOT_ID_SIZE];

	enum bot_error error = bot_store_private_room(host->store, user, room);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return bot_send(host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = room}, NULL, NULL);
}

enum bot_error bot_host_remove_user(struct bot_host *host, const char *user)
{
	static const enum bot_match_status live[] = {BOT_CHALLENGE, BOT_ACCEPTED, BOT_PLAYING};

	enum bot_error error = bot_time_update(host);
	for (size_t i = 0; !error && i < sizeof(live) / sizeof(live[0]); i++)
		error = bot_match_load_each(host,
			&(struct bot_match_filter){.player = user, .status = (int)live[i]}, end);
	return error ? error : leave(host, user);
}
