#include "bot/text/name.h"
#include "bot/text/name_skeleton.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_name_is_cleaned)
{
	static const struct {
		const char *name;
		const char *clean;
	} cases[] = {
		{"Ann", "Ann"},
		{"  Ann \t von\302\240E\343\200\200 ", "Ann von E"},
		{"A\342\200\213nn\357\273\277", "Ann"},        /* zero width */
		{"\342\200\213\343\205\244 \342\240\200", ""}, /* all invisible */
		{"", ""},
		{"Zo\303\253 \360\237\244\272", "Zo\303\253 \360\237\244\272"},
		{"O'Neil-Smith_2", "O'Neil-Smith_2"},
		{"Ren\303\251e O\342\200\231Neil", "Ren\303\251e O\342\200\231Neil"},
		{"J.R. Hartley", "J.R. Hartley"},
		{"\320\220\320\275\320\275\320\260", "\320\220\320\275\320\275\320\260"},
		{"\350\212\261\345\255\220", "\350\212\261\345\255\220"},
		{"Zoe\314\210", "Zoe\314\210"},
		{"\343\202\270\343\203\247\343\203\263\343\203\273\343\202\271", /* a middle dot */
			"\343\202\270\343\203\247\343\203\263\343\203\273\343\202\271"},
		/* the bot leaves out what people add to a name */
		{"Ann (she/her)", "Ann"},
		{"Ann [away]", "Ann"},
		{"Ann | Fencing Club", "Ann"},
		{"Smith, Ann", "Smith"},
		{"(Ann)", ""},
		{"Ann - Fencing Club", "Ann"},
		{"Ann- 12", "Ann"},
		{"Ann \302\267 pile 0", "Ann"}, /* a middle dot, as in a hand */
		{"Ann\302\267 3 d left", "Ann"},
		{"Ann\302\267\342\200\213 3 d left", "Ann"}, /* zero width before the space */
		{"Ann \343\203\273 3 d left", "Ann"},
		{"\302\267 Ann", "Ann"},
		{"Gal\302\267la", "Gal\302\267la"}, /* a middle dot of Catalan */
		/* wide brackets, a wide at sign and an ideographic comma */
		{"\350\212\261\345\255\220\357\274\210\346\235\261\344\272\254\357\274\211",
			"\350\212\261\345\255\220"},
		{"\350\212\261\345\255\220\357\274\240\346\235\261\344\272\254",
			"\350\212\261\345\255\220"},
		{"\350\212\261\345\255\220\343\200\220\344\274\221\343\200\221",
			"\350\212\261\345\255\220"},
		{"\350\212\261\345\255\220\343\200\201\346\235\261\344\272\254",
			"\350\212\261\345\255\220"},
	};
	char clean[BOT_NAME_SIZE];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bot_name_clean(cases[i].name, clean);
		assert_string_equal(clean, cases[i].clean);
	}
}

/* If the bot repeated such a name, readers would see a link, a mention or a sentence by the bot. */
UNIT_TEST(test_name_that_must_not_be_repeated_becomes_empty)
{
	static const char *const names[] = {
		"@bob:test", " \342\200\213@bob:test", "bob@example.org", "@room",
		"#room:example.org", "Ann #12", "!room:example.org", "Win now!",
		"https://evil.example/win", "see https://evil.example", "matrix:u/bob:example.org",
		"mailto:bob", "www.evil.example", "WWW.EVIL.EXAMPLE", "evil.example",
		"evil.e\314\201xample", "evil.\321\200\321\204",
		"evil\343\200\202example", /* an ideographic full stop; browsers read it as a dot */
		"evil\357\274\216example", /* full-width dots, colons, slashes and at signs */
		"https\357\274\232\357\274\217\357\274\217evil", "\357\274\240room",
		"evil\357\275\241example", "127.0.0.1", "a/b", "[bob](https://evil.example)",
		"<b>Ann</b>", "<@1234>", "*Ann*", "`Ann`", "&lt;Ann&gt;", "\"Ann\" won",
		"Ann; Bob has lost", "Bob: I resign", "Ann = Bob", "Ann\nYour hand", "Ann\rBob",
		"Ann\302\205Bob", "Ann\342\200\250Bob", /* line separator */
		"Ann\342\200\251Bob",                   /* paragraph separator */
		"A\342\200\256nn\342\200\254",          /* right-to-left override */
		"A\342\201\246nn\342\201\251",          /* a directional isolate */
		"A\342\200\217nn",                      /* a right-to-left mark */
		"A\330\234nn", "A\001nn", "A\033[31mnn", "A\177nn", "A\377\300nn", /* not UTF-8 */
		"Ann \315\276", "Ann\330\237", /* Greek and Arabic question marks */
		"Ann\340\245\244",             /* a danda, the full stop of Hindi */
		"Ann \342\200\234won\342\200\235", "Ann \342\206\222 Bob",
		"\342\224\200\342\224\200\342\224\200",    /* a line of a box */
		"Z\314\210\314\210\314\210",               /* marks upon marks */
		"\356\200\200",                            /* a private-use character */
		"You have won this match today",           /* too many words */
		"Annannannannannannannannannannannannann", /* too long */
		"\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212"
		"\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350"
		"\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261\350\212\261"
		"\350\212\261\350\212\261", /* 22 characters in 66 bytes */
	};
	char clean[BOT_NAME_SIZE];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		strcpy(clean, "?");
		bot_name_clean(names[i], clean);
		if (clean[0])
			fail_msg("\"%s\" is shown as \"%s\"", names[i], clean);
	}
}

