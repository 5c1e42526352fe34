#include "bot/understand/sentence.h"

#include "bot/text/day_time.h"
#include "bot/text/plain.h"
#include "bot/understand/clues.h"

#include <math.h>
#include <string.h>

#define NOT_READ 101 /* more than any certainty, in percent */
#define WHOLE    90 /* the least certainty, in percent, of a reading that is the only one possible */
#define SPEAKS   5  /* the least weight of a concept that speaks for a reading that costs nothing */
#define COVERS   80 /* the part of its certainty, in percent, of a reading that leaves words */
#define GUESSES  65 /* the same of one that leaves several words, one of which is unknown */
#define LACKS    63 /* the same of one without the words that it takes */
#define ASKED    80 /* the same of one that costs something, and may be only talk */
#define UNASKED  50 /* the same of one that would begin what no word asks for, or a word denies */

/* How much a language knows of a sentence in it, at least and more than others: 100 for a word. */
#define SPOKEN_LEAST 300
#define SPOKEN_AHEAD 100

/* The fewest words that are no mistyped command. */
#define PLAIN_LEAST 4

/* So many bytes of a script without spaces may be a sentence. */
#define SENTENCE_BYTES 9

/* What is a sentence */

bool bot_sentence_is_word(const struct bot_words *words)
{
	const char *word = words->word[0];
	uint32_t character;

	if (words->count > 1)
		return false;
	if (strlen(word) < SENTENCE_BYTES)
		return true;
	while (*word > 0 && *word < 0x7f) /* a number or a name: "bob..." */
		word++;
	bot_char_read(word, &character);
	return !bot_unspaced_is_letter(character);
}

bool bot_sentence_has_options(const struct bot_words *words)
{
	for (size_t i = 1; i < words->count; i++)
		if (strpbrk(words->word[i], "@!0123456789"))
			return true;
	return words->id != 0;
}

bool bot_sentence_is_plain(const struct bot_words *words)
{
	return words->count == 1 ? !bot_sentence_is_word(words)
				 : words->count >= PLAIN_LEAST && !bot_sentence_has_options(words);
}

/* What costs something */

static bool mark_has(const struct bot_mark *mark, uint16_t concept)
{
	for (size_t i = 0; i < mark->concepts; i++)
		if (mark->entry[i].concept == concept)
			return true;
	return false;
}

/* Returns the least ambiguous mark with the concept that is not in `used`, or marks->count. */
static size_t find_mark(const struct bot_marks *marks, uint16_t concept, uint32_t used)
{
	size_t best = marks->count;

	for (size_t i = 0; i < marks->count; i++)
		if (!(used >> i & 1) && mark_has(&marks->mark[i], concept) &&
			(best == marks->count ||
				marks->mark[i].concepts < marks->mark[best].concepts))
			best = i;
	return best;
}

/* Whether the marks are just the concepts of a meaning, without a typing error. */
static bool is_meaning(const struct bot_marks *marks, const struct bot_meaning *meaning)
{
	size_t count = 0;
	uint32_t used = 0;

	if (marks->count > meaning->count || marks->count < meaning->needed)
		return false;
	for (size_t i = 0; i < meaning->count && (i < meaning->needed || count < marks->count);
		i++) {
		const size_t mark = find_mark(marks, meaning->concept[i], used);

		if (mark == marks->count || marks->mark[mark].percent < 100) {
			if (i < meaning->needed)
				return false;
			continue;
		}
		used |= 1U << mark;
		count++;
	}
	return count == marks->count;
}

/* Whether a word may deny something, as "don't". */
static bool denies(const struct bot_marks *marks)
{
	bool any = false;

	for (size_t i = 0; i < marks->count; i++)
		for (size_t j = 0; j < marks->mark[i].concepts; j++)
			any = any || bot_readings()->denies[marks->mark[i].entry[j].concept];
	return any;
}

/* Whether the marks surely mean the reading. What denies something means none that does not. */
static bool is_whole(const struct bot_marks *marks, bool denied, size_t reading)
{
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < all->meanings; i++)
		if (all->meaning[i].reading == reading && is_meaning(marks, &all->meaning[i]) &&
			(all->meaning[i].denies || !denied))
			return true;
	return false;
}

/* Reading */

/*
 * Of two readings of a command that costs something, the whole one; of two that are as certain, the
 * one that takes the sentence's number.
 */
static bool is_better(const struct bot_understood *a, const struct bot_understood *b)
{
	if (a->costly && a->whole != b->whole && strcmp(a->command, b->command) == 0)
		return a->whole;
	if (a->certainty != b->certainty)
		return a->certainty > b->certainty;
	return strchr(a->command, '#') && !strchr(b->command, '#');
}

