#include "bot/host/command_words.h"

#include "bot/base/attempt.h"
#include "bot/call/answer.h"
#include "bot/call/reaction_keys.h"
#include "bot/commands/command.h"
#include "bot/host/asked_command.h"
#include "bot/host/commands.h"
#include "bot/host/competition_words.h"
#include "bot/match/selection.h"
#include "bot/competition/check_in.h"
#include "bot/text/filler.h"
#include "bot/text/pattern.h"
#include "bot/text/phrase.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* A letter is the letter of a choice only if it is the whole command. */
static bool is_letter(const struct bot_words *words, size_t i)
{
	return words->count == i + 1 && bot_words_letter(words->word[i]) < EG_CHOICES_MAX;
}

static size_t find_word(const char *const *list, size_t count, const char *word)
{
	size_t i = 0;

	while (i < count && strcasecmp(list[i], word) != 0)
		i++;
	return i;
}

/*
 * People who dictate say "two", "I play the two", "option a" or "the first one". Makes this the
 * card or the letter alone, if nothing else is said.
 */
static void read_spoken_choice(struct bot_words *words)
{
	static const char *const before[] = {
		"i", "play", "the", "my", "card", "option", "letter", "choice", "number"};
	static const char *const ordinals[] = {"first", "second", "third", "fourth", "fifth"};
	const size_t most = sizeof(before) / sizeof(*before);
	const size_t last = sizeof(ordinals) / sizeof(*ordinals);
	const char *choice = NULL;
	size_t i = 0, ordinal;

	while (i + 1 < words->count && find_word(before, most, words->word[i]) < most)
		i++;
	if (words->id != 0 || i >= words->count)
		return;
	ordinal = find_word(ordinals, last, words->word[i]);
	if (i > 0 && ordinal < last &&
		(i + 1 == words->count ||
			(i + 2 == words->count && strcasecmp(words->word[i + 1], "one") == 0))) {
		words->data[0] = (char)('a' + ordinal);
		words->data[1] = '\0';
		choice = words->data;
	} else if (i + 1 == words->count) {
		choice = bot_words_letter(words->word[i]) < EG_CHOICES_MAX
				 ? words->word[i]
				 : bot_pattern_spelled_card(words->word[i]);
	}
	if (!choice)
		return;
	words->word[0] = choice;
	words->count = 1;
}

/* Removes a bullet before a word, but not a minus before a card: "- 2" is an action. */
static void drop_bullet(struct bot_words *words)
{
	static const char *const bullets[] = {"-", "\xE2\x80\xA2", "\xC2\xB7"};
	bool found = false;

	if (words->count < 2)
		return;
	for (size_t i = 0; i < sizeof(bullets) / sizeof(bullets[0]); i++)
		found = found || strcmp(words->word[0], bullets[i]) == 0;
	if (!found || (words->word[0][0] == '-' && !isalpha((unsigned char)words->word[1][0])))
		return;
	bot_words_drop(words, 1);
}

/* Whether the word begins a line of `settings` that is a command of its own. */
static bool is_setting(const char *word)
{
	return bot_words_mean(word, "language") || bot_words_mean(word, "choices") ||
	       bot_words_mean(word, "coach") || bot_words_mean(word, "board") ||
	       bot_words_mean(word, "reactions") || bot_words_mean(word, "hand");
}

/* Finds the command of "I advance 2" and "two 4s", whose first word is no command. */
static const struct bot_command *find_action(const struct bot_words *words)
{
	struct bot_pattern pattern;
	uint8_t card, count;

	return bot_pattern_parse(words, &pattern) || bot_pattern_parse_count(words, &card, &count)
		       ? bot_command_find("a")
		       : NULL;
}

/* In "new game", "start a match" and "play a game", all words after the first one say nothing. */
static void drop_game(struct bot_words *words)
{
	size_t last = words->count - 1;

	if (words->count < 2 || !bot_words_mean(words->word[last], "games"))
		return;
	for (size_t i = 1; i < last; i++)
		if (!bot_words_mean(words->word[i], "a") &&
			!bot_words_mean(words->word[i], "start"))
			return;
	if (bot_words_mean(words->word[0], "start") || bot_words_mean(words->word[0], "play"))
		words->count = 1;
}

static void drop_after_greeting(struct bot_words *words)
{
	if (!bot_words_mean(words->word[0], "hello"))
		return;
	words->count = 1;
	words->question = false;
}

/* Drops the words before "play" in "I play 3" and "let's play bob". */
static void drop_wish(struct bot_words *words)
{
	const size_t opening = bot_filler_count(words);

	if (words->question || opening == 0 || opening + 1 >= words->count ||
		!bot_words_mean(words->word[opening], "play"))
		return;
	bot_words_drop(words, opening);
}

/*
 * Drops the words before the command in "show me my hand" and "my rating". A card after them is not
 * played, a letter at the beginning is one of a choice, and "my bouts" asks for something else.
 */
