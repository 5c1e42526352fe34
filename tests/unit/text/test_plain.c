/* Tests the plain form of text: what keyboards of many kinds make of the same command. */
#include "bot/text/plain.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_char_reads_utf8_and_nothing_else)
{
	static const struct {
		const char *bytes;
		uint32_t character;
		size_t length;
	} cases[] = {
		{"a", 'a', 1},
		{"\xC3\xA9", 0xE9, 2},
		{"\xE2\x82\xAC", 0x20AC, 3},
		{"\xF0\x9F\xA4\xBA", 0x1F93A, 4},
		{"", 0, 0},
		{"\x80", 0xFFFD, 1},
		{"\xC3", 0xFFFD, 1},
		{"\xC0\x80", 0xFFFD, 1},         /* overlong */
		{"\xED\xA0\x80", 0xFFFD, 1},     /* a surrogate */
		{"\xF4\x90\x80\x80", 0xFFFD, 1}, /* beyond Unicode */
		{"\xFF", 0xFFFD, 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint32_t character = 1;

		assert_int_equal(bot_char_read(cases[i].bytes, &character), cases[i].length);
		assert_int_equal(character, cases[i].character);
	}
}

UNIT_TEST(test_plain_form_undoes_what_keyboards_do)
{
	static const struct {
		const char *text, *plain;
	} cases[] = {
		{"", ""}, {"!eg Stats", "!eg Stats"}, {"a\u00A0b", "a b"}, /* no-break space */
		{"a\u202Fb", "a b"},                          /* narrow no-break space */
		{"a\u2003b", "a b"},                          /* em space */
		{"a\u3000b", "a b"},                          /* ideographic space */
		{"a\u200Bb", "a b"},                          /* zero width space */
		{"a\u2028b", "a b"},                          /* line separator */
		{"a\u2800b", "a b"},                          /* Braille pattern without dots */
		{"a\n\tb", "a  b"}, {"\uFEFFa\u00ADb", "ab"}, /* byte order mark, soft hyphen */
		{"\u2060a\u200E", "a"},                       /* word joiner, left-to-right mark */
		{"\uFFFCa", "a"},                             /* the place of a picture */
		{"\uFF01eg", "!eg"},                          /* full width */
		{"\xEF\xBC\x93\xEF\xBD\x81", "3a"}, {"\xEF\xBC\x8B\xEF\xBC\x93", "+3"},
		{"\uFF0D2", "-2"}, {"\uFF20Bob\uFF1Atest", "@Bob:test"},
		{"\u20142", "-2"},       /* em dash */
		{"\u22122", "-2"},       /* minus sign */
		{"\u2796\uFE0F2", "-2"}, /* emoji */
		{"\u27952\uFE0F\u20E3", "+2"}, {"\u2716\uFE0F55", "x55"}, {"\xF0\x9F\x9F\xB0", "="},
		{"\u30FC2", "-2"}, /* the long vowel of a Japanese keyboard */
		{"\xE3\x82\xB8\xE3\x83\xA7\xE3\x83\xBC", "\xE3\x82\xB8\xE3\x83\xA7\xE3\x83\xBC"},
		{"\u301C2", "\u301C2"},             /* a wavy dash is no minus */
		{"+\xD9\xA2", "+2"},                /* Arabic-Indic */
		{"\xDB\xB2\xE0\xA5\xA9", "23"},     /* Persian, Devanagari */
		{"\xE1\x82\x99", "9"},              /* a second set of digits in one script */
		{"\xE2\x91\xA1\xE2\x9D\xB7", "22"}, /* circled */
		{"\xE2\x93\x90\xF0\x9F\x85\x91", "ab"},
		{"\xF0\x9F\x87\xA6", "a"}, /* regional indicator */
		{"+\xC2\xB2", "+2"},       /* superscripts */
		{"5\xC2\xB2", "5\xC2\xB2"}, {"x\xC2\xB2", "x\xC2\xB2"},
		{"3\xC2\xBD", "3\xC2\xBD"},       /* a fraction */
		{"1\xC2\xAA", "1\xC2\xAA"},       /* an ordinal number */
		{"\xE2\x85\xA4", "\xE2\x85\xA4"}, /* a Roman numeral is no letter */
		{"\u201Ca\u201D", "\"a\""}, {"\u2019a\u00B4", "'a'"}, {"\u00ABa\u00BB", "\"a\""},
		{"\u300Ca\u300D\u3002", "\"a\"."}, {"\xEF\xBC\x88+2\xEF\xBC\x89", "(+2)"},
		{"u\xCC\x88", "\xC3\xBC"},                                /* composed */
		{"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", "\xF0\x9F\x91\x8D"}, /* a skin tone */
		{"a\xFF"
		 "b",
			"a\uFFFDb"}, /* no UTF-8 */
	};
	char plain[64];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(bot_plain_write(cases[i].text, plain, sizeof(plain)));
		assert_string_equal(plain, cases[i].plain);
	}
}

UNIT_TEST(test_plain_form_that_does_not_fit_is_refused)
{
	/* Each of these characters becomes 18, which are 33 bytes. */
	static const char *const texts[] = {
		"12345678", "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", "\xEF\xB7\xBA"};
	char plain[8];

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		strcpy(plain, "?");
		assert_false(bot_plain_write(texts[i], plain, sizeof(plain)));
		assert_string_equal(plain, "");
	}
	assert_true(bot_plain_write("1234567", plain, sizeof(plain)));
}

UNIT_TEST(test_plain_text_after_its_beginning_is_found)
{
	static const struct {
		const char *text, *start, *rest; /* NULL if the text begins otherwise */
	} cases[] = {
		{"!eg stats", "!eg", " stats"},
		{"!EG stats", "!eg", " stats"},
		{"\xEF\xBC\x81\xEF\xBD\x85g\xE3\x80\x80s", "!eg", "\xE3\x80\x80s"},
		{"! eg", "!eg", ""},
		{"!\u202Feg", "!eg", ""},
		{"!e g", "!eg", NULL},
		{"!e", "!eg", NULL},
		{"!eggs", "!eg", "gs"},
		{"\xE2\x81\xA0!e\xC2\xADg", "!eg", ""},
		{"Fence\u00A0Bot: a", "fence bot", ": a"},
		{"Fence  Bot", "Fence Bot", ""},
		{"\xD0\x98\xD0\xB3", "\xD0\xB8\xD0\x93", ""}, /* Cyrillic, in another case */
		{"STRASSE x", "stra\u00DFe", " x"},
		{"", "!eg", NULL},
		{"x", "", "x"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *rest = bot_plain_after(cases[i].text, cases[i].start);

		if (!rest != !cases[i].rest || (rest && strcmp(rest, cases[i].rest) != 0))
			fail_msg("%s: %s", cases[i].text, rest ? rest : "NULL");
	}
	assert_true(bot_plain_equal("!EG", "\uFF01eg\u200E"));
	assert_false(bot_plain_equal("!egg", "!eg"));
}