/* Adds a reading, unless the guesses have a better one of the same command. */
static void note(struct bot_guesses *guesses, const struct bot_understood *understood)
{
	struct bot_understood *best = guesses->best;
	size_t at = 0;

	for (size_t i = 0; i < guesses->count; i++)
		if (strcmp(best[i].command, understood->command) == 0) {
			if (!is_better(understood, &best[i]))
				return;
			guesses->count--;
			memmove(best + i, best + i + 1, (guesses->count - i) * sizeof(*best));
			break;
		}
	while (at < guesses->count && !is_better(understood, &best[at]))
		at++;
	if (at == BOT_GUESSES)
		return;
	if (guesses->count == BOT_GUESSES)
		guesses->count--;
	memmove(best + at + 1, best + at, (guesses->count - at) * sizeof(*best));
	best[at] = *understood;
	guesses->count++;
}

/* Whether a word is a number, an hour, a day or a week, perhaps today. */
static bool has_time(const struct bot_words *words, bool today)
{
	bool any = false;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->word[i];

		any = any || bot_words_mean(word, "week") || bot_words_mean(word, "hour") ||
		      (bot_day_time_is_part(word) && (today || !bot_words_mean(word, "today")));
	}
	return any;
}

/* Whether the command takes other words, but the sentence has none: no number, no name. */
static bool lacks_words(const struct bot_marks *marks, const struct bot_words *words,
	const struct bot_intent *reading)
{
	bool name = false;

	for (size_t i = 0; i < marks->count; i++)
		name = name || (marks->mark[i].percent < 100 && !marks->mark[i].number) ||
		       mark_has(&marks->mark[i], bot_readings()->user);
	return reading->takes && !has_time(words, true) && (reading->takes == '#' || !name);
}

static int weigh(uint16_t clue, size_t reading)
{
	const struct bot_weights weights = bot_weights_of(bot_pair_of(clue, BOT_NO_CLUE));
	int weight = 0;

	for (size_t i = 0; i < weights.count; i++)
		if (weights.weight[i].reading == reading)
			weight = weights.weight[i].weight;
	return weight;
}

/*
 * Notes which words do not speak for the reading, and which of these are unknown. A word with a
 * typing error speaks for nothing that costs something: it may be quite another word. To what asks
 * somebody else for something, it is unknown.
 */
static void note_rest(
	const struct bot_marks *marks, size_t reading, struct bot_understood *understood)
{
	const struct bot_readings *all = bot_readings();

	for (size_t i = 0; i < marks->count; i++) {
		const struct bot_mark *mark = &marks->mark[i];
		const bool costly = all->reading[reading].costly;
		const bool similar = mark->concepts > 0 && mark->percent < 100 &&
				     all->reading[reading].asks_somebody;
		const int least = costly ? 1 : SPEAKS;
		bool speaks = false;

		for (size_t j = 0; j < mark->concepts && !(costly && mark->percent < 100); j++)
			speaks = speaks || weigh(mark->entry[j].concept, reading) >= least;
		if (!speaks)
			understood->rest |= mark->words;
		if ((mark->concepts == 0 && !mark->number) || similar)
			understood->unknown |= mark->words;
	}
}

/* Whether the sentence has what a reading needs. */
static bool is_asked_for(
	const struct bot_marks *marks, const struct bot_words *words, const struct bot_need *need)
{
	bool asked = !need || need->any;

	if (need && need->none_of[BOT_CLUE_NUMBER] && has_time(words, false))
		return false;
	if (need && need->none_of[BOT_CLUE_ASKS] && words->question)
		return false;
	if (need && need->none_of[BOT_CLUE_UNKNOWN] && marks->mark[0].concepts == 0 &&
		(marks->mark[0].words & 1) && !marks->mark[0].number)
		return false;
	for (size_t i = 0; need && i < marks->count; i++)
		for (size_t j = 0; j < marks->mark[i].concepts; j++) {
			const uint16_t concept = marks->mark[i].entry[j].concept;

			if (need->none_of[concept])
				return false;
			asked = asked || (need->one_of[concept] && marks->mark[i].percent == 100);
		}
	return asked;
}

/*
 * Whether a sentence that may cost something is perhaps only talk, so that the bot asks: one that
 * begins with a greeting or thanks, as "thanks, later", or that leaves something in several words,
 * as "salgo de casa".
 */
static bool may_be_talk(const struct bot_marks *marks, const struct bot_words *words,
	const struct bot_intent *reading)
{
	return marks->greets ||
	       (strcmp(reading->command, ".leave") == 0 && marks->count == 1 && words->count > 2);
}

