#include "bot/understand/terms.h"

#include "bot/text/vocabulary.h"
#include "config/edit_distance.h"

#include <string.h>

#define STEM_LEAST     4 /* letters that forms of one word have in common */
#define ENDING_MOST    3 /* letters in which they may differ at the end */
#define MISTYPED_LEAST 5 /* letters of a word in which one typing error is no other word */

void bot_term_add(char term[BOT_TERM_SIZE], const char *word)
{
	char folded[BOT_FOLDED_SIZE];
	size_t used = strlen(term);

	bot_words_fold(word, folded);
	if (used > 0 && used + 1 < BOT_TERM_SIZE)
		term[used++] = '_';
	size_t length = strlen(folded);
	if (length > BOT_TERM_SIZE - 1 - used)
		length = BOT_TERM_SIZE - 1 - used;
	memcpy(term + used, folded, length);
	term[used + length] = '\0';
}

static bool is_mistyped(const char *a, const char *b, size_t length_a, size_t length_b)
{
	return length_a >= MISTYPED_LEAST && length_b >= MISTYPED_LEAST &&
	       length_a <= length_b + 1 && length_b <= length_a + 1 && cfg_edit_distance(a, b) <= 1;
}

size_t bot_terms_similar(const char *a, const char *b)
{
	size_t common = 0, length_a = strlen(a), length_b = strlen(b);

	while (a[common] && a[common] == b[common])
		common++;
	if (is_mistyped(a, b, length_a, length_b))
		return length_a + 1;
	return common >= STEM_LEAST && length_a - common <= ENDING_MOST &&
			       length_b - common <= ENDING_MOST
		       ? common
		       : 0;
}
