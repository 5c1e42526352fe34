#include "config/edit_distance.h"

#include <ctype.h>
#include <stdint.h>

#define LONGEST 32 /* the most characters of a word; the longest key has 30 */

/*
 * Reads the characters of a UTF-8 text: the bytes of each one as a number, ASCII in lower case.
 * Returns their count, or LONGEST + 1 if there are more than LONGEST.
 */
static size_t read_characters(const char *text, uint32_t characters[LONGEST])
{
	size_t count = 0;

	for (; *text; text++) {
		uint32_t byte = (unsigned char)*text;

		if ((byte & 0xC0) == 0x80 && count > 0) {
			characters[count - 1] = characters[count - 1] << 8 | byte;
			continue;
		}
		if (count == LONGEST)
			return LONGEST + 1;
		characters[count++] = (uint32_t)tolower((int)byte);
	}
	return count;
}

size_t cfg_count_characters(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += ((unsigned char)*text & 0xC0) != 0x80;
	return count;
}

size_t cfg_edit_distance(const char *a, const char *b)
{
	uint32_t p[LONGEST], q[LONGEST];
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	size_t m = read_characters(a, p), n = read_characters(b, q);

	if (m > LONGEST || n > LONGEST)
		return LONGEST;
	for (size_t j = 0; j <= n; j++)
		above[j] = j;
	for (size_t i = 1; i <= m; i++) {
		size_t *oldest = before;

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = above[j - 1] + (p[i - 1] != q[j - 1]);

			if (above[j] + 1 < best)
				best = above[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && p[i - 1] == q[j - 2] && p[i - 2] == q[j - 1] &&
				before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
		before = above;
		above = row;
		row = oldest;
	}
	return above[n];
}
