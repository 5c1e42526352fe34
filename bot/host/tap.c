#include "bot/host/tap.h"

#include "bot/base/attempt.h"
#include "bot/call/bans.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/rate_limit.h"
#include "bot/commands/command.h"
#include "bot/host/commands.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/play/automatic.h"
#include "bot/play/days_off.h"
#include "bot/play/match_life.h"
#include "bot/show/hand.h"
#include "engine/deal/deal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define KEY_LEAST 22 /* letters of base64url for 128 bits */
#define KEY_MOST  64

/* Where a player may want their hands while their page is open. */
#define PAGE "page"
#define CHAT "chat"

/* Whether a player's forced actions play themselves. */
#define ON  "on"
#define OFF "off"

/* What the page can ask for, and the text of the command that does it. */
static const struct tap_command {
	const char *what;
	const char *text;
	enum {
		IN_MATCH, /* about a match of the player, as if written in private */
		IN_ROOM,  /* the same, as if written in the match's room */
		PLAY,
		PLAN,
		WORDS, /* like IN_MATCH, but it only asks for words: a repetition gets them again */
		RULES, /* the same, about the rules of the match */
		PRACTICE,
		LANGUAGE,
		HAND,
		AUTOMATIC,
	} kind;
} commands[] = {
	{"play", "a", PLAY},
	{"plan", "if off", PLAN},
	{"resign", "resign yes", IN_MATCH}, /* the page has asked for the confirmation */
	{"abort", "abort", IN_MATCH},
	{"pause", "pause", IN_MATCH},
	{"resume", "resume", IN_MATCH},
	{"abandon", "abandon", IN_MATCH},
	{"claim", "claim", IN_MATCH},
	{"nudge", "nudge", IN_MATCH},
	{"accept", "accept", IN_MATCH},
	{"decline", "decline", IN_MATCH},
	{"cancel", "cancel", IN_MATCH},
	{"rematch", "rematch", IN_ROOM}, /* the challenge appears in the room */
	{"hint", "hint", WORDS},
	{"analysis", "analysis", WORDS},
	{"rules", "rules", RULES},
	{"practice", "practice", PRACTICE},
	{"language", "language", LANGUAGE},
	{"hand", "hand", HAND},
	{"auto", "auto", AUTOMATIC},
};

/* The event id that stands for a tap: a word, and a hash as text. No chat platform has such ids. */
#define EVENT_WORD "tap:"
#define EVENT_SIZE (sizeof(EVENT_WORD) - 1 + EG_KEY_TEXT)

/* A tap that the host is handling. */
struct handling {
	const struct bot_tap *request; /* what the page has sent */
	const struct tap_command *command;
	char event[EVENT_SIZE];
	char room[BOT_ID_SIZE]; /* the player's private room, or empty */
	char origin[BOT_ID_SIZE];
	struct bot_match match; /* only for commands about a match */
	struct bot_answer answer;
	struct bot_message message;
	struct bot_call call;
	bool refused; /* the command has only said what is wrong */
};

static const struct tap_command *find_command(const char *what)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(commands[i].what, what) == 0)
			return &commands[i];
	return NULL;
}

static bool is_key(const char *key)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t size = strspn(key, letters);

	return key[size] == '\0' && size >= KEY_LEAST && size <= KEY_MOST;
}

static bool is_readable(const struct bot_tap *tap, const struct tap_command *command)
{
	enum bot_practice opponent;
	struct bot_words words;

	if (!command || !is_key(tap->key))
		return false;
	switch (command->kind) {
	case PLAY:
		return tap->detail != NULL;
	case PLAN:
		return !tap->detail || bot_words_split(&words, tap->detail);
	case PRACTICE:
		return !tap->detail || bot_practice_opponent_read(tap->detail, &opponent);
	case LANGUAGE:
		return tap->detail && bot_lang_find(tap->detail);
	case HAND:
		return tap->detail &&
		       (strcmp(tap->detail, PAGE) == 0 || strcmp(tap->detail, CHAT) == 0);
	case AUTOMATIC:
		return tap->detail &&
		       (strcmp(tap->detail, ON) == 0 || strcmp(tap->detail, OFF) == 0);
	case IN_MATCH:
	case IN_ROOM:
	case WORDS:
	case RULES:
		break;
	}
	return true;
}

