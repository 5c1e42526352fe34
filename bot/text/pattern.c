#include "bot/text/pattern.h"

#include "bot/text/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define TOKENS_MAX 24

/*
 * The sign of a token is a character of the notation, or one of these: 'p' for "pass", 'i' for
 * "indirect", 'a' for the letter before cards as in "a3", '0' for a number, 's' for a plural as in
 * "4s", 'n' for a word after the number of cards, ' ' for a word that says nothing about the
 * action, '.' for the end of the text, '?' for an unknown word.
 */
struct token {
	char sign;
	uint8_t digits; /* only for a number: how many digits the number has */
	uint8_t value;  /* only for a number: the value, or 99 if the number has several digits */
	uint8_t card;   /* only for a number: the digit, or 99 if the digits differ */
	bool spelled;   /* only for a number: a word, such as "four" */
	bool plural;    /* only for a number: of cards, as in "4s" and "fours" */
	bool counts;    /* only for a number: it says how many cards, as in Japanese */
};

/*
 * The notation and the English words, among them "s" as in "5s". bot/text/lang/ has the words of
 * the other languages.
 */
static const struct {
	const char *word;
	char sign;
} vocabulary[] = {{"+", '+'}, {"advance", '+'}, {"-", '-'}, {"retreat", '-'}, {"x", 'x'},
	{"attack", 'x'}, {"=", '='}, {"parry", '='}, {"pass", 'p'}, {"indirect", 'i'},
	{"direct", ' '}, {"step", ' '}, {"and", ' '}, {"with", ' '}, {"then", ' '}, {"a", ' '},
	{"by", ' '}, {"the", ' '}, {"my", ' '}, {"card", ' '}, {"space", ' '}, {"spaces", ' '},
	{"of", ' '}, {"on", ' '}, {"play", ' '}, {"please", ' '}, {",", ' '}, {"s", 's'},
	{"copies", 'n'}, {"one", '1'}, {"two", '2'}, {"three", '3'}, {"four", '4'}, {"five", '5'},
	{"pair", '2'}, {"ones", 'A'}, {"twos", 'B'}, {"threes", 'C'}, {"fours", 'D'},
	{"fives", 'E'}};

/* All bytes beyond ASCII count as letters. */
static int is_letter(int byte)
{
	return isalpha(byte) || byte >= 0x80;
}

/* Counts how many bytes at the beginning of a text satisfy the function `is`. */
static size_t count_bytes(const char *text, int (*is)(int))
{
	size_t length = 0;

	while (is((unsigned char)text[length]))
		length++;
	return length;
}

/*
 * Returns the sign (see struct token) of a word, or of a character of the notation. For example,
 * the sign of "advance" and of "+" is '+'.
 */
static char find_sign(const char *word, size_t length)
{
	const char *english = bot_words_find_english(word, length);

	if (english) {
		word = english;
		length = strlen(english);
	}
	for (size_t i = 0; i < sizeof(vocabulary) / sizeof(vocabulary[0]); i++)
		if (strlen(vocabulary[i].word) == length &&
			strncasecmp(vocabulary[i].word, word, length) == 0)
			return vocabulary[i].sign;
	return '?';
}

static struct token read_number(const char *text, size_t length)
{
	struct token token = {.sign = length <= (size_t)2 * EG_COPIES ? '0' : '?'};

	token.digits = (uint8_t)length;
	token.card = (uint8_t)(text[0] - '0');
	token.value = length == 1 ? token.card : 99;
	for (size_t i = 1; i < length; i++)
		if (text[i] != text[0])
			token.card = 99;
	return token;
}

/* Reads the first token of a text. Returns its length in bytes. */
static size_t next_token(const char *text, struct token *token)
{
	size_t length = count_bytes(text, isdigit);

	if (length > 0) {
		*token = read_number(text, length);
		return length;
	}
	length = count_bytes(text, is_letter);
	if (length == 0)
		length = 1;
	bool brief = length == 1 && tolower((unsigned char)*text) == 'a' &&
		     isdigit((unsigned char)text[1]);
	*token = (struct token){.sign = 'a'};
	if (!brief)
		token->sign = find_sign(text, length);
	if (token->sign == '?' && bot_words_is_mood(text, length))
		token->sign = ' ';
	bool plural = strchr("ABCDE", token->sign) != NULL;
	if (!plural && !isdigit((unsigned char)token->sign))
		return length;
	const char digit = (char)(plural ? token->sign - 'A' + '1' : token->sign);
	*token = read_number(&digit, 1);
	token->spelled = true;
	token->plural = plural;
	return length;
}

