#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/people_question.h"
#include "bot/challenge/terms.h"
#include "bot/match/position.h"
#include "bot/match/practice_opponent.h"
#include "bot/play/early_ending.h"
#include "bot/text/name.h"
#include "bot/text/typography.h"

#include <string.h>

#define FORM      10  /* matches */
#define TALLIES   8   /* more than there are rule sets or practice opponents */
#define LIST_SIZE 512 /* bytes for a line of counts, and a NUL */
#define PART_SIZE 64

/* Adds an entry to a list: a message with numbers. */
static void add_entry(struct bot_text *list, const struct bot_lang *lang, enum bot_msg msg,
	const struct bot_args *args)
{
	char part[PART_SIZE];

	bot_page_string(lang, msg, args, part, sizeof(part));
	bot_text_add(list, list->used > 0 ? BOT_BETWEEN : "");
	bot_text_add(list, part);
}

/*
 * Writes the results in groups, such as "won 2 · lost 1". Groups are shorter than a letter for each
 * match, and screen readers read them as words.
 */
static void write_form(const struct bot_result *results, size_t count, const struct bot_lang *lang,
	struct bot_text *list)
{
	struct bot_args args = {0};

	for (size_t i = 0; i < count; i++) {
		args.count++;
		if (i + 1 < count && results[i + 1].won == results[i].won)
			continue;
		add_entry(list, lang, results[i].won ? BOT_MSG_FORM_WON : BOT_MSG_FORM_LOST, &args);
		args.count = 0;
	}
}

static void add_streak(struct bot_page *page, const struct bot_rating *rating)
{
	const struct bot_args args = {
		.count = rating->streak < 0 ? -(int64_t)rating->streak : rating->streak,
		.own = rating->longest};

	bot_page_line(page);
	if (rating->streak > 0)
		bot_page_say(page, BOT_MSG_STREAK_WON, &args);
	else if (rating->longest > 0)
		bot_page_say(page, BOT_MSG_STREAK_LOST, &args);
	else
		bot_page_say(page, BOT_MSG_STREAK_ONLY_LOST, &args);
}

/*
 * Adds how the player's last matches ended, and how many they have won or lost in a row. Adds
 * nothing before their second rated match. `rating` is the player's rating over all rooms.
 */
static void results_add_form(const struct bot_call *call, struct bot_page *page, const char *user,
	const struct bot_rating *rating)
{
	struct bot_result results[FORM];
	char list[LIST_SIZE];
	struct bot_text text;

	size_t count = bot_result_list(call->host->store, user, results, FORM);
	if (rating->played < 2)
		return;
	if (count > 0) {
		text = bot_text_in(list, sizeof(list));
		write_form(results, count, page->lang, &text);
		bot_page_say_below(page, BOT_MSG_FORM, &(struct bot_args){.words = list});
	}
	add_streak(page, rating);
}

/* Tallies */

/* A tally, and where it stands in the list. */
struct entry {
	int place;
	enum bot_msg name;
};

/* Finds the place and the name of a rule set or of a practice opponent that this version knows. */
static bool find_entry(enum bot_tally_kind kind, const char *name, struct entry *entry)
{
	enum bot_practice opponent = BOT_NO_PRACTICE;
	struct eg_rules rules;

	if (kind == BOT_TALLY_PRACTICE && bot_practice_opponent_read(name, &opponent))
		*entry = (struct entry){(int)opponent, bot_practice_opponent_name(opponent)};
	else if (kind == BOT_TALLY_RULES && !eg_rules_parse(name, strlen(name), &rules))
		*entry =
			(struct entry){(int)eg_rules_set(&rules), bot_challenge_rules_name(&rules)};
	else
		return false;
	return true;
}

static void add_tally(struct bot_text *list, const struct bot_lang *lang, enum bot_msg msg,
	const struct bot_tally *tally)
{
	char name[PART_SIZE];

	bot_page_string(lang, msg, NULL, name, sizeof(name));
	add_entry(list, lang, BOT_MSG_TALLY,
		&(struct bot_args){.name = name, .won = tally->won, .count = tally->played});
}

/* Adds a line with all tallies of a kind, if there are any. */
static void add_kind(const struct bot_call *call, struct bot_page *page, const char *user,
	enum bot_tally_kind kind, enum bot_msg msg)
{
	struct bot_tally tallies[TALLIES];
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));
	struct entry entry;

	size_t count = bot_tally_list(call->host->store, user, kind, tallies, TALLIES);
	if (count == 0)
		return;
	for (int place = 0; place < TALLIES; place++)
		for (size_t i = 0; i < count; i++)
			if (find_entry(kind, tallies[i].name, &entry) && entry.place == place)
				add_tally(&text, page->lang, entry.name, &tallies[i]);
	bot_page_say_below(page, msg, &(struct bot_args){.words = list});
}