/*
 * Writes the id that stands for the event of the tap: `tap:` and the BLAKE2b hash (32 bytes, as
 * eg_key_print writes it) of the user id, a space, and the key. So two users can't have the same
 * id, and a player who knows the key of their tap can recognise it in the record of a match.
 */
static void write_event(const struct bot_tap *tap, char event[EVENT_SIZE])
{
	unsigned char hash[EG_KEY];
	crypto_generichash_state state;

	crypto_generichash_init(&state, NULL, 0, sizeof(hash));
	crypto_generichash_update(&state, (const unsigned char *)tap->user, strlen(tap->user));
	crypto_generichash_update(&state, (const unsigned char *)" ", 1);
	crypto_generichash_update(&state, (const unsigned char *)tap->key, strlen(tap->key));
	crypto_generichash_final(&state, hash, sizeof(hash));
	memcpy(event, EVENT_WORD, sizeof(EVENT_WORD));
	eg_key_print(hash, event + sizeof(EVENT_WORD) - 1);
}

/* Makes the message that stands for the tap, and finds the language of the answers. */
static void make_message(struct bot_host *host, struct handling *tap)
{
	const struct bot_port *port = host->port;
	const char *user = tap->request->user;

	if (!bot_store_private_room(host->store, user, tap->room))
		tap->room[0] = '\0';
	if (port->site)
		port->site(port->self, user, tap->origin);
	tap->message = (struct bot_message){.event = tap->event,
		.room = tap->room,
		.sender = user,
		.origin = port->site ? tap->origin : NULL,
		.text = "",
		.private = true,
		.answer = &tap->answer};
	tap->call.host = host;
	tap->call.message = &tap->message;
	tap->call.refused = &tap->refused;
	tap->answer.again = tap->request->detail != NULL;
	tap->answer.lang = bot_language_of_message(host, &tap->message);
	tap->call.lang = tap->answer.lang;
}

/*
 * Finds the match that the tap is about. If the player does not play in it, tells them that there
 * is no such match, and returns false.
 */
static bool find_match(struct handling *tap)
{
	struct bot_host *host = tap->call.host;

	if (bot_store_match_get(host->store, tap->request->match, &tap->match) &&
		bot_match_seat(&tap->match, tap->request->user) != EG_NOBODY)
		return true;
	bot_reply(&tap->call, BOT_MSG_NO_SUCH_MATCH, (struct bot_args){.id = tap->request->match});
	return false;
}

/*
 * Lets the command run as if the player had written it in the match's room. If the player has left
 * this room and is no guest of it, or may not write there, tells them and returns false.
 */
static bool enter_room(struct handling *tap)
{
	tap->message.room = tap->match.room;
	tap->message.private = false;
	if (!bot_guests_may_enter(&tap->call, &tap->match)) {
		bot_reply(&tap->call, BOT_MSG_TAP_LEFT, (struct bot_args){.id = tap->match.id});
		return false;
	}
	if (!bot_people_sender_may_write(&tap->call)) {
		bot_reply(&tap->call, BOT_MSG_SILENCED, (struct bot_args){0});
		return false;
	}
	tap->call.lang = bot_language_of_room(tap->call.host, tap->match.room);
	return true;
}

static bool asks_for_words(const struct tap_command *command)
{
	return command->kind == WORDS || command->kind == RULES;
}

static bool is_setting(const struct tap_command *command)
{
	return command->kind == LANGUAGE || command->kind == HAND || command->kind == AUTOMATIC;
}

static bool is_about_match(const struct tap_command *command)
{
	return command->kind == PLAY || command->kind == PLAN || command->kind == IN_MATCH ||
	       command->kind == IN_ROOM || asks_for_words(command);
}

/*
 * Finds the room of the command, and its match. If that is not possible, tells the player why and
 * returns false.
 */
static bool find_place(struct handling *tap)
{
	if (is_about_match(tap->command) && !find_match(tap))
		return false;
	if (tap->command->kind == IN_ROOM)
		return enter_room(tap);
	if (tap->command->kind != PRACTICE || tap->room[0])
		return true;
	bot_reply(&tap->call, BOT_MSG_TAP_NO_ROOM,
		(struct bot_args){.bot = tap->call.host->port->user});
	return false;
}