/* If the sign is a plural or the word after a number of cards, notes it in the number before it. */
static bool join_to_number(char sign, struct token *number)
{
	if (sign != 's' && sign != 'n')
		return false;
	if (number && number->sign == '0') {
		number->plural = number->plural || sign == 's';
		number->counts = number->counts || sign == 'n';
	}
	return true;
}

/* Whether the first of two numbers says how many cards the second one is: "two 4s", "two fours". */
static bool is_count(const struct token *first, const struct token *second)
{
	return first->digits == 1 && second->digits == 1 &&
	       (first->counts || second->plural || (first->spelled && first->card != second->card));
}

/* Makes "two 4s", and the Japanese "4 2" with a word after the 2, one number of two digits. */
static void join_counts(struct token *token)
{
	for (; token->sign != '.'; token++) {
		struct token *next = token + 1;

		if (token->sign != '0' || next->sign != '0')
			continue;
		bool reversed = next->counts && token->digits == 1 && next->digits == 1;
		if (!reversed && !is_count(token, next))
			continue;
		uint8_t count = reversed ? next->value : token->value;
		*token = (struct token){.sign = '0',
			.digits = count,
			.card = reversed ? token->card : next->card,
			.value = 99,
			.plural = true,
			.counts = true};
		if (count == 1)
			token->value = token->card;
		do {
			next[0] = next[1];
		} while ((next++)->sign != '.');
	}
}

/* Returns the length of a hyphen between a word and its number, as in "advance-2"; otherwise 0. */
static size_t hyphen_length(const char *text, size_t offset)
{
	return offset > 1 && is_letter((unsigned char)text[0]) &&
	       is_letter((unsigned char)text[1]) && text[offset] == '-' &&
	       isdigit((unsigned char)text[offset + 1]);
}

/*
 * Splits `count` words into tokens and adds the token '.' at the end. Returns false if a token is
 * unknown, if there are no tokens, or if there are too many tokens.
 */
static bool tokenize(const char *const *words, size_t count, struct token tokens[TOKENS_MAX])
{
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t offset = 0; words[i][offset];) {
			offset += hyphen_length(words[i], offset);
			offset += next_token(words[i] + offset, &tokens[used]);
			if (tokens[used].sign == '?')
				return false;
			used += tokens[used].sign != ' ' &&
				!join_to_number(
					tokens[used].sign, used > 0 ? &tokens[used - 1] : NULL);
			if (used == TOKENS_MAX)
				return false;
		}
	}
	tokens[used] = (struct token){.sign = '.'};
	join_counts(tokens);
	return used > 0;
}

static const struct token *parse_move(const struct token *token, struct bot_pattern *pattern)
{
	if (token->sign != '0')
		return token;
	pattern->move = token->value ? token->value : 99;
	return token + 1;
}

/*
 * Reads cards of one value, which may stand together (55) or apart (5 5). Returns NULL if the
 * values differ.
 */
static const struct token *parse_cards(const struct token *token, struct bot_pattern *pattern)
{
	for (; token->sign == '0'; token++) {
		uint8_t card = token->card ? token->card : 99;

		if (card > 9 || (pattern->card && pattern->card != card))
			return NULL;
		pattern->card = card;
		pattern->count = (uint8_t)(pattern->count + token->digits);
	}
	return token;
}

/* Reads the cards of a parry. Cards of different values are too many for any parry. */
static const struct token *parse_parry(const struct token *token, struct bot_pattern *pattern)
{
	const struct token *end = parse_cards(token, pattern);

	if (end)
		return end;
	pattern->count = 99;
	while (token->sign == '0')
		token++;
	return token;
}

/*
 * Moves each number that stands before its verb after it: in "2 forward", and in Japanese, where
 * every verb follows. "2+" and "2 attack" stay unclear, and so does "3 attack 4 4 forward": each
 * number could belong to the verb before it or after it. `last` is the last word.
 */
static void put_verbs_first(struct token token[TOKENS_MAX], const char *last)
{
	bool every = (unsigned char)last[0] >= 0x80;
	const char *verbs = every ? "+-x" : "+-";
	size_t count = 0, acts = 0, first = 0;

	for (; token[count].sign != '.'; count++)
		acts += strchr("+-xi=", token[count].sign) != NULL;
	if (!is_letter((unsigned char)last[0]) || count < 2 || token[0].sign != '0' ||
		!strchr(verbs, token[count - 1].sign) || (!every && acts > 1))
		return;
	for (size_t i = 0; i < count; i++) {
		const struct token verb = token[i];

		if (!strchr(verbs, verb.sign))
			continue;
		memmove(&token[first + 1], &token[first], (i - first) * sizeof(*token));
		token[first] = verb;
		first = i + 1;
	}
}

