#include "engine/lab/train/numbers.h"

#include <math.h>
#include <string.h>

void numbers_write_integers(const uint32_t *integers, size_t count, FILE *file)
{
	for (size_t i = 0; i < count; i++)
		for (size_t byte = 0; byte < NUMBER_BYTES; byte++)
			putc((int)(integers[i] >> 8 * byte & 0xff), file);
}

void numbers_write(const float *numbers, size_t count, FILE *file)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t bits;

		memcpy(&bits, &numbers[i], sizeof(bits));
		numbers_write_integers(&bits, 1, file);
	}
}

uint32_t numbers_take_integer(const unsigned char *bytes)
{
	uint32_t integer = 0;

	for (size_t byte = 0; byte < NUMBER_BYTES; byte++)
		integer |= (uint32_t)bytes[byte] << 8 * byte;
	return integer;
}

float numbers_take(const unsigned char *bytes)
{
	uint32_t bits = numbers_take_integer(bytes);
	float number;

	memcpy(&number, &bits, sizeof(number));
	return number;
}

bool numbers_usable(const float *weights, size_t count)
{
	const float most = 1000;

	for (size_t i = 0; i < count; i++)
		if (!(fabsf(weights[i]) <= most))
			return false;
	return true;
}