UNIT_TEST(test_skeleton_is_the_same_for_names_that_look_alike)
{
	static const char *const alike[][2] = {
		{"Ann", "aNN"},
		{"Ann", "\303\201n\305\204"},
		{"Ann", "A-nn"},
		{"Ann", "A n n"},
		{"Bill", "BiII"},
		{"Bill", "B1ll"},
		{"Bill", "B\304\261ll"},
		{"Bob", "B0b"},
		{"Bernd", "Bemd"},
		{"Ewald", "Evvald"},
		{"Klaus-Dieter", "Klaus Dieter"},
		{"dora", "clora"},
		{"Nguyen", "Nguy\341\273\205n"}, /* two accents on one letter */
		/* kana in either script, of any size, with marks; kana and kanji; a long vowel */
		{"\343\201\237\343\201\252\343\201\213", "\343\202\277\343\203\212\343\202\253"},
		{"\343\202\277\343\202\253\343\202\267", "\345\244\225\345\212\233\343\203\204"},
		{"\343\201\257\343\201\252", "\343\203\220\343\203\212"},
		{"\343\203\246\343\203\274\343\202\255", "\343\203\246\344\270\200\343\202\255"},
		{"\343\201\276\343\201\244\343\201\240", "\343\201\276\343\201\243\343\201\240"},
		{"\343\201\213\343\202\231\343\201\217", "\343\201\214\343\201\217"},
		{"\347\224\260\344\270\255 \345\244\252\351\203\216",
			"\347\224\260\344\270\255\345\244\252\351\203\216"},
		{"\345\201\245\344\270\200", "\345\201\245-"},
		{"\343\202\270\343\203\247\343\203\263\343\203\273\343\203\252",
			"\343\202\270\343\203\250\343\202\275\343\203\252"},
		/* kanji */
		{"\345\244\252\351\203\216", "\345\244\247\346\234\227"},
		{"\345\234\237\344\272\225", "\345\243\253\344\272\225"},
		{"\344\275\220\343\200\205\346\234\250", "\345\267\246\343\200\205\346\234\250"},
	};
	static const char *const different[][2] = {{"Ann", "Anne"}, {"Ann", "Nan"}, {"Bob", "Rob"},
		{"Ann1", "Ann2"}, {"\350\212\261\345\255\220", "\346\241\203\345\255\220"},
		{"\343\201\225\343\201\217\343\202\211", "\343\201\213\343\201\210\343\201\247"},
		{"\345\201\245", "\345\201\245\344\270\200"}};
	char a[BOT_NAME_SIZE], b[BOT_NAME_SIZE];

	for (size_t i = 0; i < sizeof(alike) / sizeof(alike[0]); i++) {
		bot_name_skeleton(alike[i][0], a);
		bot_name_skeleton(alike[i][1], b);
		assert_true(a[0]);
		assert_string_equal(a, b);
	}
	for (size_t i = 0; i < sizeof(different) / sizeof(different[0]); i++) {
		bot_name_skeleton(different[i][0], a);
		bot_name_skeleton(different[i][1], b);
		assert_string_not_equal(a, b);
	}
}

UNIT_TEST(test_skeleton_of_a_name_that_can_not_be_compared_is_empty)
{
	static const char *const names[] = {
		"\320\220nn",               /* a Cyrillic A */
		"\320\220\320\241\320\225", /* Cyrillic letters that look like ACE */
		"\316\221nn",               /* a Greek Alpha */
		"\311\221nn",               /* a phonetic alpha */
		"\357\274\241nn",           /* full width */
		"\360\235\220\200nn",       /* mathematical */
		"\360\237\205\260nn",       /* a letter in a square */
		"A\314\212nn",              /* a letter and a mark */
		"\352\223\256nn",           /* a Lisu A */
		"Ann \360\237\244\272",
		"\350\212\261\345\255\220 Ann", /* kanji and Latin letters */
		"\350\212\261\345\255\2201",
		"\351\254\261\345\255\220", /* a digit; a kanji that is rare in names */
		"\357\276\200\357\276\205\357\275\266",
		"\342\274\244\345\255\220", /* half-width kana; a radical that looks like a kanji */
		"\355\225\234\353\263\204",
		"\350\212\261\320\260", /* Hangul; kanji and Cyrillic */
		"123",
		"-",
		"",
	};
	char skeleton[BOT_NAME_SIZE];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		strcpy(skeleton, "?");
		bot_name_skeleton(names[i], skeleton);
		if (skeleton[0])
			fail_msg("\"%s\" has \"%s\"", names[i], skeleton);
	}
}

UNIT_TEST(test_skeleton_of_the_longest_name_fits)
{
	char name[BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];

	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	bot_name_skeleton(name, skeleton);
	assert_string_equal(skeleton, name);
}
