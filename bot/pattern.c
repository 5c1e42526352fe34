#include "bot/pattern.h"

#include "bot/vocabulary.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/*
 * A token is one of the signs of the notation, 'p' or 'i' for a word that has none there, '0' for a
 * number, '.' for the end, '?' for none.
 */
#define TOKENS_MAX 24

struct token {
	char sign;
	uint8_t digits; /* of a number: how many */
	uint8_t value;  /* of a number: itself; 99 stands for all that are no card */
	uint8_t card;   /* of a number: the digit that all of it repeats; 99 when they differ */
};

/* In English; bot/lang/ has the words of the other languages for them. */
static const struct {
	const char *word;
	char sign; /* ' ' for words that add nothing */
} vocabulary[] = {
	{"advance", '+'}, {"retreat", '-'}, {"attack", 'x'}, {"x", 'x'}, {"parry", '='},
	{"pass", 'p'}, {"indirect", 'i'}, {"direct", ' '}, {"step", ' '}, {"and", ' '},
	{"with", ' '}, {"then", ' '}, {"a", ' '}, {"by", ' '}, {"s", ' '}, /* as in "5s" */
};

/* Letters of other alphabets than ours are not told apart from other characters: in no word. */
static int is_letter(int byte)
{
	return isalpha(byte) || byte >= 0x80;
}

static size_t run(const char *text, int (*is)(int))
{
	size_t length = 0;

	while (is((unsigned char)text[length]))
		length++;
	return length;
}

static char sign_of_word(const char *word, size_t length)
{
	const char *english = bot_english(word, length);

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

static struct token number(const char *text, size_t length)
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

/* Reads the token at the text's begin and returns its length. */
static size_t next_token(const char *text, struct token *token)
{
	size_t length = run(text, isdigit);

	if (length > 0) {
		*token = number(text, length);
		return length;
	}
	length = run(text, is_letter);
	if (length > 0) {
		*token = (struct token){.sign = sign_of_word(text, length)};
		return length;
	}
	*token = (struct token){.sign = *text == ',' ? ' ' : '?'};
	if (strchr("+-=", *text))
		token->sign = *text;
	return 1;
}

/* False when a token is unknown or there are too many; the last one is '.'. */
static bool tokenize(const struct bot_words *words, struct token tokens[TOKENS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < words->count; i++) {
		for (const char *text = words->word[i]; *text;) {
			text += next_token(text, &tokens[count]);
			if (tokens[count].sign == '?')
				return false;
			count += tokens[count].sign != ' ';
			if (count == TOKENS_MAX)
				return false;
		}
	}
	tokens[count] = (struct token){.sign = '.'};
	return count > 0;
}

static const struct token *parse_move(const struct token *token, struct bot_pattern *pattern)
{
	if (token->sign != '0')
		return token;
	pattern->move = token->value ? token->value : 99;
	return token + 1;
}

/* Cards of one value, together or apart: 55 or 5 5. */
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

bool bot_pattern_parse(const struct bot_words *words, struct bot_pattern *pattern)
{
	struct token tokens[TOKENS_MAX];
	const struct token *token = tokens;
	struct bot_pattern read = {0};

	if (!tokenize(words, tokens))
		return false;
	switch ((token++)->sign) {
	case '+':
		read.kind = EG_ADVANCE;
		token = parse_move(token, &read);
		if (token->sign != 'x')
			break;
		read.kind = EG_ADVANCE_ATTACK;
		token = parse_cards(token + 1, &read);
		break;
	case '-':
		read.kind = EG_RETREAT;
		token = parse_move(token, &read);
		break;
	case 'x':
		read.kind = EG_ATTACK;
		token = parse_cards(token, &read);
		break;
	case 'i':
		read.kind = EG_ADVANCE_ATTACK;
		token += token->sign == 'x';
		break;
	case '=':
		read.kind = EG_PARRY;
		token = parse_cards(token, &read);
		break;
	case 'p':
		read.kind = EG_PASS;
		break;
	default:
		return false;
	}
	if (!token || token->sign != '.')
		return false;
	*pattern = read;
	return true;
}

static bool open_or(uint8_t wanted, uint8_t value)
{
	return wanted == 0 || wanted == value;
}

/* A parry's cards are those of the attack. */
bool bot_pattern_fits(
	const struct bot_pattern *pattern, const struct eg_view *view, struct eg_action action)
{
	bool parry = action.kind == EG_PARRY;

	return action.kind == pattern->kind && open_or(pattern->move, action.move) &&
	       open_or(pattern->card, parry ? view->attack.card : action.card) &&
	       open_or(pattern->count, parry ? view->attack.count : action.count);
}
