#include "bot/commands/command.h"

#include "bot/call/question.h"
#include "bot/challenge/terms.h"
#include "bot/match/selection.h"
#include "bot/text/words.h"

#include <strings.h>

/*
 * What a player has to know first, on one screen of a phone, and then the messages that explain
 * each rule set. BOT_MSG_COUNT ends each list.
 */
static const enum bot_msg first[] = {BOT_MSG_RULES_GOAL, BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK,
	BOT_MSG_RULES_PARRY, BOT_MSG_RULES_REST, BOT_MSG_COUNT};
static const enum bot_msg basic[] = {BOT_MSG_RULES_BASIC, BOT_MSG_RULES_GOAL, BOT_MSG_WHO_BEGINS,
	BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK_BASIC, BOT_MSG_RULES_STUCK,
	BOT_MSG_RULES_END_BASIC, BOT_MSG_COUNT};
static const enum bot_msg standard[] = {BOT_MSG_RULES_STANDARD, BOT_MSG_RULES_GOAL,
	BOT_MSG_WHO_BEGINS, BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_PARRY,
	BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END, BOT_MSG_COUNT};
static const enum bot_msg advanced[] = {BOT_MSG_RULES_ADVANCED, BOT_MSG_RULES_GOAL,
	BOT_MSG_WHO_BEGINS, BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_INDIRECT,
	BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END,
	BOT_MSG_RULES_FINAL_POSITION, BOT_MSG_COUNT};
static const enum bot_msg ferti[] = {BOT_MSG_RULES_FERTI, BOT_MSG_RULES_GOAL, BOT_MSG_WHO_BEGINS,
	BOT_MSG_RULES_MOVE, BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_INDIRECT,
	BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_RULES_STUCK, BOT_MSG_RULES_END,
	BOT_MSG_RULES_FINAL_CARDS, BOT_MSG_COUNT};

static const enum bot_msg night[] = {BOT_MSG_RULES_NIGHT, BOT_MSG_RULES_NIGHT_POOLS,
	BOT_MSG_RULES_NIGHT_RANKING, BOT_MSG_RULES_NIGHT_TABLEAU, BOT_MSG_RULES_NIGHT_TIME,
	BOT_MSG_COUNT};

static const enum bot_msg season[] = {BOT_MSG_RULES_SEASON, BOT_MSG_RULES_SEASON_DIVISIONS,
	BOT_MSG_RULES_SEASON_TABLE, BOT_MSG_RULES_SEASON_TIME, BOT_MSG_RULES_SEASON_LEAVING,
	BOT_MSG_RULES_SEASON_END, BOT_MSG_COUNT};

static const struct {
	const char *name;
	const enum bot_msg *pieces;
} screens[] = {{"night", night}, {"season", season},
#define SET(NAME, name, level, final_retreat) {#name, name},
	EG_RULE_SETS(SET)
#undef SET
};

static const enum bot_msg *find_screen(const char *name)
{
	for (size_t i = 0; i < sizeof(screens) / sizeof(screens[0]); i++)
		if (strcasecmp(name, screens[i].name) == 0)
			return screens[i].pieces;
	return NULL;
}

static void explain_rules(const struct bot_call *call, const enum bot_msg *pieces)
{
	const struct bot_args args = {.prefix = bot_call_prefix(call)};
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	for (const enum bot_msg *piece = pieces; *piece != BOT_MSG_COUNT; piece++) {
		if (piece != pieces)
			bot_page_line(&page);
		bot_page_say(&page, *piece, &args);
	}
	bot_reply_page(call, &page);
}