/* Adds how many matches the player has won against each practice opponent, if there are any. */
static void results_add_practice(
	const struct bot_call *call, struct bot_page *page, const char *user)
{
	add_kind(call, page, user, BOT_TALLY_PRACTICE, BOT_MSG_TALLIES_PRACTICE);
}

/*
 * Adds how many matches the player has won by each rule set and, if the sender is this player, also
 * against each practice opponent: practice is private. Returns whether there are such matches; else
 * adds nothing.
 */
static bool results_add_tallies(
	const struct bot_call *call, struct bot_page *page, const char *user, const char *name)
{
	bot_page_say(page, BOT_MSG_TALLIES, &(struct bot_args){.name = name});
	size_t heading = page->body.used;

	add_kind(call, page, user, BOT_TALLY_RULES, BOT_MSG_TALLIES_RULES);
	if (strcmp(user, call->message->sender) == 0) /* practice is private */
		results_add_practice(call, page, user);
	bool any = page->body.used > heading;
	if (any) {
		bot_page_say_below(page, BOT_MSG_STATS_PICTURE,
			&(struct bot_args){.prefix = bot_call_prefix(call)});
	} else {
		bot_page_init(page, page->lang);
	}
	return any;
}

/* Whom the command is about, and what the bot knows about them. */
struct subject {
	char user[BOT_ID_SIZE];
	char name[BOT_LABEL_SIZE];
	bool is_other; /* they are not the sender */
	bool has_played;
	struct bot_rating rating; /* over all rooms, if they have played */
};

static void add_rating(struct bot_page *page, enum bot_msg msg, const struct subject *subject,
	const struct bot_rating *rating)
{
	struct bot_args args = {.name = subject->name};

	bot_player_rating(&args, rating);
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, msg, &args);
}

/* Adds a line with the player's rating in the room of the message, if they have one there. */
static void add_rating_here(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	struct bot_rating rating;

	if (bot_rating_get(call->host->store, call->message->room, subject->user, &rating))
		add_rating(page, BOT_MSG_STATS_HERE, subject, &rating);
}

/* Adds lines with the player's rating over all rooms and with their last results. */
static void add_rating_everywhere(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	add_rating(page, BOT_MSG_STATS_ALL, subject, &subject->rating);
	bot_page_say_after(page, BOT_MSG_STATS_OPPONENTS,
		&(struct bot_args){.count = subject->rating.opponents});
	results_add_form(call, page, subject->user, &subject->rating);
}

/* Adds how many matches the player has ended before both had acted, if there are any. */
static void add_early_endings(const struct bot_call *call, struct bot_page *page, const char *user)
{
	struct bot_args args = {.count = bot_early_ending_count(call->host, user)};

	if (args.count == 0)
		return;
	bot_page_say_below(page, BOT_MSG_STATS_EARLY, &args);
}

/* Two players, and how they have played against each other. */

/* Adds the winner of a match and, if touches have won it, the score: "#12 Bob 5:3". */
static void write_match(
	const struct bot_call *call, const struct bot_match *match, struct bot_text *text)
{
	const struct eg_match_view state = bot_position_public(call->host->store, match);
	char name[BOT_LABEL_SIZE];

	bot_name_label(call->host->store, match->player[match->winner], name);
	bot_text_add(text, text->used > 0 ? BOT_BETWEEN_LINES "#" : "#");
	bot_text_add_number(text, match->id);
	bot_text_add(text, BOT_NO_BREAK);
	bot_text_add(text, name);
	if (match->ending != BOT_WON)
		return;
	bot_text_add(text, BOT_NO_BREAK);
	bot_text_add_number(text, state.score[match->winner]);
	bot_text_add(text, ":");
	bot_text_add_number(text, state.score[eg_opponent(match->winner)]);
}

/* Adds the newest matches of the two, without those that the store has no more. */
static void add_last(
	const struct bot_call *call, struct bot_page *page, const struct bot_head_to_head *found)
{
	char list[LIST_SIZE];
	struct bot_match match;
	struct bot_text text = bot_text_in(list, sizeof(list));

	for (size_t i = 0; i < BOT_BETWEEN_LAST && found->last[i] != 0; i++)
		if (bot_store_match_get(call->host->store, found->last[i], &match))
			write_match(call, &match, &text);
	if (text.used == 0)
		return;
	bot_page_say_after(page, BOT_MSG_STATS_LAST, &(struct bot_args){.words = list});
}

