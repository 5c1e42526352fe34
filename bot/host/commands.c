#include "bot/host/commands.h"

#include "bot/call/people.h"
#include "bot/commands/command.h"
#include "bot/host/help.h"
#include "bot/host/unnamed.h"
#include "bot/text/words.h"
#include "config/edit_distance.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The table */

#define PICTURE_COST 4
#define TEXTS(TOPIC, NAME)                                                                         \
	.topic = BOT_MSG_TOPIC_##TOPIC, .usage = BOT_MSG_USAGE_##NAME, .about = BOT_MSG_ABOUT_##NAME
#define DETAILED(TOPIC, NAME) TEXTS(TOPIC, NAME), .detail = BOT_MSG_DETAIL_##NAME

const struct bot_command bot_commands[] = {
	{{"start", "hello"}, DETAILED(BEGIN, START), .may = BOT_MAY_ANYBODY, .words = 10, .cost = 2,
		.run = bot_run_start},
	{{"challenge", "duel"}, DETAILED(BEGIN, CHALLENGE), .may = BOT_MAY_ANYBODY,
		.words = BOT_WORDS, .cost = 1, .run = bot_run_challenge, .terms = true},
	{{"accept"}, TEXTS(BEGIN, ACCEPT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_accept, .bare_id = true},
	{{"decline", "refuse"}, TEXTS(BEGIN, DECLINE), .may = BOT_MAY_ANYBODY, .words = 2,
		.cost = 1, .run = bot_run_decline, .bare_id = true},
	{{"cancel", "withdraw"}, TEXTS(BEGIN, CANCEL), .may = BOT_MAY_ANYBODY, .words = 1,
		.cost = 1, .run = bot_run_cancel, .bare_id = true},
	{{"practice", "practise"}, DETAILED(BEGIN, PRACTICE), .may = BOT_MAY_ANYBODY,
		.words = BOT_WORDS, .cost = 2, .run = bot_run_practice, .terms = true},
	{{"learn", "tutorial"}, DETAILED(BEGIN, LEARN), .may = BOT_MAY_ANYBODY, .words = 2,
		.cost = 2, .run = bot_run_learn},
	{{"rematch"}, TEXTS(BEGIN, REMATCH), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_rematch, .bare_id = true},
	{{"notify"}, DETAILED(BEGIN, NOTIFY), .may = BOT_MAY_ANYBODY, .words = 13, .cost = 1,
		.run = bot_run_notify, .asks = true},
	{{"invite"}, TEXTS(BEGIN, INVITE), .may = BOT_MAY_ROOM, .words = 1, .cost = 1,
		.run = bot_run_invite, .asks = true},
	{{"night"}, DETAILED(BEGIN, NIGHT), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 2,
		.run = bot_run_night, .asks = true, .terms = true},
	{{"season"}, DETAILED(BEGIN, SEASON), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 2,
		.run = bot_run_season, .asks = true, .terms = true},
	{{"team"}, DETAILED(BEGIN, TEAM), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 2,
		.run = bot_run_team, .asks = true},
	{{"away"}, DETAILED(BEGIN, AWAY), .may = BOT_MAY_ANYBODY, .words = 9, .cost = 1,
		.run = bot_run_away, .asks = true},
	{{"block"}, DETAILED(BEGIN, BLOCK), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_block},
	{{"unblock"}, TEXTS(BEGIN, UNBLOCK), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_unblock},
	{{"advance", "step"}, DETAILED(ACT, ADVANCE), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS,
		.cost = 1, .run = bot_run_action, .acts = true},
	{{"retreat"}, TEXTS(ACT, RETREAT), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"attack", "direct", "indirect"}, DETAILED(ACT, ATTACK), .may = BOT_MAY_ANYBODY,
		.words = BOT_WORDS, .cost = 1, .run = bot_run_action, .acts = true},
	{{"parry"}, DETAILED(ACT, PARRY), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"pass"}, TEXTS(ACT, PASS), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"a"}, DETAILED(ACT, LETTER), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_action, .acts = true},
	{{"if"}, DETAILED(ACT, IF), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_if},
	{{"hint"}, TEXTS(ACT, HINT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 2,
		.run = bot_run_hint, .bare_id = true, .asks = true},
	{{"board", "piste"}, DETAILED(MATCH, BOARD), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 1,
		.run = bot_run_board, .words_cost = PICTURE_COST, .bare_id = true, .asks = true},
	{{"hand", "cards"}, DETAILED(MATCH, HAND), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 1,
		.run = bot_run_hand, .bare_id = true, .asks = true},
	{{"games", "matches"}, TEXTS(MATCH, GAMES), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 2,
		.run = bot_run_games, .asks = true},
	{{"link"}, DETAILED(MATCH, LINK), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 2,
		.run = bot_run_link, .web = true},
	{{"choices"}, TEXTS(MATCH, CHOICES), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_choices},
	{{"auto"}, DETAILED(MATCH, AUTO), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 2,
		.run = bot_run_auto, .asks = true},
	{{"coach"}, DETAILED(MATCH, COACH), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_coach},
	{{"reactions"}, TEXTS(MATCH, REACTIONS), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_reactions},
	{{"nudge"}, DETAILED(MATCH, NUDGE), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_nudge, .bare_id = true},
	{{"pause"}, TEXTS(MATCH, PAUSE), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_pause, .bare_id = true},
	{{"resume"}, TEXTS(MATCH, RESUME), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_resume, .bare_id = true},
	{{"resign", "concede"}, DETAILED(MATCH, RESIGN), .may = BOT_MAY_ANYBODY, .words = 3,
		.cost = 1, .run = bot_run_resign, .bare_id = true},
	{{"abort"}, DETAILED(MATCH, ABORT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_abort, .bare_id = true},
	{{"claim"}, DETAILED(MATCH, CLAIM), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_claim, .bare_id = true},
	{{"abandon"}, TEXTS(MATCH, ABANDON), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_abandon, .bare_id = true},
	{{"undo", "takeback"}, TEXTS(MATCH, UNDO), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_undo, .bare_id = true, .asks = true},
	{{"stop"}, DETAILED(MATCH, STOP), .may = BOT_MAY_MODERATOR, .words = 3, .cost = 1,
		.run = bot_run_stop, .bare_id = true},
	{{"stats"}, DETAILED(AFTER, STATS), .may = BOT_MAY_ANYBODY, .words = 2 + BOT_PEOPLE_WORDS,
		.cost = 1, .run = bot_run_stats, .asks = true},
	{{"rating"}, TEXTS(AFTER, RATING), .may = BOT_MAY_ANYBODY, .words = 1 + BOT_PEOPLE_WORDS,
		.cost = PICTURE_COST, .run = bot_run_rating, .asks = true},
	{{"top"}, TEXTS(AFTER, TOP), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_top, .bare_id = true, .asks = true},
	{{"honours"}, TEXTS(AFTER, HONOURS), .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 1,
		.run = bot_run_honours, .asks = true},
	{{"history"}, TEXTS(AFTER, HISTORY), .may = BOT_MAY_ROOM, .words = 1, .cost = 1,
		.run = bot_run_history, .bare_id = true, .asks = true},
	{{"record"}, DETAILED(AFTER, RECORD), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 4,
		.run = bot_run_record, .bare_id = true, .asks = true},
	{{"analysis"}, DETAILED(AFTER, ANALYSIS), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 4,
		.run = bot_run_analysis, .bare_id = true, .asks = true},
	{{"replay"}, TEXTS(AFTER, REPLAY), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 2,
		.run = bot_run_replay, .bare_id = true, .asks = true, .web = true},
	{{"verify", "proof"}, DETAILED(AFTER, VERIFY), .may = BOT_MAY_ANYBODY, .words = 2,
		.cost = 4, .run = bot_run_verify, .bare_id = true, .asks = true},
	{{"rules"}, TEXTS(MORE, RULES), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 2,
		.run = bot_run_rules, .asks = true},
	{{"help", "?", "commands"}, TEXTS(MORE, HELP), .may = BOT_MAY_ANYBODY, .words = 3,
		.cost = 2, .run = bot_run_help, .asks = true},
	{{"about"}, TEXTS(MORE, ABOUT), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_about, .bare_id = true, .asks = true},
	{{"language"}, DETAILED(MORE, LANGUAGE), .may = BOT_MAY_ANYBODY, .words = 2, .cost = 1,
		.run = bot_run_language, .asks = true},
	{{"timezone"}, DETAILED(MORE, TIMEZONE), .may = BOT_MAY_ANYBODY, .words = 5, .cost = 2,
		.run = bot_run_timezone, .asks = true},
	{{"quiet"}, DETAILED(MORE, QUIET), .may = BOT_MAY_ANYBODY, .words = 8, .cost = 1,
		.run = bot_run_quiet, .asks = true},
	{{"settings"}, DETAILED(MORE, SETTINGS), .may = BOT_MAY_ANYBODY, .words = 8, .cost = 1,
		.run = bot_run_settings, .asks = true},
	{{"privacy"}, TEXTS(MORE, PRIVACY), .may = BOT_MAY_ANYBODY, .words = 1, .cost = 1,
		.run = bot_run_privacy, .asks = true},
	{{"forget"}, DETAILED(MORE, FORGET), .may = BOT_MAY_ANYBODY, .words = 3, .cost = 4,
		.run = bot_run_forget},
};
const size_t bot_commands_count = sizeof(bot_commands) / sizeof(bot_commands[0]);

/* Names that nobody types: bot_command_read or the meaning of a sentence chooses them. */
#define UNNAMED .may = BOT_MAY_ANYBODY, .words = BOT_WORDS, .cost = 2, .asks = true
static const struct bot_command unnamed[] = {
	{{".join"}, UNNAMED, .run = bot_run_join},
	{{".leave"}, UNNAMED, .run = bot_run_leave},
	{{".begin"}, UNNAMED, .run = bot_run_begin},
	{{".table"}, UNNAMED, .run = bot_run_table},
	{{".winner"}, UNNAMED, .run = bot_run_winner},
	{{".next"}, UNNAMED, .run = bot_run_bouts},
	{{".turn"}, UNNAMED, .run = bot_run_turn},
	{{".here"}, UNNAMED, .run = bot_run_here},
	{{".thanks"}, UNNAMED, .run = bot_run_thanks},
	{{".nevermind"}, UNNAMED, .run = bot_run_nevermind},
	{{".counts"}, UNNAMED, .run = bot_run_counts},
};

/* Finding a command */

#define TYPING_ERRORS 2 /* the most typing errors with which the bot still guesses a command */
#define SHORT_WORD    4 /* the fewest characters of a word with one error */
#define MIDDLE_WORD   6 /* the fewest characters of a word that may begin otherwise */
#define LONG_WORD     7 /* the fewest characters of a word with two errors */

/* Whether a word begins like cards, like the notation of an action, or like "a3". */
static bool is_notation(const char *word)
{
	int first = tolower((unsigned char)word[0]);

	if (first == 'x' || first == 'a')
		return (first == 'x' && word[1] == '\0') || isdigit((unsigned char)word[1]);
	return word[0] && strchr("+-=0123456789", word[0]);
}

static const struct bot_command *find_in(
	const struct bot_command *commands, size_t count, const char *word)
{
	const int first = tolower((unsigned char)word[0]);

	for (size_t i = 0; i < count; i++)
		for (const char *const *name = commands[i].names; *name; name++)
			if ((*name)[0] == first && strcasecmp(*name, word) == 0)
				return &commands[i];
	return NULL;
}

static const struct bot_command *find_english(const char *word)
{
	const struct bot_command *found = find_in(bot_commands, bot_commands_count, word);

	return found ? found : find_in(unnamed, sizeof(unnamed) / sizeof(unnamed[0]), word);
}

/*
 * Finds the command of an action whose cards follow without a space, as in "advance2" and, with a
 * hyphen, in "attack-5-5". The reader of actions refuses other signs between them.
 */
static const struct bot_command *find_before_cards(const char *word)
{
	size_t length = strcspn(word, "+-=*/0123456789");
	const char *english = bot_words_find_english(word, length);
	char name[BOT_FOLDED_SIZE];

	if (length < 2 || !isdigit((unsigned char)word[strlen(word) - 1]))
		return NULL;
	/* No command has a name that is too long for this. */
	snprintf(name, sizeof(name), "%.*s", (int)length, word);
	const struct bot_command *found = find_english(english ? english : name);
	return found && found->acts ? found : NULL;
}

/*
 * Looks for an English word first. If a word is English and also a word of another language, the
 * word means the same command in both languages.
 */
const struct bot_command *bot_command_find(const char *word)
{
	const struct bot_command *found = find_english(is_notation(word) ? "a" : word);

	if (!found)
		found = find_english(bot_words_in_english(word));
	return found ? found : find_before_cards(word);
}

/*
 * The command word that differs from `typed` by the fewest typing errors, of all words that the bot
 * has compared so far.
 */
struct nearest {
	char typed[BOT_FOLDED_SIZE];
	const char *word;
	size_t distance;
};

/* Whether so few typing errors turn one word into the other that it is hardly another word. */
static bool is_near(const char *typed, const char *word, size_t distance)
{
	size_t typed_length = cfg_count_characters(typed);
	size_t length = cfg_count_characters(word);
	size_t shorter = length < typed_length ? length : typed_length;
	bool begins_alike = typed[0] == word[0] || (typed[0] == word[1] && typed[1] == word[0]);

	/* One error can turn a short word into almost any other word, and two a longer one. */
	if (distance > 1)
		return begins_alike && shorter >= LONG_WORD;
	return shorter >= MIDDLE_WORD || (begins_alike && shorter >= SHORT_WORD);
}

static void compare(struct nearest *nearest, const char *word)
{
	char folded[BOT_FOLDED_SIZE];

	bot_words_fold(word, folded);
	size_t distance = cfg_edit_distance(folded, nearest->typed);
	if (distance >= nearest->distance || !is_near(nearest->typed, folded, distance))
		return;
	nearest->word = word;
	nearest->distance = distance;
}

/* Looks at the names first: if two words are equally near, people rather mean a command's name. */
const char *bot_command_nearest(const char *word, const struct bot_lang *lang)
{
	struct nearest nearest = {.distance = TYPING_ERRORS + 1};

	bot_words_fold(word, nearest.typed);
	if (cfg_count_characters(nearest.typed) < SHORT_WORD)
		return NULL; /* near to nothing (is_near) */
	for (size_t i = 0; i < bot_commands_count; i++)
		for (const char *const *name = bot_commands[i].names; *name; name++)
			compare(&nearest, *name);
	for (size_t i = 0; i < lang->words_count; i++)
		if (find_english(lang->words[i].english))
			compare(&nearest, lang->words[i].word);
	return nearest.word;
}
