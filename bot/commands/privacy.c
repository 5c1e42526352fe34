#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/question.h"
#include "bot/call/time.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/play/absence.h"
#include "bot/play/match_life.h"
#include "bot/play/record.h"
#include "bot/store/rounds.h"
#include "bot/text/name.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ALIAS_SIZE 24

/* Makes a name that replaces the user's id in matches, and that does not show who the user was. */
static void make_alias(struct bot_host *host, char alias[ALIAS_SIZE])
{
	uint32_t number;

	bot_draw(host, "alias", &number, sizeof(number));
	snprintf(alias, ALIAS_SIZE, "erased-%08" PRIx32, number);
}

/*
 * Sends the last answer. In private it goes to the room and not to the user, because the bot erases
 * the messages that wait for the user.
 */
static void say_goodbye(const struct bot_call *call, const char *alias)
{
	struct bot_letter letter = {.to = call->message->room};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_FORGOTTEN, &(struct bot_args){.name = alias});
	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &page, NULL);
}

/* Resigns a bout, or a match in which both players have acted. Does nothing in other matches. */
static void resign(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	if (loaded->match.practice != BOT_NO_PRACTICE)
		return;
	if (!bot_store_both_acted(loaded->host->store, &loaded->match) &&
		loaded->match.competition == 0)
		return;
	bot_match_end(loaded, BOT_RESIGNED, eg_opponent(seat), BOT_MSG_MATCH_RESIGNED,
		(struct bot_args){.loser = loaded->cast.name[seat],
			.winner = loaded->cast.name[eg_opponent(seat)]});
}

/* Nobody escapes a defeat, or takes a win from an opponent, by being forgotten. */
static void resign_all(struct bot_host *host, const char *user)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};

	bot_time_update(host);
	bot_match_load_each_of_player(host, &filter, resign);
}

/*
 * Ends the sender's matches, and erases what the bot knows of the sender. The answer is the last
 * message to the sender: in private it comes before the bot leaves the room.
 */
static void forget(const struct bot_call *call)
{
	const char *user = call->message->sender;
	struct bot_host *host = call->host;
	char alias[ALIAS_SIZE];

	make_alias(host, alias);
	/* This comes first, because the messages about the ended matches must name the alias. */
	bot_name_disguise(host->store, user, alias);
	if (call->message->private)
		say_goodbye(call, alias);
	resign_all(host, user);
	bot_absence_end_erased(host, user);
	if (!call->message->private)
		say_goodbye(call, alias);
	bot_store_person_forget(host->store, user, alias);
	if (host->port->forget)
		bot_must(host->port->forget(host->port->self, user));
}

/*
 * Reads the words after the command's name: "me", "yes", both, or none. Sets *confirmed to whether
 * "yes" is among them. Returns false if there is any other word.
 */
static bool read_words(const struct bot_words *words, bool *confirmed)
{
	size_t i = 1;

	if (i < words->count && bot_words_mean(words->word[i], "me"))
		i++;
	*confirmed = i < words->count && bot_words_is_yes(words->word[i]);
	return i + *confirmed == words->count && words->id == 0;
}

void bot_run_forget(struct bot_call *call)
{
	const char *user = call->message->sender;
	bool confirmed;

	confirmed = read_words(&call->words, &confirmed) && confirmed;
	int64_t wait = bot_allowance_take(call->host, BOT_ALLOW_FORGET, user, user);
	if (wait > 0) {
		bot_reply(call, BOT_MSG_FORGET_LATER, (struct bot_args){.left = wait});
		return;
	}
	if (confirmed) {
		forget(call);
		return;
	}
	bot_allowance_give_back(call->host, BOT_ALLOW_FORGET, user, user);
	bot_ask(call, BOT_MSG_FORGET, (struct bot_args){0}, "forget me yes");
}

/* Adds the operator's own words. A URL becomes a link. */
static void say_notice(struct bot_page *page, const char *notice)
{
	if (strncmp(notice, "https://", 8) == 0 && !strpbrk(notice, " \t"))
		bot_page_link(page, notice, notice, false);
	bot_page_say_below(page, BOT_MSG_PRIVACY_NOTICE, &(struct bot_args){.words = notice});
}

void bot_run_privacy(struct bot_call *call)
{
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	const char *notice = call->host->config->privacy_notice;
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_PRIVACY_CARDS, NULL);
	bot_page_say_below(&page, BOT_MSG_PRIVACY, &args);
	if (!bot_retention_say(call->host, &page))
		bot_page_say(&page, BOT_MSG_PRIVACY_FOR_EVER, &args);
	if (bot_web_link_is_available(call->host))
		bot_page_say(&page, BOT_MSG_PRIVACY_LINK, NULL);
	bot_page_say_below(&page, BOT_MSG_PRIVACY_READERS, &args);
	if (call->host->port->protection)
		bot_page_say(&page, BOT_MSG_PRIVACY_FORGERS, NULL);
	bot_page_say_below(&page, BOT_MSG_PRIVACY_RIGHTS, &args);
	if (notice)
		say_notice(&page, notice);
	bot_reply_page(call, &page);
}
