/* Tests the patterns of actions, in notation and in the words of all languages. */
#include "bot/text/pattern.h"
#include "bot/text/pattern_fit.h"
#include "bot/text/words.h"
#include "tests/support/cmocka.h"

struct reading {
	const char *text;
	int kind; /* the kind of the action, or -1 if the text is not an action */
	uint8_t move, card, count;
};

static bool equals(const struct bot_pattern *pattern, const struct reading *reading)
{
	return (int)pattern->kind == reading->kind && pattern->move == reading->move &&
	       pattern->card == reading->card && pattern->count == reading->count;
}

static void assert_read(const struct reading *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct bot_words words;
		struct bot_pattern pattern = {0};

		assert_true(bot_words_split(&words, cases[i].text));
		bool is = bot_pattern_parse(&words, &pattern);
		if (is != (cases[i].kind >= 0))
			fail_msg("%s: %s", cases[i].text, is ? "read" : "refused");
		if (is && !equals(&pattern, &cases[i]))
			fail_msg("%s: kind %d move %d card %d count %d", cases[i].text,
				(int)pattern.kind, pattern.move, pattern.card, pattern.count);
	}
}

UNIT_TEST(test_pattern_is_read_from_words_and_notation)
{
	static const struct reading cases[] = {
		{"advance 3", EG_ADVANCE, 3, 0, 0},
		{"Advance, 3!", EG_ADVANCE, 3, 0, 0},
		{"advance", EG_ADVANCE, 0, 0, 0},
		{"+3", EG_ADVANCE, 3, 0, 0},
		{"+ 3", EG_ADVANCE, 3, 0, 0},
		{"\uFF0B3", EG_ADVANCE, 3, 0, 0},
		{"retreat 2", EG_RETREAT, 2, 0, 0},
		{"-2", EG_RETREAT, 2, 0, 0},
		{"\u22122", EG_RETREAT, 2, 0, 0},
		{"\xE2\x80\x93"
		 " 2",
			EG_RETREAT, 2, 0, 0},
		{"attack", EG_ATTACK, 0, 0, 0},
		{"attack 5 5", EG_ATTACK, 0, 5, 2},
		{"attack with 5, 5 and 5", EG_ATTACK, 0, 5, 3},
		{"attack 55", EG_ATTACK, 0, 5, 2},
		{"x55", EG_ATTACK, 0, 5, 2},
		{"X5 5", EG_ATTACK, 0, 5, 2},
		{"x 5", EG_ATTACK, 0, 5, 1},
		{"\u00D755", EG_ATTACK, 0, 5, 2},
		{"advance 3 attack 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance 3, attack 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance 3 and then attack with 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"advance and attack", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"+3x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3 x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3 x5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"+3,x55", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"parry", EG_PARRY, 0, 0, 0},
		{"=", EG_PARRY, 0, 0, 0},
		{"parry with 5 5", EG_PARRY, 0, 5, 2},
		{"pass", EG_PASS, 0, 0, 0},
		{"advance 7", EG_ADVANCE, 7, 0, 0},
		{"advance 0", EG_ADVANCE, 99, 0, 0},
		{"advance 33", EG_ADVANCE, 99, 0, 0},
		{"attack 7", EG_ATTACK, 0, 7, 1},
		{"", -1, 0, 0, 0},
		{"and", -1, 0, 0, 0},
		{"3", -1, 0, 0, 0},
		{"attack 4 5", -1, 0, 0, 0},
		{"attack 45", -1, 0, 0, 0},
		{"attack 0", -1, 0, 0, 0},
		{"advance 3 4", -1, 0, 0, 0},
		{"retreat 2 attack 5", -1, 0, 0, 0},
		{"pass 1", -1, 0, 0, 0},
		{"parry parry", -1, 0, 0, 0},
		{"attack attack", -1, 0, 0, 0},
		{"advance three", EG_ADVANCE, 3, 0, 0},
		{"two forward", EG_ADVANCE, 2, 0, 0},
		{"2 forward", EG_ADVANCE, 2, 0, 0},
		{"2 back", EG_RETREAT, 2, 0, 0},
		{"2+", -1, 0, 0, 0},
		{"2 -", -1, 0, 0, 0},
		{"2 forward 3", -1, 0, 0, 0},
		{"2 attack", -1, 0, 0, 0},
		{"3 attack 4 4 forward", -1, 0, 0, 0},
		{"3 attack forward", -1, 0, 0, 0},
		{"3 attack 4 4 back", -1, 0, 0, 0},
		{"I don't want to advance 2", -1, 0, 0, 0},
		{"I", -1, 0, 0, 0},
		{"what advance 2", -1, 0, 0, 0},
		{"+3x55?", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"a3", EG_ADVANCE, 3, 3, 1},
		{"A55", EG_ADVANCE, 5, 5, 2},
		{"a45", -1, 0, 0, 0},
		{"a3 attack", -1, 0, 0, 0},
		{"advance 2 (+2)", EG_ADVANCE, 2, 0, 0},
		{"a advance 2 (+2)", EG_ADVANCE, 2, 0, 0},
		{"a. advance 2 (+2)", EG_ADVANCE, 2, 0, 0},
		{"b. advance 2, attack 5 5 (+2x55)", EG_ADVANCE_ATTACK, 2, 5, 2},
		{"advance (+2)", EG_ADVANCE, 2, 0, 0},
		{"advance 3 (+2)", -1, 0, 0, 0},
		{"retreat 2 (+2)", -1, 0, 0, 0},
		{"advance 2 (+2) (+2)", -1, 0, 0, 0},
		{"advance-2", EG_ADVANCE, 2, 0, 0},
		{"advance\u20142", EG_ADVANCE, 2, 0, 0},
		{"attack-5-5", EG_ATTACK, 0, 5, 2},
		{"x5-5", -1, 0, 0, 0},
		{"advance -2", -1, 0, 0, 0},
		{"advance - 2", -1, 0, 0, 0},
		{"advance=2", -1, 0, 0, 0},
		{"advance with the 2", EG_ADVANCE, 2, 0, 0},
		{"advance 2 spaces", EG_ADVANCE, 2, 0, 0},
		{"+5\xC2\xB2", -1, 0, 0, 0}, /* a superscript is no second card */
		{"x55555555555", -1, 0, 0, 0},
		{"+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", -1, 0, 0, 0},
	};

	assert_read(cases, sizeof(cases) / sizeof(cases[0]));
}