static void drop_show(struct bot_words *words)
{
	const bool shows = bot_words_has_sense(words->word[0], BOT_SENSE_SHOW);
	size_t at = shows;

	if (words->count < 2 || strlen(words->word[0]) < 2)
		return;
	while (at + 1 < words->count && bot_words_has_sense(words->word[at], BOT_SENSE_OF_READER))
		at++;
	const struct bot_command *found = at > 0 ? bot_command_find(words->word[at]) : NULL;
	if (!found || found->acts || (!shows && bot_phrase_find(words) != BOT_PHRASE_NONE))
		return;
	bot_words_drop(words, at);
}

/* Whether the command can take so many words, or an action is not all that they say. */
static bool takes_words(const struct bot_command *command, const struct bot_words *words)
{
	struct bot_pattern pattern;

	return command->acts ? bot_pattern_parse(words, &pattern) : words->count <= command->words;
}

/*
 * A long sentence may begin like a command, as "hello, can you tell me whose turn it is?" and
 * "board games are new to me, so how do I attack?" do. Returns the command that answers it.
 */
static const struct bot_command *resolve_long_sentence(
	const struct bot_command *command, struct bot_words *words)
{
	size_t count = words->count;

	if (count <= BOT_PHRASE_WORDS || takes_words(command, words))
		return command;
	const struct bot_command *asked = bot_asked_command_find(words);
	if (asked || words->count != count)
		return asked;
	drop_after_greeting(words);
	return command;
}

/* Whether the words are a sentence that only begins like a command. */
static bool is_sentence_instead(const struct bot_command *command, const struct bot_words *words)
{
	if (words->count == 1)
		return false;
	/* "a chi tocca?" is a question, and not the letter of a choice */
	if (strcasecmp(words->word[0], "a") == 0)
		return bot_phrase_find(words) != BOT_PHRASE_NONE;
	/*
	 * "me rindo", "me apunto" and "compte sur moi" are no questions about one's results. The
	 * name of the command itself begins no sentence.
	 */
	return command && strcmp(command->names[0], "stats") == 0 &&
	       strcasecmp(words->word[0], "stats") != 0 &&
	       bot_phrase_is_statement(bot_phrase_find(words));
}

const struct bot_command *bot_command_of_words(struct bot_words *words)
{
	drop_bullet(words);
	bot_words_drop_please(words);
	bot_competition_words_order(words);
	drop_wish(words);
	drop_game(words);
	drop_show(words);
	read_spoken_choice(words);
	if (words->count <= BOT_PHRASE_WORDS)
		drop_after_greeting(words);
	if (words->count > 1 &&
		((bot_words_mean(words->word[0], "play") &&
			 (is_letter(words, 1) || bot_command_find(words->word[1]))) ||
			(bot_words_mean(words->word[0], "settings") && is_setting(words->word[1]))))
		bot_words_drop(words, 1);
	const struct bot_command *found = bot_command_find(
		is_letter(words, 0) || bot_words_are_choice(words) ? "a" : words->word[0]);
	if (!found)
		found = find_action(words);
	if (!found && bot_words_mean(words->word[0], "play") &&
		bot_phrase_find(words) == BOT_PHRASE_NONE)
		return bot_command_find("start");
	if (is_sentence_instead(found, words))
		found = NULL;
	return found ? resolve_long_sentence(found, words) : bot_asked_command_find(words);
}

bool bot_typed_yes_is(const struct bot_words *words)
{
	return !words->question && words->id == 0 &&
	       (bot_answer_is_yes(words) || bot_phrase_find(words) == BOT_PHRASE_HERE ||
		       (words->count == 1 && bot_words_mean(words->word[0], "join")));
}

/* Makes the call `night join`, in private for the night of this room. */
static void join(struct bot_call *call, const char *room)
{
	struct bot_words *words = &call->words;

	memmove(words->data, room, strlen(room) + 1);
	words->word[0] = "night";
	words->word[1] = "join";
	words->word[2] = "in";
	words->word[3] = words->data;
	words->count = call->message->private ? 4 : 2;
	call->command = bot_command_find(words->word[0]);
}

static void note_challenge(const struct bot_call *call, const struct bot_match *match, void *self)
{
	bool *waits = self;

	*waits = *waits || bot_challenge_may_decline(call, match);
}

/* Makes the call `accept` if a challenge waits for the sender. */
static void read_challenge(struct bot_call *call)
{
	bool waits = false;

	bot_match_visit_own(call, BOT_CHALLENGE, note_challenge, &waits);
	if (!waits)
		return;
	call->command = bot_command_find("accept");
	call->words.word[0] = "accept";
	call->words.count = 1;
}

void bot_typed_yes_read(struct bot_call *call)
{
	struct bot_words *words = &call->words;
	bool yes = bot_answer_is_yes(words);
	char room[BOT_ID_SIZE];

	if (!bot_typed_yes_is(words))
		return;
	bot_check_in_find(call, room);
	if (room[0])
		join(call, room);
	else if (yes && !bot_words_mean(words->word[0], "ok"))
		read_challenge(call);
	if (!call->command && !call->message->private && words->count == 1 &&
		strcmp(words->word[0], BOT_REACTION_YES) == 0)
		words->word[0] = "join"; /* the reader of phrases finds out what for */
}