/* Reads a verb and what belongs to it. Returns the token that follows, or NULL. */
static const struct token *parse_verb(const struct token *token, struct bot_pattern *pattern)
{
	switch ((token++)->sign) {
	case '+':
		pattern->kind = EG_ADVANCE;
		token = parse_move(token, pattern);
		if (token->sign != 'x')
			return token;
		pattern->kind = EG_ADVANCE_ATTACK;
		return parse_cards(token + 1, pattern);
	case '-':
		pattern->kind = EG_RETREAT;
		return parse_move(token, pattern);
	case 'x':
		pattern->kind = EG_ATTACK;
		if (token->sign != 'i')
			return parse_cards(token, pattern);
		/* "indirect" comes last in "attaque indirecte" */
		pattern->kind = EG_ADVANCE_ATTACK;
		return token + 1;
	case 'i':
		pattern->kind = EG_ADVANCE_ATTACK;
		return token + (token->sign == 'x');
	case '=':
		pattern->kind = EG_PARRY;
		return parse_parry(token, pattern);
	case 'p':
		pattern->kind = EG_PASS;
		return token;
	case 'a':
		pattern->kind = EG_ADVANCE;
		pattern->brief = true;
		token = parse_cards(token, pattern);
		pattern->move = pattern->card;
		return token;
	default:
		return NULL;
	}
}

/* Reads the action that `count` words are. */
static bool parse(const char *const *words, size_t count, struct bot_pattern *pattern)
{
	struct token tokens[TOKENS_MAX];
	struct bot_pattern read = {0};

	if (!tokenize(words, count, tokens))
		return false;
	put_verbs_first(tokens, words[count - 1]);
	const struct token *end = parse_verb(tokens, &read);
	if (!end || end->sign != '.')
		return false;
	*pattern = read;
	return true;
}

static bool open_or(uint8_t wanted, uint8_t value)
{
	return wanted == 0 || wanted == value;
}

/*
 * Reads the action in brackets that the list of choices adds to each action, as in "(+2)". Returns
 * false if the word is something else.
 */
static bool parse_brackets(const char *word, struct bot_pattern *pattern)
{
	char action[BOT_FOLDED_SIZE];
	const char *const only = action;
	size_t length = strlen(word);

	if (length < 3 || length > sizeof(action) || word[0] != '(' || word[length - 1] != ')')
		return false;
	memcpy(action, word + 1, length - 2);
	action[length - 2] = '\0';
	return parse(&only, 1, pattern);
}

/* Whether an action in words has nothing that contradicts the action in notation. */
static bool agrees(const struct bot_pattern *words, const struct bot_pattern *notation)
{
	return words->kind == notation->kind && open_or(words->move, notation->move) &&
	       open_or(words->card, notation->card) && open_or(words->count, notation->count);
}

const char *bot_pattern_spelled_card(const char *word)
{
	static const char *const cards[] = {"1", "2", "3", "4", "5"};
	const char sign = find_sign(word, strlen(word));
	const bool is_pair = strcasecmp(bot_words_in_english(word), "pair") == 0;

	return sign >= '1' && sign <= '5' && !is_pair ? cards[sign - '1'] : NULL;
}

bool bot_pattern_is_number(const char *word)
{
	const char sign = find_sign(word, strlen(word));

	return isdigit((unsigned char)word[0]) || isdigit((unsigned char)sign) ||
	       strchr("ABCDEn", sign);
}

bool bot_pattern_ignores(const char *word)
{
	return find_sign(word, strlen(word)) == ' ';
}

bool bot_pattern_parse_count(const struct bot_words *words, uint8_t *card, uint8_t *count)
{
	struct token tokens[TOKENS_MAX];

	if (!tokenize(words->word, words->count, tokens) || tokens[0].sign != '0' ||
		!tokens[0].plural || !tokens[0].counts || tokens[1].sign != '.' ||
		tokens[0].card > EG_VALUES)
		return false;
	*card = tokens[0].card;
	*count = tokens[0].digits;
	return true;
}

bool bot_pattern_parse(const struct bot_words *words, struct bot_pattern *pattern)
{
	const size_t first = bot_words_are_choice(words);
	const size_t last = words->count > 0 ? words->count - 1 : 0;
	struct bot_pattern notation, read;

	if (last == first || !parse_brackets(words->word[last], &notation))
		return parse(words->word, words->count, pattern);
	if (!parse(words->word + first, last - first, &read) || !agrees(&read, &notation))
		return false;
	*pattern = notation;
	if (first)
		pattern->letter = words->word[0][0];
	return true;
}