UNIT_TEST(test_pattern_is_read_in_any_language)
{
	static const struct reading cases[] = {
		{"forward 3", EG_ADVANCE, 3, 0, 0},
		{"lunge 5 5", EG_ATTACK, 0, 5, 2},
		{"direct attack with 5", EG_ATTACK, 0, 5, 1},
		{"indirect attack", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"indirect", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"indirect attack 3 5 5", -1, 0, 0, 0},
		{"VORW\xC3\x84RTS 3", EG_ADVANCE, 3, 0, 0},
		{"vorwa\xCC\x88rts 3", EG_ADVANCE, 3, 0, 0}, /* decomposed */
		{"vorwarts um 3", EG_ADVANCE, 3, 0, 0},
		{"zwei vor", EG_ADVANCE, 2, 0, 0},
		{"2 vooruit", EG_ADVANCE, 2, 0, 0},
		{"3 angriff 4 4 vor", -1, 0, 0, 0},
		{"3 aanval 4 4 vooruit", -1, 0, 0, 0},
		{"3 \xE6\x94\xBB\xE6\x92\x83 4 4 \xE5\x89\x8D\xE9\x80\xB2", -1, 0, 0, 0},
		{"3 \xE5\x89\x8D\xE9\x80\xB2 4 4 \xE6\x94\xBB\xE6\x92\x83", EG_ADVANCE_ATTACK, 3, 4,
			2},
		{"vorwaerts3", EG_ADVANCE, 3, 0, 0},
		{"zur\u00FCckweichen 2", EG_RETREAT, 2, 0, 0},
		{"zurueckweichen mit einer 2", EG_RETREAT, 2, 0, 0},
		{"direkter Angriff mit 5 und 5", EG_ATTACK, 0, 5, 2},
		{"Indirekter Angriff", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"vorw\xC3\xA4rts 3, dann Angriff 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"Parade!", EG_PARRY, 0, 0, 0},
		{"naderen 3 en aanvallen met 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"indirecte aanval", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"attaque indirecte", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"attaque indirecte 3", -1, 0, 0, 0},
		{"attaque directe 5 5", EG_ATTACK, 0, 5, 2},
		{"reculer de 2 cases", EG_RETREAT, 2, 0, 0},
		{"terugvechten 2", EG_RETREAT, 2, 0, 0},
		{"avanti di 3", EG_ADVANCE, 3, 0, 0},
		{"passo avanti 3 e affondo 5 5", EG_ADVANCE_ATTACK, 3, 5, 2},
		{"passo avanti e affondo", EG_ADVANCE_ATTACK, 0, 0, 0},
		{"ripiega 2", EG_RETREAT, 2, 0, 0},
		{"paro con 5 5", EG_PARRY, 0, 5, 2},
		{"vorw\xC3 3", -1, 0, 0, 0},
		{"vorw\xC3\xA4rtse 3", -1, 0, 0, 0},
		{"passo", -1, 0, 0, 0},
		{"attack with two 4s", EG_ATTACK, 0, 4, 2},
		{"attack with two fours", EG_ATTACK, 0, 4, 2},
		{"attack with a pair of 2s", EG_ATTACK, 0, 2, 2},
		{"attack 3 3s", EG_ATTACK, 0, 3, 3},
		{"advance 2 and attack with two 4s", EG_ADVANCE_ATTACK, 2, 4, 2},
		{"parry with one 4", EG_PARRY, 0, 4, 1},
		{"attack two two", EG_ATTACK, 0, 2, 2},
		{"attack 2 4", -1, 0, 0, 0},
		{"Angriff mit zwei 4ern", EG_ATTACK, 0, 4, 2},
		{"aanvallen met twee vieren", EG_ATTACK, 0, 4, 2},
		{"attaque avec deux 4", EG_ATTACK, 0, 4, 2},
		{"affondo con due quattro", EG_ATTACK, 0, 4, 2},
		{"atacar con dos cuatros", EG_ATTACK, 0, 4, 2},
		{"4\u30922\u679A\u3067\u653B\u6483", EG_ATTACK, 0, 4, 2},
		{"2\u679A\u306E4\u3067\u653B\u6483", EG_ATTACK, 0, 4, 2},
	};

	assert_read(cases, sizeof(cases) / sizeof(cases[0]));
}

UNIT_TEST(test_pattern_fits_any_value_of_its_open_parts)
{
	const struct eg_view view = {.attack = {.card = 5, .count = 2}};
	const struct bot_pattern attack = {.kind = EG_ATTACK};
	const struct bot_pattern two = {.kind = EG_ATTACK, .card = 5, .count = 2};
	const struct bot_pattern parry = {.kind = EG_PARRY, .card = 5, .count = 1};

	assert_true(bot_pattern_fits(&attack, &view, (struct eg_action){EG_ATTACK, 0, 3, 1}));
	assert_false(
		bot_pattern_fits(&attack, &view, (struct eg_action){EG_ADVANCE_ATTACK, 1, 3, 1}));
	assert_true(bot_pattern_fits(&two, &view, (struct eg_action){EG_ATTACK, 0, 5, 2}));
	assert_false(bot_pattern_fits(&two, &view, (struct eg_action){EG_ATTACK, 0, 5, 1}));
	assert_false(bot_pattern_fits(&parry, &view, (struct eg_action){EG_PARRY, 0, 0, 0}));
}
