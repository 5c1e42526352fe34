#include "config/edit_distance.h"

#include <ctype.h>
#include <string.h>

#define LONGEST 32 /* the most bytes of a word; the longest key of the configuration has 30 */

static int lower(char letter)
{
	return tolower((unsigned char)letter);
}

size_t cfg_edit_distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	size_t m = strlen(a), n = strlen(b);

	if (m > LONGEST || n > LONGEST)
		return LONGEST;
	for (size_t j = 0; j <= n; j++)
		above[j] = j;
	for (size_t i = 1; i <= m; i++) {
		size_t *oldest = before;

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));

			if (above[j] + 1 < best)
				best = above[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
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
