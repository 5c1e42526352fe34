#include "bot/text/typography.h"

#include <string.h>

/* Characters that keyboards insert, and the ASCII text that replaces each of them. */
static const struct {
	uint32_t typed;
	char meant[BOT_TYPOGRAPHY_SIZE];
} typography[] = {
	{0x00A1, ""},   /* inverted exclamation mark */
	{0x00AB, "\""}, /* left French quotation mark */
	{0x00B4, "'"},  /* acute accent */
	{0x00BB, "\""}, /* right French quotation mark */
	{0x00BF, ""},   /* inverted question mark */
	{0x00D7, "x"},  /* multiplication sign */
	{0x02BC, "'"},  /* modifier letter apostrophe */
	{0x060C, ","},  /* Arabic comma */
	{0x061B, ";"},  /* Arabic semicolon */
	{0x061F, "?"},  /* Arabic question mark */
	{0x2018, "'"},  /* single quotation marks: left, right, low, reversed */
	{0x2019, "'"}, {0x201A, "'"}, {0x201B, "'"}, {0x201C, "\""},   /* double: the same */
	{0x201D, "\""}, {0x201E, "\""}, {0x201F, "\""}, {0x2032, "'"}, /* primes */
	{0x2033, "\""}, {0x2039, "'"}, /* single French quotation marks */
	{0x203A, "'"}, {0x203D, "?"},  /* interrobang */
	{0x2043, "-"},                 /* hyphen bullet */
	{0x20E3, ""},                  /* combining enclosing keycap */
	{0x2212, "-"},                 /* minus sign */
	{0x2715, "x"},                 /* multiplication X */
	{0x2716, "x"},                 /* heavy multiplication X, an emoji */
	{0x2753, "?"},                 /* question marks and exclamation marks that are emoji */
	{0x2754, "?"}, {0x2755, "!"}, {0x2757, "!"}, {0x2795, "+"}, /* heavy plus, an emoji */
	{0x2796, "-"},                                              /* heavy minus, an emoji */
	{0x3001, ","},                                              /* ideographic comma */
	{0x3002, "."},                                              /* ideographic full stop */
	{0x300C, "\""}, /* corner brackets, which are quotation marks */
	{0x300D, "\""}, {0x300E, "\""}, {0x300F, "\""}, {0x3010, "["},  /* lenticular brackets */
	{0x3011, "]"}, {0x301D, "\""}, {0x301E, "\""}, {0x1F51F, "10"}, /* keycap ten */
	{0x1F7F0, "="}, /* heavy equals sign, an emoji */
};

/*
 * Ranges of characters that stand for successive ASCII characters and that NFKC leaves as they are:
 * the letters in black squares and circles, of which some are emoji, the regional indicators, and
 * the digits in black and double circles.
 */
static const struct {
	uint32_t first;
	uint8_t count;
	char meant;
} ranges[] = {
	{0x1F1E6, 26, 'a'},
	{0x1F150, 26, 'a'},
	{0x1F170, 26, 'a'},
	{0x2776, 9, '1'},
	{0x2780, 9, '1'},
	{0x278A, 9, '1'},
	{0x24F5, 9, '1'},
	{0x24FF, 1, '0'},
};

bool bot_typography_replace(uint32_t character, char meant[BOT_TYPOGRAPHY_SIZE])
{
	memset(meant, 0, BOT_TYPOGRAPHY_SIZE);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		const uint32_t index = character - ranges[i].first;

		if (index < ranges[i].count) {
			meant[0] = (char)(ranges[i].meant + (char)index);
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(typography) / sizeof(typography[0]); i++)
		if (typography[i].typed == character) {
			memcpy(meant, typography[i].meant, BOT_TYPOGRAPHY_SIZE);
			return true;
		}
	return false;
}
