#include "bot/commands/settings.h"

#include "bot/call/question.h"
#include "bot/call/reader_zone.h"
#include "bot/call/time.h"
#include "bot/call/time_zone.h"
#include "bot/call/web_link.h"
#include "bot/challenge/lobby.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/term_question.h"
#include "bot/challenge/terms.h"
#include "bot/commands/private_form.h"
#include "bot/commands/quiet_hours.h"
#include "bot/commands/reaction_trust.h"
#include "bot/commands/time_zone.h"
#include "bot/night/weekly.h"
#include "bot/play/automatic.h"
#include "bot/show/choices_setting.h"
#include "bot/show/coaching.h"
#include "bot/show/hand.h"
#include "bot/show/held_hand.h"
#include "bot/show/picture.h"
#include "bot/text/span.h"
#include "bot/text/words.h"

/* Adds a line about a setting. `value` is the message that names the setting's value. */
static void add_setting(
	const struct bot_call *call, struct bot_page *page, enum bot_msg line, enum bot_msg value)
{
	char name[32];

	bot_page_string(page->lang, value, NULL, name, sizeof(name));
	bot_page_line(page);
	bot_page_say(page, line, &(struct bot_args){.name = name, .prefix = bot_call_prefix(call)});
}

/* Adds a setting that is on or off. */
static void add_switch(
	const struct bot_call *call, struct bot_page *page, enum bot_msg line, bool on)
{
	add_setting(call, page, line, on ? BOT_MSG_NAME_ON : BOT_MSG_NAME_OFF);
}

static enum bot_error add_choices(const struct bot_call *call, struct bot_page *page)
{
	static const enum bot_msg names[BOT_CHOICES_FORMS] = {
		[BOT_CHOICES_LIST] = BOT_MSG_NAME_LIST,
		[BOT_CHOICES_POLL] = BOT_MSG_NAME_POLL,
		[BOT_CHOICES_TAPS] = BOT_MSG_NAME_TAPS,
	};
	enum bot_choices_form form;

	enum bot_error error = bot_choices_form_chosen(call->host, call->message->sender, &form);
	if (!error)
		add_setting(call, page, BOT_MSG_SETTING_CHOICES, names[form]);
	return error;
}

static enum bot_error add_coach(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	enum bot_error error = bot_coaching_wanted(call->host, call->message->sender, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_COACH, on);
	return error;
}

static enum bot_error add_auto(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	enum bot_error error = bot_automatic_wanted(call->host, call->message->sender, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_AUTO, on);
	return error;
}

/*
 * Adds whether the sender's reactions count in encrypted rooms, on a platform that has such rooms.
 */
static enum bot_error add_reactions(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	if (!call->host->port->protection)
		return BOT_OK;
	enum bot_error error = bot_reaction_trust_chosen(call->host, call->message->sender, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_REACTIONS, on);
	return error;
}

/* Adds whether the sender's cards come encrypted, on a platform where they can. */
static enum bot_error add_hand(const struct bot_call *call, struct bot_page *page)
{
	const struct bot_port *port = call->host->port;
	enum bot_private_form form = BOT_FORM_CONFIGURED;

	if (!port->protection)
		return BOT_OK;
	enum bot_error error = bot_private_form_chosen(call->host, call->message->sender, &form);
	if (form == BOT_FORM_CONFIGURED)
		form = port->protection(port->self, call->message->sender, form) == BOT_PLAIN
			       ? BOT_FORM_CLEAR
			       : BOT_FORM_ENCRYPTED;
	if (!error)
		add_setting(call, page, BOT_MSG_SETTING_HAND,
			form == BOT_FORM_CLEAR ? BOT_MSG_NAME_CLEAR : BOT_MSG_NAME_ENCRYPTED);
	return error;
}

/* Adds whether the sender's cards are held back while their page is open, if there are pages. */
static enum bot_error add_page(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	if (!bot_web_link_is_available(call->host))
		return BOT_OK;
	enum bot_error error = bot_held_hand_wanted(call->host, call->message->sender, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_PAGE, on);
	return error;
}

static enum bot_error add_pictures(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	enum bot_error error = bot_picture_wanted(call->host, call->message->room, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_PICTURES, on);
	return error;
}

static enum bot_error add_lobby(const struct bot_call *call, struct bot_page *page)
{
	bool on = false;

	enum bot_error error = bot_lobby_has(call->host, call->message->room, &on);
	if (!error)
		add_switch(call, page, BOT_MSG_SETTING_LOBBY, on);
	return error;
}

static enum bot_error add_zone(const struct bot_call *call, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE];

	enum bot_error error = bot_zone_of_room(call->host, call->message->room, zone);
	if (error)
		return error;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_SETTING_TIMEZONE,
		&(struct bot_args){.name = zone, .prefix = bot_call_prefix(call)});
	return BOT_OK;
}

static enum bot_error add_own_zone(const struct bot_call *call, struct bot_page *page)
{
	char zone[BOT_ZONE_SIZE];
	enum bot_zone_source source;

	enum bot_error error = bot_reader_zone(call->host, call->message->sender, zone, &source);
	if (error)
		return error;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_SETTING_TIMEZONE_OWN, &(struct bot_args){.name = zone});
	return BOT_OK;
}