/* The paragraphs that answer a question about the game, by the word after `rules`. */
static const struct topic {
	const char *name;
	enum bot_msg about; /* what the paragraphs are about, in a few words */
	enum bot_msg pieces[3];
} topics[] = {
	{"goal", BOT_MSG_ABOUT_RULES_GOAL, {BOT_MSG_RULES_GOAL, BOT_MSG_COUNT}},
	{"start", BOT_MSG_ABOUT_RULES_BEGIN, {BOT_MSG_WHO_BEGINS, BOT_MSG_COUNT}},
	{"cards", BOT_MSG_ABOUT_RULES_GOAL, {BOT_MSG_RULES_GOAL, BOT_MSG_COUNT}},
	{"hand", BOT_MSG_ABOUT_RULES_GOAL, {BOT_MSG_RULES_GOAL, BOT_MSG_COUNT}},
	{"move", BOT_MSG_LESSON_MOVE, {BOT_MSG_RULES_MOVE, BOT_MSG_COUNT}},
	{"moving", BOT_MSG_LESSON_MOVE, {BOT_MSG_RULES_MOVE, BOT_MSG_COUNT}},
	{"attack", BOT_MSG_LESSON_ATTACK,
		{BOT_MSG_RULES_ATTACK, BOT_MSG_RULES_INDIRECT, BOT_MSG_COUNT}},
	{"parry", BOT_MSG_LESSON_PARRY, {BOT_MSG_RULES_PARRY_INDIRECT, BOT_MSG_COUNT}},
	{"stuck", BOT_MSG_ABOUT_RULES_STUCK, {BOT_MSG_RULES_STUCK, BOT_MSG_COUNT}},
	{"end", BOT_MSG_LESSON_LAST_CARD,
		{BOT_MSG_RULES_END, BOT_MSG_RULES_FINAL_POSITION, BOT_MSG_COUNT}},
};

static const struct topic *find_named(const char *name)
{
	for (size_t i = 0; i < sizeof(topics) / sizeof(topics[0]); i++)
		if (strcasecmp(name, topics[i].name) == 0)
			return &topics[i];
	return NULL;
}

/* Finds the topic of a word: first as it is, since "move" also means "play". */
static const struct topic *find_topic(const char *typed)
{
	const struct topic *topic = find_named(typed);

	return topic ? topic : find_named(bot_words_in_english(typed));
}

struct attacked {
	size_t matches; /* how many the sender plays */
	bool attacked;  /* an attack waits for the sender in one of them */
};

static void note_attack(const struct bot_call *call, const struct bot_match *match, void *self)
{
	struct bot_loaded_match loaded;
	struct attacked *attacked = self;

	if (!bot_match_is_played(call, match))
		return;
	attacked->matches++;
	if (!bot_match_waits_for_sender(call, match))
		return;
	bot_match_load(&loaded, call->host, match);
	attacked->attacked = loaded.state.round.attack.count > 0;
}

/*
 * Whether somebody who asks about parries is attacked now, so that the list of what they can do
 * answers better than the rules alone.
 */
static bool is_attacked(const struct bot_call *call)
{
	struct attacked attacked = {0};

	if (call->message->private)
		bot_match_visit_own(call, -1, note_attack, &attacked);
	return attacked.matches == 1 && attacked.attacked;
}

void bot_run_rules(struct bot_call *call)
{
	if (call->words.count == 1) {
		explain_rules(call, first);
		return;
	}
	const char *typed = call->words.word[1], *name = bot_words_in_english(typed);
	const struct topic *topic = find_topic(typed);
	const enum bot_msg *pieces = topic ? topic->pieces : find_screen(name);
	if (pieces)
		explain_rules(call, pieces);
	else
		bot_ask_for_option(call, BOT_MSG_RULES_UNKNOWN, 1, BOT_RULES_OPTIONS);
	if (topic && topic->pieces[0] == BOT_MSG_RULES_PARRY_INDIRECT && is_attacked(call)) {
		call->words.count = 1;
		bot_run_hand(call);
	}
}

enum bot_msg bot_rules_about(const char *part)
{
	const struct topic *topic = find_topic(part);
	const enum bot_msg *screen = find_screen(part);

	if (topic)
		return topic->about;
	return screen ? screen[0] : BOT_MSG_COUNT;
}
