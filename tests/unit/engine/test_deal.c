#include "engine/deal/deal.h"
#include "tests/support/cmocka.h"

#include <string.h>

#include <sodium.h>

enum pattern { ZEROS, COUNTING, ONES, PASSED };

static void fill(unsigned char key[EG_KEY], enum pattern pattern)
{
	for (size_t i = 0; i < EG_KEY; i++)
		key[i] = (unsigned char)(pattern == ONES ? 0xff : pattern == COUNTING ? i : 0);
	if (pattern == PASSED) {
		key[0] = 0x4f;
		key[1] = 0x01;
	}
}

static void assert_key(const unsigned char key[EG_KEY], const char *text)
{
	char printed[EG_KEY_TEXT];

	eg_key_print(key, printed);
	assert_string_equal(printed, text);
}

/*
 * The expected decks come from tests/record/verifier.py, a second implementation that was written
 * from the text in deal.h.
 */
UNIT_TEST(test_deal_matches_its_vectors)
{
	static const struct {
		enum pattern seed;
		const char *deck;
	} vectors[] = {
		{ZEROS, "2531153511532123454444223"}, {COUNTING, "3253352452414541132121453"},
		{ONES, "4512324341134554335125212"},
		{PASSED, "4141233553541152242523413"}, /* the shuffle skips five bytes */
	};

	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		unsigned char seed[EG_KEY];
		uint8_t deck[EG_DECK];
		char text[EG_DECK + 1] = {0};

		fill(seed, vectors[i].seed);
		eg_deal(seed, deck);
		for (size_t card = 0; card < EG_DECK; card++)
			text[card] = (char)('0' + deck[card]);
		assert_string_equal(text, vectors[i].deck);
	}
}

/*
 * If the shuffle skips no byte of the stream, the test can make the same deck from
 * randombytes_buf_deterministic.
 */
UNIT_TEST(test_deal_uses_the_deterministic_stream)
{
	unsigned char seed[EG_KEY], bytes[EG_DECK - 1];
	uint8_t deck[EG_DECK], dealt[EG_DECK];

	fill(seed, COUNTING);
	randombytes_buf_deterministic(bytes, sizeof(bytes), seed);
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(1 + i / EG_COPIES);
	for (size_t i = EG_DECK - 1; i > 0; i--) {
		size_t j = bytes[EG_DECK - 1 - i] % (i + 1);
		uint8_t card = deck[i];

		deck[i] = deck[j];
		deck[j] = card;
	}
	eg_deal(seed, dealt);
	assert_memory_equal(dealt, deck, EG_DECK);
}

UNIT_TEST(test_chain_matches_its_vectors)
{
	static const struct {
		uint16_t round;
		const char *secret;
	} vectors[] = {
		{0, "Jt0-4ow5RbnW8VD8VnfyAqBpjkaCbZNyOtajg9m90sk"},
		{1, "-qe22J_khdiOG-YAoqx1nthl43XFGH324nFaIQnA-CA"},
		{2, "H6NK00Ph2LuoAmhl8x14rYs-XOw9IzQao3Y3xXxIaMo"},
		{1023, "2W-uS5Dr_-wxDRg4iw-WWZy0-mI_hoFaG_UeTkn-zmQ"},
		{1024, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
	};
	unsigned char last[EG_KEY], secret[EG_KEY];

	fill(last, ZEROS);
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		eg_chain_secret(last, vectors[i].round, secret);
		assert_key(secret, vectors[i].secret);
	}
}

UNIT_TEST(test_round_seed_matches_its_vectors)
{
	static const char many[] =
		"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
		"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
		"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
		"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy";
	static const struct {
		enum pattern secret;
		uint16_t round;
		const char *challenge;
		const char *acceptance;
		const char *seed;
	} vectors[] = {
		{ZEROS, 1, "", "", "Mn9BarFykcHCq-ujPiKfEhBQz-M6QxsPkbdGXpHpzkU"},
		{ZEROS, 1, "$challenge", "$accept", "48LkMRKG8jJdF9RLtbKqSkh3yTVVTqlrcwJHumrs8ew"},
		{ZEROS, 1, "$challenge$", "accept", "EIEl5ZYlmh91c0Omn0r2IUKy_SBc1l7DvyGqYsZcm4c"},
		{COUNTING, 256, "$challenge", "$accept",
			"o0eub7nSiC3i1rE-gFE7vOSTepN-YRhv7l-dvAQitjQ"},
		{ONES, 1024, "$c", many, "DPrsmgwlHM230NY4uZvSrEuaXbKtbLhFSctpP2D5Uho"},
	};

	assert_int_equal(strlen(many), 255);
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		const char *challenge = vectors[i].challenge, *acceptance = vectors[i].acceptance;
		unsigned char secret[EG_KEY], seed[EG_KEY];

		fill(secret, vectors[i].secret);
		eg_round_seed(secret, vectors[i].round,
			(struct eg_text){challenge, strlen(challenge)},
			(struct eg_text){acceptance, strlen(acceptance)}, seed);
		assert_key(seed, vectors[i].seed);
	}
}