/*
 * Adds the reading with this probability. If a word denies something, a reading that costs
 * something, or asks another person for it, can only be offered, unless one of its sets denies,
 * too.
 */
static void add(const struct bot_marks *marks, const struct bot_words *words, unsigned situation,
	size_t i, double probability, struct bot_guesses *guesses)
{
	const struct bot_intent *reading = &bot_readings()->reading[i];
	struct bot_understood understood = {.command = reading->command,
		.costly = reading->costly,
		.asks_somebody = reading->asks_somebody,
		.family = reading->family,
		.certainty = (unsigned)(100 * probability),
		.expected = situation & reading->likely};

	const bool talk = reading->costly && may_be_talk(marks, words, reading);
	understood.whole = reading->costly && !talk && is_whole(marks, guesses->denied, i) &&
			   (understood.certainty >= BOT_GUESS || i >= bot_readings()->learned);
	if (understood.whole && (!reading->likely || !situation || understood.expected))
		understood.certainty = WHOLE + (100 - WHOLE) * understood.certainty / 100;
	if (talk)
		understood.certainty = understood.certainty * ASKED / 100;
	if (strcmp(reading->command, "?") == 0) {
		if (understood.certainty < guesses->none) /* in another language */
			guesses->none = understood.certainty;
		return;
	}
	if (understood.certainty < BOT_GUESS)
		return;
	if (!understood.whole) /* which leaves no words, whatever these weigh */
		note_rest(marks, i, &understood);
	const bool several = understood.rest & (understood.rest - 1);
	if (!reading->costly)
		understood.whole =
			understood.certainty >= WHOLE && understood.unknown == 0 && !several;
	if (!reading->costly && !reading->takes && understood.rest)
		understood.certainty = understood.certainty *
				       (several && understood.unknown ? GUESSES : COVERS) / 100;
	understood.unasked =
		!is_asked_for(marks, words, reading->need) ||
		(guesses->denied && (reading->costly ? !understood.whole : reading->asks_somebody));
	if (understood.unasked) {
		understood.certainty = understood.certainty * UNASKED / 100;
		understood.whole = understood.whole && reading->costly;
	}
	if (lacks_words(marks, words, reading))
		understood.certainty = understood.certainty * LACKS / 100;
	note(guesses, &understood);
}

/* Whether a word after the first one asks, as "what" in "if I can't parry, what then". */
static bool asks(const struct bot_marks *marks)
{
	bool any = false;

	for (size_t i = 1; i < marks->count; i++)
		for (size_t j = 0; j < marks->mark[i].concepts; j++)
			any = any || bot_readings()->asks[marks->mark[i].entry[j].concept];
	return any;
}

/* Adds the weights of a pair of clues, of which so many percent count. */
static void add_weights(uint32_t pair, int percent, int32_t sum[BOT_READINGS_MOST])
{
	const struct bot_weights weights = bot_weights_of(pair);

	for (size_t i = 0; i < weights.count; i++)
		sum[weights.weight[i].reading] += weights.weight[i].weight * percent;
}

/* Reads a sentence in one language: each reading's probability is that of a logistic regression. */
static void read_in(const struct bot_marks *marks, const struct bot_words *words,
	unsigned situation, struct bot_guesses *guesses)
{
	const struct bot_readings *all = bot_readings();
	int32_t sum[BOT_READINGS_MOST] = {0};
	double part[BOT_READINGS_MOST] = {0}, parts = 0;
	struct bot_clues clues;

	bot_clues_find(marks, words->question, situation, &clues);
	guesses->asks = guesses->asks || asks(marks);
	for (size_t i = 0; i < clues.count; i++)
		add_weights(clues.pair[i], clues.percent[i], sum);
	for (size_t i = 0; i < all->learned; i++)
		parts += part[i] = exp(sum[i] / 1000.0);
	for (size_t i = 0; i < all->count; i++)
		add(marks, words, situation, i, i < all->learned ? part[i] / parts : 0, guesses);
}

/* Puts what takes the sentence's time before the help about it: "don't ring after 10pm". */
static void prefer_timed(struct bot_guesses *guesses, const struct bot_words *words)
{
	struct bot_understood *best = guesses->best;

	for (size_t i = 1; i < guesses->count; i++) {
		const struct bot_understood timed = best[i];

		if (words->question || !strchr(timed.command, '#') || timed.unasked ||
			timed.family == 0 || timed.family != best->family ||
			!has_time(words, false))
			continue;
		best[i] = *best;
		*best = timed;
		best->certainty = best[i].certainty;
		return;
	}
}

static size_t count_known(const struct bot_marks *marks)
{
	size_t count = 0;

	for (uint32_t known = marks->known; known; known &= known - 1)
		count++;
	return count;
}