/*
 * Adds how many matches each of two players has won, their run, and their newest matches. Returns
 * false, and adds nothing, if they have played none that counts.
 */
static bool add_between(const struct bot_call *call, struct bot_page *page,
	const struct subject *first, const struct subject *second)
{
	struct bot_head_to_head found =
		bot_store_match_between(call->host->store, first->user, second->user);
	const struct bot_args args = {.winner = first->name,
		.loser = second->name,
		.own = (int64_t)found.won,
		.other = (int64_t)found.lost};
	const struct bot_args run = {
		.name = found.run_lost ? second->name : first->name, .count = (int64_t)found.run};
	if (found.run == 0)
		return false;
	bot_page_say(page, BOT_MSG_FINISH_BETWEEN, &args);
	if (found.run > 1)
		bot_page_say_after(page, BOT_MSG_STATS_RUN, &run);
	add_last(call, page, &found);
	return true;
}

static void load(const struct bot_call *call, struct subject *subject)
{
	struct bot_store *store = call->host->store;

	subject->is_other = strcmp(subject->user, call->message->sender) != 0;
	bot_name_label(store, subject->user, subject->name);
	subject->has_played = bot_rating_get(store, NULL, subject->user, &subject->rating);
}

/* Adds how the sender has played against the player, if they have played matches that count. */
static void add_between_sender(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	struct subject sender = {0};

	memcpy(sender.user, call->message->sender, strlen(call->message->sender) + 1);
	load(call, &sender);
	add_between(call, page, &sender, subject);
}

/*
 * Answers how two players have played against each other, if the words are their ids. Returns false
 * if they are not.
 */
static bool reply_pair(const struct bot_call *call)
{
	const struct bot_words *words = &call->words;
	const size_t at[] = {1, words->count - 1}; /* a word such as "and" may stand between them */
	struct subject pair[2] = {0};
	BOT_PAGE(page);

	if (words->count < 3 || words->count > 4 || (words->count == 4 && words->word[2][0] == '@'))
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (words->word[at[i]][0] != '@' ||
			bot_call_read_user(call, words->word[at[i]], pair[i].user) != BOT_USER)
			return false;
		load(call, &pair[i]);
	}
	bot_page_init(&page, call->lang);
	if (!add_between(call, &page, &pair[0], &pair[1]))
		bot_page_say(&page, BOT_MSG_STATS_PAIR_NONE,
			&(struct bot_args){.first = pair[0].name, .second = pair[1].name});
	bot_reply_page(call, &page);
	return true;
}

/* Adds what most people want to know, in a few lines. */
static void add_short(
	const struct bot_call *call, struct bot_page *page, const struct subject *subject)
{
	if (!subject->has_played)
		bot_page_say(page, BOT_MSG_STATS_NONE, &(struct bot_args){.name = subject->name});
	else if (subject->is_other)
		add_between_sender(call, page, subject);
	if (subject->has_played && !call->message->private)
		add_rating_here(call, page, subject);
	if (subject->has_played)
		add_rating_everywhere(call, page, subject);
	else if (!subject->is_other)
		results_add_practice(call, page, subject->user);
	add_early_endings(call, page, subject->user);
}

/* Adds the command that shows more. */
static void add_more(const struct bot_call *call, struct bot_page *page)
{
	bot_page_say_below(
		page, BOT_MSG_STATS_MORE, &(struct bot_args){.prefix = bot_call_prefix(call)});
}

void bot_run_stats(struct bot_call *call)
{
	size_t count = bot_player_words(call, "more"), all = call->words.count - 1;
	bool more = count < all;
	struct subject subject = {0};
	BOT_PAGE(page);

	/* The command for the picture is another one, which few people know. */
	if (bot_player_words(call, "picture") < all) {
		bot_reply(call, BOT_MSG_STATS_PICTURE,
			(struct bot_args){.prefix = bot_call_prefix(call)});
		return;
	}
	if (reply_pair(call))
		return;
	bot_player_find(call, count, subject.user);
	if (!subject.user[0])
		return;
	load(call, &subject);
	bot_page_init(&page, call->lang);
	if (!more || !results_add_tallies(call, &page, subject.user, subject.name))
		add_short(call, &page, &subject);
	if (!more && subject.has_played && !subject.is_other)
		add_more(call, &page);
	bot_reply_page(call, &page);
}
