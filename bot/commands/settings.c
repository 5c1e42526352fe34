#include "bot/commands/command.h"

#include "bot/call/guests.h"
#include "bot/call/question.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time_zone.h"
#include "bot/call/web_link.h"
#include "bot/challenge/lobby.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/commands/private_form.h"
#include "bot/commands/reaction_trust.h"
#include "bot/competition/weekly.h"
#include "bot/play/automatic.h"
#include "bot/show/hand.h"
#include "bot/show/picture.h"
#include "bot/text/page.h"
#include "bot/text/words.h"

#include <strings.h>

/* Adds a line about a setting. `value` is the message that names the setting's value. */
static void add_setting(
	const struct bot_call *call, struct bot_page *page, enum bot_msg line, enum bot_msg value)
{
	char name[32];

	bot_page_string(page->lang, value, NULL, name, sizeof(name));
	bot_page_say_below(
		page, line, &(struct bot_args){.name = name, .prefix = bot_call_prefix(call)});
}

/* Adds a setting that is on or off. */
static void add_switch(
	const struct bot_call *call, struct bot_page *page, enum bot_msg line, bool on)
{
	add_setting(call, page, line, on ? BOT_MSG_NAME_ON : BOT_MSG_NAME_OFF);
}

static void add_choices(const struct bot_call *call, struct bot_page *page)
{
	static const enum bot_msg names[BOT_CHOICES_FORMS] = {
		[BOT_CHOICES_LIST] = BOT_MSG_NAME_LIST,
		[BOT_CHOICES_POLL] = BOT_MSG_NAME_POLL,
		[BOT_CHOICES_TAPS] = BOT_MSG_NAME_TAPS,
	};

	enum bot_choices_form form = bot_choices_form_chosen(call->host, call->message->sender);

	add_setting(call, page, BOT_MSG_SETTING_CHOICES, names[form]);
}

/* Adds whether the sender's cards come encrypted, on a platform where they can. */
static void add_hand(const struct bot_call *call, struct bot_page *page)
{
	const struct bot_port *port = call->host->port;

	if (!port->protection)
		return;
	enum bot_private_form form = bot_private_form_chosen(call->host, call->message->sender);
	if (form == BOT_FORM_CONFIGURED)
		form = port->protection(port->self, call->message->sender, form) == BOT_PLAIN
			       ? BOT_FORM_CLEAR
			       : BOT_FORM_ENCRYPTED;
	add_setting(call, page, BOT_MSG_SETTING_HAND,
		form == BOT_FORM_CLEAR ? BOT_MSG_NAME_CLEAR : BOT_MSG_NAME_ENCRYPTED);
}

static void add_zone(const struct bot_call *call, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE];

	bot_zone_of_room(call->host, call->message->room, zone);
	bot_page_say_below(page, BOT_MSG_SETTING_TIMEZONE,
		&(struct bot_args){.name = zone, .prefix = bot_call_prefix(call)});
}

static void add_own_zone(const struct bot_call *call, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE];

	bot_reader_zone(call->host, call->message->sender, zone);
	bot_page_say_below(page, BOT_MSG_SETTING_TIMEZONE_OWN, &(struct bot_args){.name = zone});
}

/* Adds the terms that a challenge in the room has if its words do not say otherwise. */
static void add_terms(const struct bot_call *call, struct bot_page *page)
{
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES, .clock = BOT_CLOCK_USUAL};
	char rules[32], clock[BOT_SPAN_SIZE];

	bot_room_terms_get(call->host, call->message->room, &match);
	bot_page_string(page->lang, bot_challenge_rules_name(&match.rules.round), NULL, rules,
		sizeof(rules));
	if (match.clock > 0)
		bot_page_string(page->lang, BOT_MSG_LENGTH, &(struct bot_args){.left = match.clock},
			clock, sizeof(clock));
	else
		bot_page_string(page->lang, BOT_MSG_NO_CLOCK, NULL, clock, sizeof(clock));
	const struct bot_args args = {.prefix = bot_call_prefix(call),
		.rules = rules,
		.touches = match.rules.touches,
		.clock = clock};
	static const enum bot_msg lines[] = {
		BOT_MSG_SETTING_RULES, BOT_MSG_SETTING_TOUCHES, BOT_MSG_SETTING_CLOCK};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		bot_page_say_below(page, lines[i], &args);
	add_switch(call, page, BOT_MSG_SETTING_RATED, !match.casual);
}

