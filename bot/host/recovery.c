#include "bot/host/recovery.h"

#include "bot/admin/admin_news.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/play/days_off.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/show/introduction.h"

/* Returns false if the store can't set aside what is damaged. */
static bool set_aside_damage(struct bot_host *host)
{
	struct bot_damage damage;

	if (!bot_store_set_aside(host->store, &damage))
		return false;
	if (damage.match)
		bot_log_write(BOT_LOG_ERROR, "match_damaged",
			BOT_LOG_FIELDS({"match", .number = damage.match},
				{"room", .text = damage.room},
				{"what",
					.text = "the bot can't have written the match as the store "
						"has it, so the match was set aside (status "
						"'damaged')"}));
	else
		bot_log_write(BOT_LOG_ERROR, "row_damaged",
			BOT_LOG_FIELDS({"row", .number = damage.row},
				{"what", .text = "the bot can't have written this row of the "
						 "outbox, so it does not send it"}));
	if (damage.room[0])
		bot_send_to_room(host, (struct bot_letter){.to = damage.room},
			BOT_MSG_MATCH_DAMAGED, (struct bot_args){.id = damage.match});
	return true;
}

enum bot_error bot_host_set_aside_damage(struct bot_host *host, bool *again)
{
	BOT_ATTEMPT(*again = set_aside_damage(host));
}

static void add_restored(const struct bot_loaded_match *loaded, struct bot_page *page)
{
	bot_page_say(page, BOT_MSG_MATCH_RESTORED,
		&(struct bot_args){.id = loaded->match.id,
			.white = loaded->cast.name[EG_WHITE],
			.black = loaded->cast.name[EG_BLACK]});
	if (loaded->match.practice == BOT_NO_PRACTICE)
		bot_page_say_below(page, BOT_MSG_UNRATED_RESTORED, NULL);
	bot_page_line(page);
}

/*
 * Shows the board of the match in the restored store, and the hand of the player who must act. The
 * hand makes this player's device ring. The player may have finished this turn before the store was
 * restored, and must then act again.
 */
static void show_restored(struct bot_loaded_match *loaded)
{
	enum eg_seat turn = loaded->state.round.to_act;
	BOT_PAGE(page);

	if (!loaded->match.private) {
		bot_page_init(&page, loaded->lang);
		add_restored(loaded, &page);
		bot_show_board(loaded, &page, true);
	}
	if (loaded->match.left > 0) /* the match is paused */
		return;
	bot_match_begin_private(loaded, turn, &page);
	add_restored(loaded, &page);
	bot_show_hand(loaded, &page, bot_position_seen_by(loaded, turn), BOT_RING);
	bot_introduction_offer_table(loaded, turn);
}

/*
 * After the backup, the players may have seen the cards to come, or the secrets of a challenge. So
 * a match or challenge of the backup is no longer rated, whatever happens in it now. Its secrets
 * stay, because they fit the commitment that the room has.
 */
static void make_unrated(struct bot_loaded_match *loaded)
{
	loaded->match.restored = true;
	bot_store_match_save(loaded->host->store, &loaded->match);
}

static void make_all_unrated(struct bot_host *host)
{
	static const enum bot_match_status open[] = {BOT_CHALLENGE, BOT_ACCEPTED, BOT_PLAYING};

	for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
		const struct bot_match_filter filter = {.status = (int)open[i]};

		bot_match_load_each(host, &filter, make_unrated);
	}
}

static void note_restored(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};

	bot_days_off_update_clocks(host);
	/* The bot may have been running when this copy was made. That is no crash. */
	bot_admin_note_stop(host);
	bot_web_link_end_tables_and_boards(host);
	make_all_unrated(host);
	bot_match_load_each(host, &filter, show_restored);
}

enum bot_error bot_host_restored(struct bot_host *host)
{
	BOT_ATTEMPT(note_restored(host));
}
