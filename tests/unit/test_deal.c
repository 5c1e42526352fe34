#include "engine/deal/deal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

/* Made with a ChaCha20 of its own, from the text in deal.h. */
static const struct {
	enum { ZEROS, COUNTING, ONES } seed;
	uint32_t round;
	const char *deck;
} vectors[] = {
	{ZEROS, 1, "1312122454235334145155432"},
	{ZEROS, 2, "5445424131225315315241233"},
	{ZEROS, 6, "1411525332325514431322454"},   /* one byte passed over */
	{ZEROS, 8, "5141142152314432425332553"},   /* three */
	{ZEROS, 833, "4555231412532141132353424"}, /* five */
	{COUNTING, 1, "3234413314325154512142552"},
	{COUNTING, 0x01020304, "1155543412355311222324434"},
	{ONES, 0xffffffff, "4231112553544125312324435"},
};

static void fill(unsigned char seed[EG_SEED], int kind)
{
	for (size_t i = 0; i < EG_SEED; i++)
		seed[i] = (unsigned char)(kind == ZEROS ? 0 : kind == ONES ? 0xff : i);
}

static void test_deal_vectors(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		unsigned char seed[EG_SEED];
		uint8_t deck[EG_DECK];
		char text[EG_DECK + 1] = {0};

		fill(seed, (int)vectors[i].seed);
		eg_deal(seed, vectors[i].round, deck);
		for (size_t card = 0; card < EG_DECK; card++)
			text[card] = (char)('0' + deck[card]);
		assert_string_equal(text, vectors[i].deck);
	}
}

#define DEALS 20000

/*
 * Each value is as likely at each place. The sum of the 125 squared deviations has 96 degrees of
 * freedom: 150 is passed by one fair shuffle in four thousand, and the seed is fixed.
 */
static void test_deal_every_card_everywhere_as_likely(void **state)
{
	static unsigned count[EG_DECK][EG_VALUES + 1];
	const double expected = DEALS / (double)EG_VALUES;
	double chi_square = 0;
	unsigned char seed[EG_SEED];

	(void)state;
	fill(seed, COUNTING);
	for (uint32_t round = 1; round <= DEALS; round++) {
		uint8_t deck[EG_DECK];

		eg_deal(seed, round, deck);
		for (size_t place = 0; place < EG_DECK; place++)
			count[place][deck[place]]++;
	}
	for (size_t place = 0; place < EG_DECK; place++)
		for (size_t value = 1; value <= EG_VALUES; value++) {
			double off = count[place][value] - expected;

			chi_square += off * off / expected;
		}
	assert_true(chi_square < 150);
	assert_true(chi_square > 50);
}

static void test_deal_is_a_complete_deck(void **state)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};
	unsigned char seed[EG_SEED];

	(void)state;
	fill(seed, ONES);
	for (uint32_t round = 0; round < 1000; round++) {
		uint8_t deck[EG_DECK];
		struct eg_round dealt;

		eg_deal(seed, round, deck);
		assert_int_equal(eg_round_init(&dealt, &rules, EG_WHITE, deck), EG_OK);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_deal_vectors),
		cmocka_unit_test(test_deal_every_card_everywhere_as_likely),
		cmocka_unit_test(test_deal_is_a_complete_deck),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