/* Writes the command as if the player had typed it. */
static void write_command(struct handling *tap)
{
	const char *detail = tap->request->detail;
	struct bot_words *words = &tap->call.words;
	bool in_match = is_about_match(tap->command);
	char text[64];

	snprintf(
		text, sizeof(text), "%s %s", tap->command->text, !in_match && detail ? detail : "");
	bot_words_split(words, text);
	tap->call.command = bot_command_find(words->word[0]);
	if (tap->command->kind == PLAN && detail)
		bot_words_split(words, detail);
	if (tap->command->kind == RULES)
		words->word[words->count++] = eg_rules_name(&tap->match.rules.round);
	else if (in_match)
		words->id = tap->match.id;
	if (tap->command->kind == PLAY)
		words->word[0] = detail;
}

/*
 * Returns whether the turn that the player has seen is over: they have chosen the action, or the
 * plan, for another position, even if it is legal in this one.
 */
static bool is_turn_over(const struct handling *tap)
{
	const struct bot_match *match = &tap->match;

	if (tap->command->kind != PLAY && tap->command->kind != PLAN)
		return false;
	if (match->status != BOT_PLAYING)
		return true;
	const struct eg_match_view now = bot_position_public(tap->call.host->store, match);
	return bot_turn_number(&now) != tap->request->turn;
}

/* Whether the player's setting is now the one of the tap. */
static bool has_setting(const struct handling *tap)
{
	struct bot_host *host = tap->call.host;
	const char *user = tap->request->user, *detail = tap->request->detail;

	if (tap->command->kind == LANGUAGE)
		return bot_language_chosen(host, BOT_OF_USER, user, NULL) == bot_lang_find(detail);
	if (tap->command->kind == HAND)
		return bot_held_hand_wanted(host, user) == (strcmp(detail, PAGE) == 0);
	return bot_automatic_wanted(host, user) == (strcmp(detail, ON) == 0);
}

/*
 * Runs the command. Returns whether the command has changed a match or the setting, or has given
 * the words that it was asked for.
 */
static bool run(struct handling *tap)
{
	struct bot_store *store = tap->call.host->store;
	uint64_t before = bot_store_change_number(store);

	bot_rate_limit_run(&tap->call,
		tap->command->kind == PLAY ? bot_run_exact_action : tap->call.command->run);
	if (is_setting(tap->command))
		return has_setting(tap);
	return asks_for_words(tap->command) ? !tap->refused
					    : bot_store_change_number(store) != before;
}

/*
 * Handles a tap that can be read. Notes only taps that have changed something. A tap that was
 * refused, or that asks for words, has changed nothing, so its repetition gets the words again.
 */
static enum bot_tap_outcome handle(struct handling *tap)
{
	struct bot_store *store = tap->call.host->store;

	write_event(tap->request, tap->event);
	bot_cause_enter(store, BOT_CAUSE_EVENT, tap->event, 0);
	bool done = bot_store_is_handled(store, tap->event);
	if (!done && find_place(tap)) {
		if (is_turn_over(tap)) {
			bot_reply(&tap->call, BOT_MSG_TAP_STALE, (struct bot_args){0});
			return BOT_TAP_STALE;
		}
		write_command(tap);
		done = run(tap);
		if (done && !asks_for_words(tap->command))
			bot_store_handled(store, tap->event);
	}
	if (done)
		return tap->answer.later ? BOT_TAP_LATER : BOT_TAP_DONE;
	return BOT_TAP_REFUSED;
}

static void handle_tap(
	struct bot_host *host, const struct bot_tap *tap, struct bot_tap_result *result)
{
	struct handling handling = {.request = tap, .command = find_command(tap->what)};

	result->outcome = BOT_TAP_REFUSED;
	handling.answer.text = bot_text_in(result->text, sizeof(result->text));
	if (!bot_user_id_is_plain(tap->user))
		return;
	if (bot_bans_hold_for(host, tap->user))
		return;
	bot_days_off_update_clocks(host);
	make_message(host, &handling);
	if (!is_readable(tap, handling.command))
		bot_reply(&handling.call, BOT_MSG_TAP_UNKNOWN, (struct bot_args){0});
	else
		result->outcome = handle(&handling);
}

enum bot_error bot_host_tap(
	struct bot_host *host, const struct bot_tap *tap, struct bot_tap_result *result)
{
	BOT_ATTEMPT(handle_tap(host, tap, result));
}