/* How well the language knows the words: a word in another form counts for less. */
static size_t rate_language(const struct bot_marks *marks)
{
	return 100 * count_known(marks) - marks->doubt;
}

/* Returns the language that knows enough words, and more than any other, or NULL. */
static const struct bot_lang *find_language(
	const struct bot_words *words, const struct bot_marks marks[], size_t most)
{
	const struct bot_lang *found = NULL;
	/* without spaces, several words are one */
	const size_t least = words->count > 1 ? SPOKEN_LEAST : SPOKEN_AHEAD;
	bool unsure = most < least || bot_sentence_is_word(words);

	for (size_t i = 0; i < bot_langs_count; i++) {
		const size_t rate = rate_language(&marks[i]);

		unsure = unsure || (rate < most && rate + SPOKEN_AHEAD > most) ||
			 (found && rate == most);
		found = rate == most ? &bot_langs[i] : found;
	}
	return unsure ? NULL : found;
}

/*
 * Reads in the language that knows the most of the words; in several if these know as many. What
 * may deny something in one of them does so in all: "no" is also how some Germans say "still".
 */
struct bot_guesses bot_sentence_read(const struct bot_words *words, unsigned situation)
{
	struct bot_marks marks[BOT_LANGUAGES_MOST];
	struct bot_guesses guesses = {.none = NOT_READ};
	size_t most = 0;

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_lexicon_read(&bot_langs[i], words, BOT_MATCH_SIMILAR, &marks[i]);
		const size_t rate = rate_language(&marks[i]);
		most = rate > most ? rate : most;
	}
	for (size_t i = 0; i < bot_langs_count; i++)
		guesses.denied =
			guesses.denied || (rate_language(&marks[i]) == most && denies(&marks[i]));
	for (size_t i = 0; i < bot_langs_count; i++)
		if (rate_language(&marks[i]) == most && marks[i].count > 0)
			read_in(&marks[i], words, situation, &guesses);
	guesses.none = guesses.none == NOT_READ ? 0 : guesses.none;
	guesses.language = find_language(words, marks, most);
	prefer_timed(&guesses, words);
	return guesses;
}

bool bot_sentence_says(const struct bot_words *words, const char *command, const char *other)
{
	const struct bot_readings *all = bot_readings();
	struct bot_marks marks;

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_lexicon_read(&bot_langs[i], words, BOT_MATCH_UNTIL_UNKNOWN, &marks);
		if (count_known(&marks) < words->count)
			continue;
		const bool denied = denies(&marks);
		for (size_t j = 0; j < all->count; j++)
			if ((strcmp(all->reading[j].command, command) == 0 ||
				    strcmp(all->reading[j].command, other) == 0) &&
				is_whole(&marks, denied, j))
				return true;
	}
	return false;
}

bool bot_sentence_has_word(const struct bot_lang *lang, const char *word)
{
	for (size_t i = 0; i < bot_langs_count; i++)
		if ((!lang || lang == &bot_langs[i]) && bot_lexicon_has(&bot_langs[i], word))
			return true;
	return false;
}

/* How certain the first reading is together with those that are like it. */
static unsigned rate_family(const struct bot_guesses *guesses)
{
	unsigned certainty = guesses->best[0].certainty;

	for (size_t i = 1; i < guesses->count && guesses->best[0].family != 0; i++)
		if (guesses->best[i].family == guesses->best[0].family)
			certainty += guesses->best[i].certainty;
	return certainty;
}

bool bot_guesses_are_sure(const struct bot_guesses *guesses, bool question)
{
	const struct bot_understood *best = guesses->best, *next = best + 1;

	if (guesses->count == 0)
		return false;
	if (best->costly)
		return (best->whole || (best->expected && best->rest == 0 &&
					       best->certainty >= BOT_SURE_EXPECTED)) &&
		       !question && best->certainty >= guesses->none &&
		       (guesses->count == 1 || next->certainty < best->certainty);
	if (rate_family(guesses) >= BOT_SURE)
		return best->certainty >= guesses->none;
	if (best->certainty < BOT_LIKELY || best->asks_somebody || strpbrk(best->command, "*#"))
		return false;
	return best->certainty >= guesses->none + BOT_AHEAD &&
	       (guesses->count == 1 || best->certainty >= next->certainty + BOT_AHEAD);
}

bool bot_sentence_takes_time(const char *command)
{
	const struct bot_readings *all = bot_readings();
	const size_t length = strlen(command);
	bool any = false;

	for (size_t i = 0; i < all->count && !any; i++)
		any = all->reading[i].takes == '#' &&
		      strncmp(all->reading[i].command, command, length) == 0 &&
		      all->reading[i].command[length] == ' ';
	return any;
}