UNIT_TEST(test_lot_matches_its_vectors)
{
	static const struct {
		enum pattern secret;
		const char *challenge;
		const char *acceptance;
		enum eg_seat first;
	} vectors[] = {
		{ZEROS, "", "", EG_WHITE},
		{ZEROS, "$challenge", "$accept", EG_BLACK},
		{COUNTING, "$challenge", "$accept", EG_BLACK},
		{COUNTING, "$challenge$", "accept", EG_WHITE},
		{COUNTING, "", "", EG_WHITE},
		{ONES, "$c", "$a", EG_BLACK},
		{ONES, "$c", "$b", EG_WHITE},
	};

	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		const char *challenge = vectors[i].challenge, *acceptance = vectors[i].acceptance;
		unsigned char secret[EG_KEY];

		fill(secret, vectors[i].secret);
		assert_int_equal(
			eg_first_by_lot(secret, (struct eg_text){challenge, strlen(challenge)},
				(struct eg_text){acceptance, strlen(acceptance)}),
			vectors[i].first);
	}
}

#define LOTS 10000

/*
 * White begins in about half of the matches: the difference is less than four standard deviations.
 * The secrets are fixed, so the test always has the same result.
 */
UNIT_TEST(test_lot_is_fair)
{
	const struct eg_text event = {"$event", 6};
	unsigned white = 0;

	for (uint32_t number = 0; number < LOTS; number++) {
		unsigned char secret[EG_KEY];

		fill(secret, COUNTING);
		memcpy(secret, &number, sizeof(number));
		white += eg_first_by_lot(secret, event, event) == EG_WHITE;
	}
	assert_in_range(white, LOTS / 2 - 200, LOTS / 2 + 200);
}

UNIT_TEST(test_key_in_another_form_is_refused)
{
	static const char *const texts[] = {"", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB", /* bits beyond the last byte */
		"AAAAAAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAA",
		"+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"AAAAAAAAAAAAAAAAAAAAA\377AAAAAAAAAAAAAAAAAAAAA"};
	unsigned char key[EG_KEY], before[EG_KEY];

	fill(before, COUNTING);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		memcpy(key, before, EG_KEY);
		assert_int_equal(
			eg_key_parse((struct eg_text){texts[i], strlen(texts[i])}, key), EG_SYNTAX);
		assert_memory_equal(key, before, EG_KEY);
	}
	const char *good = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

	memset(key, 0, EG_KEY);
	assert_int_equal(eg_key_parse((struct eg_text){good, strlen(good)}, key), EG_OK);
	assert_memory_equal(key, before, EG_KEY);
}

/* Deals a deck from a seed that depends on the number. */
static void deal_numbered(uint32_t number, uint8_t deck[EG_DECK])
{
	unsigned char seed[EG_KEY];

	fill(seed, COUNTING);
	memcpy(seed, &number, sizeof(number));
	eg_deal(seed, deck);
}

#define DEALS 20000

/*
 * Each value is equally likely at each place of the deck. This is a chi-squared test with 125
 * counts and 96 degrees of freedom. With other seeds, a fair shuffle would exceed 150 about once in
 * a thousand tests. The seeds are fixed, so the test always has the same result.
 */
UNIT_TEST(test_deal_puts_each_card_everywhere_equally_often)
{
	static unsigned count[EG_DECK][EG_VALUES + 1];
	const double expected = DEALS / (double)EG_VALUES;
	double chi_square = 0;

	for (uint32_t number = 0; number < DEALS; number++) {
		uint8_t deck[EG_DECK];

		deal_numbered(number, deck);
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

UNIT_TEST(test_deal_makes_a_complete_deck)
{
	const struct eg_rules rules = {EG_ADVANCED, EG_FINAL_POSITION};

	for (uint32_t number = 0; number < 1000; number++) {
		uint8_t deck[EG_DECK];
		struct eg_round dealt;

		deal_numbered(number, deck);
		assert_int_equal(eg_round_init(&dealt, &rules, EG_WHITE, deck), EG_OK);
	}
}

static int begin(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

UNIT_TEST_GROUP(begin, NULL)
