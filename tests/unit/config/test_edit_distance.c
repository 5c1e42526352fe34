#include "config/edit_distance.h"
#include "tests/support/cmocka.h"

UNIT_TEST(test_edit_distance_counts_letters_and_exchanges)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} cases[] = {
		{"parry", "parry", 0}, {"parry", "Parry", 0}, {"parry", "party", 1},
		{"parry", "pary", 1}, {"parry", "parrry", 1},
		{"parry", "prary", 1}, /* two letters are exchanged */
		{"advance", "advnace", 1}, {"attack", "atack!", 2}, {"", "abc", 3},
		{"hand", "board", 3},
		{"newcomers_of_server_per_minute", "newcomers_of_server_per_minut", 1},
		{"\xE6\x8C\x91\xE6\x88\xA6\xE7\x8A\xB6", "\xE6\x8C\x91\xE6\x88\xA6\xE8\x80\x85",
			1}, /* one of three letters */
		{"\xE6\x8C\x91\xE6\x88\xA6", "\xE6\x88\xA6\xE6\x8C\x91", 1},
		{"\x80", "", 1},                                /* no UTF-8 */
		{"123456789012345678901234567890123", "1", 32}, /* longer than 32 letters */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(cfg_edit_distance(cases[i].a, cases[i].b), cases[i].distance);
		assert_int_equal(cfg_edit_distance(cases[i].b, cases[i].a), cases[i].distance);
	}
}

UNIT_TEST(test_characters_are_counted_not_bytes)
{
	assert_int_equal(cfg_count_characters(""), 0);
	assert_int_equal(cfg_count_characters("parry"), 5);
	assert_int_equal(cfg_count_characters("\xE6\x8C\x91\xE6\x88\xA6"), 2);
}