static void add_language(const struct bot_call *call, struct bot_page *page)
{
	const struct bot_message *message = call->message;
	enum bot_scope scope = message->private ? BOT_OF_USER : BOT_OF_ROOM;
	const char *id = message->private ? message->sender : message->room;

	bot_page_say_below(page, BOT_MSG_SETTING_LANGUAGE,
		&(struct bot_args){.name = call->lang->name, .prefix = bot_call_prefix(call)});
	if (!bot_language_chosen(call->host, scope, id, NULL))
		bot_page_say(page, BOT_MSG_SETTING_UNSET, NULL);
}

static void add_settings_of_user(const struct bot_call *call, struct bot_page *page)
{
	struct bot_host *host = call->host;
	const char *user = call->message->sender;

	bot_page_say(page, BOT_MSG_SETTINGS_OWN, NULL);
	add_language(call, page);
	add_choices(call, page);
	add_switch(call, page, BOT_MSG_SETTING_COACH, bot_coaching_wanted(host, user));
	add_switch(call, page, BOT_MSG_SETTING_AUTO, bot_automatic_wanted(host, user));
	if (host->port->protection) /* else the platform has no encrypted rooms */
		add_switch(call, page, BOT_MSG_SETTING_REACTIONS,
			bot_reaction_trust_chosen(host, user));
	add_hand(call, page);
	if (bot_web_link_is_available(host)) /* the cards are held back while their page is open */
		add_switch(call, page, BOT_MSG_SETTING_PAGE, bot_held_hand_wanted(host, user));
	add_own_zone(call, page);
	bot_quiet_hours_add_setting(call, page);
}

static void add_settings_of_room(const struct bot_call *call, struct bot_page *page)
{
	const char *room = call->message->room;

	bot_page_say(page, BOT_MSG_SETTINGS_ROOM, NULL);
	add_language(call, page);
	add_switch(call, page, BOT_MSG_SETTING_PICTURES, bot_picture_wanted(call->host, room));
	add_terms(call, page);
	add_switch(call, page, BOT_MSG_SETTING_LOBBY, bot_guests_are_welcome(call->host, room));
	add_zone(call, page);
}

static void show_settings(const struct bot_call *call)
{
	bool private = call->message->private;
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	if (private)
		add_settings_of_user(call, &page);
	else
		add_settings_of_room(call, &page);
	bot_page_say_below(&page,
		private ? BOT_MSG_SETTINGS_CHANGE_OWN : BOT_MSG_SETTINGS_CHANGE_ROOM,
		&(struct bot_args){.name = call->lang->name, .prefix = bot_call_prefix(call)});
	bot_reply_page(call, &page);
}

/*
 * Reads the terms that follow the command's name. The word "rules" may stand before the name of a
 * rule set. Returns BOT_MSG_COUNT, or the message that answers the sender if a word is no term that
 * a room can have; *i is then the index of this word.
 */
static enum bot_msg read_terms(const struct bot_call *call, struct bot_match *match, size_t *i)
{
	enum eg_seat first = match->rules.first;

	for (*i = 1; *i < call->words.count; ++*i) {
		bool rules = bot_words_mean(call->words.word[*i], "rules");
		if (rules && ++*i == call->words.count)
			return BOT_MSG_RULES_UNKNOWN;
		size_t begin = *i;
		enum bot_msg wrong = bot_challenge_read_term(call, i, match);

		if (wrong == BOT_MSG_TERM_UNKNOWN && rules)
			return BOT_MSG_RULES_UNKNOWN;
		if (wrong != BOT_MSG_COUNT)
			return wrong;
		if (match->bank > 0) {
			*i = begin;
			return BOT_MSG_TERM_RESERVE_HERE;
		}
		if (bot_match_has_handicap(match))
			return BOT_MSG_TERM_HANDICAP_HERE;
		if (match->player[EG_BLACK][0] || match->unseen || match->rules.first != first) {
			*i = begin;
			return BOT_MSG_TERM_UNKNOWN;
		}
	}
	return call->words.id == 0 ? BOT_MSG_COUNT : BOT_MSG_TERM_NUMBER;
}

static void set_terms(const struct bot_call *call)
{
	const char *room = call->message->room;
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES, .clock = BOT_CLOCK_USUAL};
	struct bot_terms_text terms;
	char rules[32];
	size_t i;

	bot_room_terms_get(call->host, room, &match);
	enum bot_msg wrong = read_terms(call, &match, &i);
	if (wrong == BOT_MSG_RULES_UNKNOWN) {
		bot_ask_for_option(call, wrong, i, BOT_RULES_OPTIONS);
		return;
	}
	if (wrong != BOT_MSG_COUNT) {
		bot_challenge_ask_for_term(call, wrong, i);
		return;
	}
	bot_room_terms_set(call->host, room, &match);
	bot_page_string(call->lang, bot_challenge_rules_name(&match.rules.round), NULL, rules,
		sizeof(rules));
	bot_challenge_write_terms(&match, NULL, call->lang, &terms);
	bot_reply(call, BOT_MSG_SETTINGS_TERMS,
		(struct bot_args){.rules = rules,
			.touches = match.rules.touches,
			.clock = terms.clock,
			.casual = terms.casual});
}