/* Adds the terms that a challenge in the room has if its words do not say otherwise. */
static enum bot_error add_terms(const struct bot_call *call, struct bot_page *page)
{
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES, .clock = BOT_CLOCK_USUAL};
	char rules[32], clock[BOT_SPAN_SIZE];

	enum bot_error error = bot_room_terms_get(call->host, call->message->room, &match);
	if (error)
		return error;
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
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		bot_page_line(page);
		bot_page_say(page, lines[i], &args);
	}
	add_switch(call, page, BOT_MSG_SETTING_RATED, !match.casual);
	return BOT_OK;
}

static enum bot_error show_settings(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_lang *own = NULL;
	struct bot_page page;

	enum bot_error error =
		message->private
			? bot_language_chosen(call->host, BOT_OF_USER, message->sender, &own)
			: bot_language_chosen(call->host, BOT_OF_ROOM, message->room, &own);
	if (error)
		return error;
	struct bot_args args = {.name = call->lang->name, .prefix = bot_call_prefix(call)};
	bot_page_init(&page, call->lang);
	bot_page_say(&page, message->private ? BOT_MSG_SETTINGS_OWN : BOT_MSG_SETTINGS_ROOM, NULL);
	bot_page_line(&page);
	bot_page_say(&page, BOT_MSG_SETTING_LANGUAGE, &args);
	if (!own)
		bot_page_say(&page, BOT_MSG_SETTING_UNSET, NULL);
	error = message->private ? add_choices(call, &page) : add_pictures(call, &page);
	if (!error)
		error = message->private ? add_coach(call, &page) : add_terms(call, &page);
	if (!error && !message->private)
		error = add_lobby(call, &page);
	if (!error && !message->private)
		error = add_zone(call, &page);
	if (!error && message->private)
		error = add_auto(call, &page);
	if (!error && message->private)
		error = add_reactions(call, &page);
	if (!error && message->private)
		error = add_hand(call, &page);
	if (!error && message->private)
		error = add_page(call, &page);
	if (!error && message->private)
		error = add_own_zone(call, &page);
	if (!error && message->private)
		error = bot_quiet_hours_add_setting(call, &page);
	if (error)
		return error;
	bot_page_line(&page);
	bot_page_say(&page,
		message->private ? BOT_MSG_SETTINGS_CHANGE_OWN : BOT_MSG_SETTINGS_CHANGE_ROOM,
		&args);
	return bot_reply_page(call, &page);
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

static enum bot_error set_terms(const struct bot_call *call)
{
	const char *room = call->message->room;
	struct bot_match match = {.rules = BOT_CHALLENGE_DEFAULT_RULES, .clock = BOT_CLOCK_USUAL};
	struct bot_terms_text terms;
	char rules[32];
	size_t i;

	enum bot_error error = bot_room_terms_get(call->host, room, &match);
	if (error)
		return error;
	enum bot_msg wrong = read_terms(call, &match, &i);
	if (wrong == BOT_MSG_RULES_UNKNOWN)
		return bot_ask_for_option(call, wrong, i, BOT_RULES_OPTIONS);
	if (wrong != BOT_MSG_COUNT)
		return bot_challenge_ask_for_term(call, wrong, i);
	error = bot_room_terms_set(call->host, room, &match);
	if (error)
		return error;
	bot_page_string(call->lang, bot_challenge_rules_name(&match.rules.round), NULL, rules,
		sizeof(rules));
	bot_challenge_write_terms(&match, NULL, call->lang, &terms);
	return bot_reply(call, BOT_MSG_SETTINGS_TERMS,
		(struct bot_args){.rules = rules,
			.touches = match.rules.touches,
			.clock = terms.clock,
			.casual = terms.casual});
}

/* Puts the room into the lobby, or takes it out. */
static enum bot_error set_lobby(const struct bot_call *call)
{
	const char *word = call->words.count == 3 ? call->words.word[2] : "";
	bool on = bot_words_mean(word, "on");

	if (!on && !bot_words_mean(word, "off"))
		return bot_ask_for_option(call, BOT_MSG_LOBBY_WHICH, 2, "on off");
	enum bot_error error = bot_lobby_set(call->host, call->message->room, on);
	return error ? error
		     : bot_reply(call, on ? BOT_MSG_LOBBY_ON : BOT_MSG_LOBBY_OFF,
			       (struct bot_args){0});
}

/* Sets the time zone of the room, for the times of club nights. */
static enum bot_error set_zone(const struct bot_call *call)
{
	const char *room = call->message->room;
	char zone[BOT_ZONE_SIZE];

	enum bot_error error = bot_time_zone_read(call, 2, "settings timezone", zone);
	if (error || !zone[0])
		return error;
	error = bot_zone_choose(call->host, room, zone);
	if (!error)
		error = bot_weekly_zone_changed(call->host, room);
	return error ? error
		     : bot_reply(call, BOT_MSG_TIMEZONE_SET, (struct bot_args){.name = zone});
}

/* "settings timezone berlin" in private is "timezone berlin". */
static enum bot_error run_own_zone(struct bot_call *call)
{
	struct bot_words *words = &call->words;

	bot_words_drop(words, 1);
	return bot_run_timezone(call);
}

enum bot_error bot_run_settings(struct bot_call *call)
{
	if (call->words.count == 1)
		return show_settings(call);
	if (call->message->private && bot_words_mean(call->words.word[1], "timezone"))
		return run_own_zone(call);
	if (call->message->private)
		return bot_reply_room_only(call);
	if (!bot_call_moderates(call))
		return bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
	if (bot_words_mean(call->words.word[1], "lobby"))
		return set_lobby(call);
	if (bot_words_mean(call->words.word[1], "timezone"))
		return set_zone(call);
	return set_terms(call);
}
