/* Showing: the board, a hand, the rules, and help. */
#include "bot/command.h"
#include "bot/pick.h"
#include "bot/pictures.h"
#include "bot/vocabulary.h"

#include <string.h>
#include <strings.h>

static enum bot_error is_own(const struct bot_call *call, const struct bot_match *match, bool *yes)
{
	*yes = bot_match_seat(match, call->message->sender) != EG_NOBODY;
	return BOT_OK;
}

/*
 * In the room the board that comes last is the one that is edited from then on; a picture comes
 * beside it.
 */
enum bot_error bot_run_board(struct bot_call *call)
{
	static const struct bot_pick pick = {
		bot_pick_played, is_own, .others = true, .none = BOT_MSG_NO_BOARD};
	const struct bot_message *message = call->message;
	bool picture = call->words.count > 1;
	struct bot_letter letter = {.private = message->private,
		.to = message->private ? message->sender : message->room};
	struct bot_game game;
	struct eg_match_view view;
	struct bot_page page;
	bool found;

	if (picture && strcmp(bot_in_english(call->words.word[1]), "picture") != 0)
		return bot_reply_usage(call);
	if (call->words.count > 2)
		return bot_pictures_set(call);
	enum bot_error error = bot_pick(call, &pick, &game, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&game.match, message->sender);
	bot_page_init(&page, message->private ? game.own[seat] : game.lang);
	if (!message->private && !picture)
		return bot_game_board(&game, &page, true);
	eg_match_view(&game.state, EG_NOBODY, &view);
	bot_render_board(&page, &game.cast, &view, true);
	if (picture)
		return bot_pictures_post(&game, &view, letter, &page);
	return bot_whisper_page(call, &page, game.match.id);
}

enum bot_error bot_run_hand(struct bot_call *call)
{
	struct bot_game game;
	struct bot_page page;
	bool found;

	enum bot_error error = bot_pick(call, &bot_pick_own, &game, &found);
	if (error || !found)
		return error;
	enum eg_seat seat = bot_match_seat(&game.match, call->message->sender);
	/* Who asks is told, should it not reach him, though he was told before. */
	game.match.reached[seat] = true;
	error = bot_store_match_save(call->host->store, &game.match);
	if (error)
		return error;
	bot_page_init(&page, game.own[seat]);
	return bot_game_hand(&game, &page, seat, BOT_QUIET);
}

/* Each rule set is a screen made of pieces; BOT_MSG_COUNT ends it. */
#define PIECES_MAX 10
static const struct {
	const char *name;
	enum bot_msg pieces[PIECES_MAX];
} screens[] = {
	{"advanced", {BOT_MSG_RULES_ADVANCED, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			     BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_INDIRECT,
			     BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END,
			     BOT_MSG_RULES_FINAL_POSITION, BOT_MSG_COUNT}},
	{"ferti",
		{BOT_MSG_RULES_FERTI, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK,
			BOT_MSG_RULES_INDIRECT, BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK,
			BOT_MSG_RULES_END, BOT_MSG_RULES_FINAL_CARDS, BOT_MSG_COUNT}},
	{"standard", {BOT_MSG_RULES_STANDARD, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			     BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_PARRY, BOT_MSG_RULES_STUCK,
			     BOT_MSG_RULES_END, BOT_MSG_COUNT}},
	{"basic", {BOT_MSG_RULES_BASIC, BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE,
			  BOT_MSG_RULES_ATTACK_BASIC, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END_BASIC,
			  BOT_MSG_COUNT}},
};

enum bot_error bot_run_rules(struct bot_call *call)
{
	const char *name =
		call->words.count > 1 ? bot_in_english(call->words.word[1]) : screens[0].name;
	struct bot_page page;

	for (size_t i = 0; i < sizeof(screens) / sizeof(screens[0]); i++) {
		if (strcasecmp(name, screens[i].name) != 0)
			continue;
		bot_page_init(&page, call->lang);
		for (const enum bot_msg *piece = screens[i].pieces; *piece != BOT_MSG_COUNT;
			piece++) {
			if (piece != screens[i].pieces)
				bot_page_line(&page);
			bot_page_say(&page, *piece, NULL);
		}
		return bot_reply_page(call, &page);
	}
	return bot_reply_usage(call);
}

static void describe(
	const struct bot_call *call, struct bot_page *page, const struct bot_command *command)
{
	char text[BOT_WORDS_SIZE];
	struct bot_args args = {.prefix = bot_call_prefix(call), .usage = text};

	bot_page_string(page->lang, command->usage, NULL, text, sizeof(text));
	bot_page_say(page, BOT_MSG_HELP_LINE, &args);
	bot_page_say(page, command->about, &args);
}

/* A line a topic, each command by its word in the reader's language. */
static void list_commands(struct bot_page *page)
{
	char word[BOT_WORDS_SIZE];
	struct bot_args args = {.command = word};

	for (size_t i = 0; i < bot_commands_count; i++) {
		const struct bot_command *command = &bot_commands[i];

		if (i == 0 || command->topic != command[-1].topic) {
			bot_page_line(page);
			bot_page_say(page, command->topic, NULL);
		}
		bot_page_string(page->lang, command->usage, NULL, word, sizeof(word));
		word[strcspn(word, " ")] = '\0';
		bot_page_say(page, BOT_MSG_HELP_COMMAND, &args);
	}
}

enum bot_error bot_run_help(struct bot_call *call)
{
	struct bot_args args = {.prefix = bot_call_prefix(call)};
	struct bot_page page;

	bot_page_init(&page, call->lang);
	if (call->words.count > 1) {
		const struct bot_command *command = bot_command_find(call->words.word[1]);
		if (!command)
			return bot_reply(call, BOT_MSG_UNKNOWN, (struct bot_args){0});
		describe(call, &page, command);
		return bot_reply_page(call, &page);
	}
	bot_page_say(&page, BOT_MSG_HELP_BEGIN, NULL);
	list_commands(&page);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_HELP_ONE, &args);
	bot_page_line(&page);
	bot_page_say(
		&page, call->message->private ? BOT_MSG_HELP_END_PRIVATE : BOT_MSG_HELP_END, &args);
	return bot_reply_page(call, &page);
}

enum bot_error bot_run_about(struct bot_call *call)
{
	return bot_reply(call, BOT_MSG_ABOUT, (struct bot_args){.version = ENGARDE_VERSION});
}
