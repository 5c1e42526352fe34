/* The lots of a club night, against values that Python's hashlib has computed. */
#include "engine/deal/night.h"
#include "tests/support/cmocka.h"

#include <sodium.h>

/* Fills the secret with the bytes 0, 1, 2 … */
static void count_up(unsigned char secret[EG_KEY])
{
	for (size_t i = 0; i < EG_KEY; i++)
		secret[i] = (unsigned char)i;
}

static void test_commitment_is_the_hash_of_the_secret(void **state)
{
	static const unsigned char expected[EG_KEY] = {0xcb, 0x2f, 0x51, 0x60, 0xfc, 0x1f, 0x7e,
		0x05, 0xa5, 0x5e, 0xf4, 0x9d, 0x34, 0x0b, 0x48, 0xda, 0x2e, 0x5a, 0x78, 0x09, 0x9d,
		0x53, 0x39, 0x33, 0x51, 0xcd, 0x57, 0x9d, 0xd4, 0x25, 0x03, 0xd6};
	unsigned char secret[EG_KEY], commitment[EG_KEY];

	(void)state;
	count_up(secret);
	eg_night_commitment(secret, commitment);
	assert_memory_equal(commitment, expected, EG_KEY);
}

static void test_lot_begins_with_the_lowest_byte(void **state)
{
	static const char event[] = "$event:x";
	unsigned char secret[EG_KEY];

	(void)state;
	count_up(secret);
	assert_true(eg_night_lot(secret, (struct eg_text){event, sizeof(event) - 1}) ==
		    UINT64_C(4593917621693511570));
}

static void test_secret_of_a_bout_is_of_its_number(void **state)
{
	static const unsigned char expected[EG_KEY] = {0x65, 0xbe, 0x01, 0xa5, 0xc2, 0x97, 0x19,
		0x6d, 0x97, 0x50, 0x02, 0x6a, 0x71, 0x37, 0x59, 0xf6, 0x6e, 0x23, 0x90, 0xb3, 0x0b,
		0x85, 0x51, 0x04, 0xd3, 0x03, 0x99, 0x60, 0x30, 0x36, 0x47, 0x1c};
	unsigned char secret[EG_KEY], last[EG_KEY];

	(void)state;
	count_up(secret);
	eg_night_bout_secret(secret, UINT16_MAX, last);
	assert_memory_equal(last, expected, EG_KEY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commitment_is_the_hash_of_the_secret),
		cmocka_unit_test(test_lot_begins_with_the_lowest_byte),
		cmocka_unit_test(test_secret_of_a_bout_is_of_its_number),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