/* Puts the room into the lobby, or takes it out. */
static void set_lobby(const struct bot_call *call)
{
	const char *word = call->words.count == 3 ? call->words.word[2] : "";
	bool on = bot_words_mean(word, "on");

	if (!on && !bot_words_mean(word, "off")) {
		bot_ask_for_option(call, BOT_MSG_LOBBY_WHICH, 2, "on off");
		return;
	}
	bot_lobby_set(call->host, call->message->room, on);
	bot_reply(call, on ? BOT_MSG_LOBBY_ON : BOT_MSG_LOBBY_OFF, (struct bot_args){0});
}

/* Sets the time zone of the room, for the times of club nights. */
static void set_zone(const struct bot_call *call)
{
	const char *room = call->message->room;
	char zone[BOT_ZONE_SIZE];

	bot_time_zone_read(call, 2, "settings timezone", zone);
	if (!zone[0])
		return;
	bot_zone_choose(call->host, room, zone);
	bot_weekly_zone_changed(call->host, room);
	bot_reply(call, BOT_MSG_TIMEZONE_SET, (struct bot_args){.name = zone});
}

/* "settings timezone berlin" in private is "timezone berlin". */
static void run_own_zone(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	bot_words_drop(words, 1);
	bot_run_timezone(call);
}

void bot_run_settings(struct bot_call *call)
{
	if (call->words.count == 1)
		show_settings(call);
	else if (call->message->private && bot_words_mean(call->words.word[1], "timezone"))
		run_own_zone(call);
	else if (call->message->private)
		bot_reply_room_only(call);
	else if (!bot_call_moderates(call))
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	else if (bot_words_mean(call->words.word[1], "lobby"))
		set_lobby(call);
	else if (bot_words_mean(call->words.word[1], "timezone"))
		set_zone(call);
	else
		set_terms(call);
}

/*
 * Finds a language by its code, or by its name in any language. Returns NULL if no language fits.
 */
static const struct bot_lang *find_language(const char *word)
{
	const char *english = bot_words_in_english(word);

	for (size_t i = 0; i < bot_langs_count; i++)
		if (strcasecmp(bot_langs[i].english, english) == 0)
			return &bot_langs[i];
	return bot_lang_find(word);
}

/* Writes what may answer "Which language?": the names and the codes of the languages. */
static void write_options(char *options, size_t size)
{
	struct bot_text text = bot_text_in(options, size);

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_text_add(&text, bot_langs[i].english);
		bot_text_add(&text, " ");
		bot_text_add(&text, bot_langs[i].code);
		bot_text_add(&text, " ");
	}
}

/* Answers with the message and the list of the languages, and takes one of them as the answer. */
static void list_languages(const struct bot_call *call, enum bot_msg msg)
{
	char choices[512], options[512];
	BOT_PAGE(page);
	struct bot_text text = bot_text_in(choices, sizeof(choices));

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_text_add(&text, i > 0 ? call->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&text, bot_langs[i].code);
		bot_text_add(&text, " ");
		bot_text_add(&text, bot_langs[i].name);
	}
	const struct bot_args args = {.name = call->lang->name, .words = choices};
	bot_write_reply(call, msg, args, &page);
	write_options(options, sizeof(options));
	bot_ask_choice(call, &page, "language", options);
}

/* Shows the language, or chooses another one. Confirms the choice in the chosen language. */
void bot_run_language(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	enum bot_scope scope = message->private ? BOT_OF_USER : BOT_OF_ROOM;

	if (call->words.count == 1) {
		list_languages(call, BOT_MSG_LANGUAGE_NOW);
		return;
	}
	const struct bot_lang *lang = find_language(call->words.word[1]);
	if (!lang) {
		list_languages(call, BOT_MSG_LANGUAGE_UNKNOWN);
		return;
	}
	if (!message->private && !bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	bot_language_choose(
		call->host, scope, message->private ? message->sender : message->room, lang);
	call->lang = lang;
	if (message->answer)
		message->answer->lang = lang;
	bot_reply(call, BOT_MSG_LANGUAGE_SET, (struct bot_args){.name = lang->name});
}
