#include "engine/command/answer.h"

#include "engine/command/board.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORDS_SIZE 64

/* Reads cards such as 3, 5 5 or 55. Returns false if the answer has anything but cards. */
static bool read_cards(const char *answer, uint8_t cards[EG_VALUES + 1])
{
	size_t count = 0;

	memset(cards, 0, EG_VALUES + 1);
	for (; *answer; answer++) {
		if (*answer == ' ')
			continue;
		if (*answer < '1' || *answer > '0' + EG_VALUES || ++count > EG_HAND)
			return false;
		cards[*answer - '0']++;
	}
	return count > 0;
}

/*
 * The words of the game in the languages of the bot, and what they mean in the words of the list.
 * Words without a meaning are left out.
 */
static const struct {
	const char *word, *meaning;
} meanings[] = {
	{"and", ""},
	{"with", ""},
	{"forward", "advance"},
	{"back", "retreat"},
	{"hit", "attack"},
	{"lunge", "attack"},
	/* German */
	{"und", ""},
	{"mit", ""},
	{"vor", "advance"},
	{"vorwärts", "advance"},
	{"zurück", "retreat"},
	{"rückwärts", "retreat"},
	{"angriff", "attack"},
	{"parade", "parry"},
	{"passen", "pass"},
	/* Dutch */
	{"en", ""},
	{"met", ""},
	{"vooruit", "advance"},
	{"terug", "retreat"},
	{"achteruit", "retreat"},
	{"aanval", "attack"},
	{"pareer", "parry"},
	{"pas", "pass"},
	/* French */
	{"et", ""},
	{"avec", ""},
	{"avance", "advance"},
	{"avancer", "advance"},
	{"recule", "retreat"},
	{"reculer", "retreat"},
	{"attaque", "attack"},
	{"attaquer", "attack"},
	{"pare", "parry"},
	{"parer", "parry"},
	{"passe", "pass"},
	{"passer", "pass"},
	/* Italian */
	{"e", ""},
	{"con", ""},
	{"avanti", "advance"},
	{"avanza", "advance"},
	{"indietro", "retreat"},
	{"ripiega", "retreat"},
	{"attacco", "attack"},
	{"affondo", "attack"},
	{"parata", "parry"},
	{"passa", "pass"},
	/* Spanish */
	{"y", ""},
	{"avanzar", "advance"},
	{"avanzo", "advance"},
	{"adelante", "advance"},
	{"retroceder", "retreat"},
	{"retrocedo", "retreat"},
	{"atrás", "retreat"},
	{"atacar", "attack"},
	{"ataco", "attack"},
	{"ataque", "attack"},
	{"parar", "parry"},
	{"parada", "parry"},
	{"pasar", "pass"},
	{"paso", "pass"},
};

/* Replaces a word in small letters by its meaning, if the table has it. */
static void translate(char word[WORDS_SIZE])
{
	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (strcmp(word, meanings[i].word) == 0) {
			strcpy(word, meanings[i].meaning);
			return;
		}
}

/*
 * Writes words in small letters with one space between them, in the words of the list, without
 * "and", "with" and commas. Leaves out words that do not fit.
 */
static void simplify(const char *words, char simple[WORDS_SIZE])
{
	size_t used = 0;

	simple[0] = '\0';
	while (*(words += strspn(words, " ,"))) {
		size_t length = strcspn(words, " ,");
		char word[WORDS_SIZE] = "";

		for (size_t i = 0; i < length && i < WORDS_SIZE - 1; i++)
			word[i] = (char)tolower((unsigned char)words[i]);
		words += length;
		translate(word);
		length = strlen(word);
		if (length == 0 || used + length + 2 > WORDS_SIZE)
			continue;
		if (used > 0)
			simple[used++] = ' ';
		memcpy(simple + used, word, length + 1);
		used += length;
	}
}

/*
 * How well typed words fit an action: 2 if they are its words, 1 if they are its first words, or 0.
 */
static int compare_words(const char *typed, struct eg_action action)
{
	char words[BOARD_WORDS_SIZE], simple[WORDS_SIZE];
	size_t length = strlen(typed);

	board_action_words(action, words);
	simplify(words, simple);
	if (length == 0 || strncmp(typed, simple, length) != 0)
		return 0;
	if (simple[length] == '\0')
		return 2;
	return simple[length] == ' ';
}

/* Returns how well an answer in notation or words fits an action, as compare_words does. */
static int compare(const char *answer, struct eg_action action)
{
	struct eg_action typed;
	char simple[WORDS_SIZE];

	if (eg_action_parse(answer, strlen(answer), &typed) == EG_OK)
		return eg_action_equal(typed, action) ? 2 : 0;
	simplify(answer, simple);
	return compare_words(simple, action);
}

/* Whether the answer is one letter, which names a line of the list. */
static bool is_letter(const char *answer)
{
	return isalpha((unsigned char)answer[0]) && answer[1] == '\0';
}

size_t answer_read(const char *answer, const struct eg_view *view, bool fits[EG_LEGAL_MAX])
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);
	bool letter = is_letter(answer);
	size_t chosen = eg_choice_index((char)tolower((unsigned char)answer[0]));
	uint8_t cards[EG_VALUES + 1];
	bool only_cards = read_cards(answer, cards);
	int quality[EG_LEGAL_MAX] = {0}, best = 1;
	size_t fitting = 0;

	for (size_t i = 0; i < count; i++) {
		if (letter)
			quality[i] = i == chosen;
		else if (only_cards)
			quality[i] = eg_view_fits(view, choices[i], cards);
		else
			quality[i] = compare(answer, choices[i]);
		if (quality[i] > best)
			best = quality[i];
	}
	for (size_t i = 0; i < count; i++) {
		fits[i] = quality[i] >= best;
		fitting += fits[i];
	}
	return fitting;
}

void answer_explain_fault(
	const char *answer, const struct eg_view *view, char fault[ANSWER_FAULT_SIZE])
{
	uint8_t named[10] = {0};

	for (const char *c = answer; *c; c++) {
		unsigned value = (unsigned)(*c - '0');
		unsigned held = value <= EG_VALUES ? view->hand[value] : 0;

		if (!isdigit((unsigned char)*c) || ++named[value] <= held)
			continue;
		if (held == 0)
			snprintf(fault, ANSWER_FAULT_SIZE, "You hold no %u.", value);
		else
			snprintf(fault, ANSWER_FAULT_SIZE, "You hold the %u only %u time%s.", value,
				held, held == 1 ? "" : "s");
		return;
	}
	if (is_letter(answer))
		snprintf(fault, ANSWER_FAULT_SIZE, "No line has the letter %c.", *answer);
	else if (view->phase == EG_DEFEND)
		snprintf(fault, ANSWER_FAULT_SIZE, "You must answer the attack first.");
	else
		snprintf(fault, ANSWER_FAULT_SIZE, "That cannot be played now.");
}
