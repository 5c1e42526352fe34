#include "bot/text/plain.h"

#include "bot/text/page.h"

#include <string.h>

#include <utf8proc.h>

/* Characters */

static bool is_ascii(char byte)
{
	return (unsigned char)byte < 0x80;
}

size_t bot_char_read(const char *string, uint32_t *character)
{
	utf8proc_int32_t read;

	*character = (unsigned char)*string;
	if (is_ascii(*string)) /* nearly always, and much faster than utf8proc */
		return *string ? 1 : 0;
	utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)string, -1, &read);

	*character = length > 0 ? (uint32_t)read : 0xFFFD;
	return length > 0 ? (size_t)length : 1;
}

/* Letters that Unicode does not decompose into a base letter and a diacritic. */
static const struct {
	uint32_t character;
	char base;
} undivided[] = {
	{0xC6, 'a'}, {0xE6, 'a'}, {0xD0, 'd'}, {0xF0, 'd'},     /* ae, eth */
	{0xD8, 'o'}, {0xF8, 'o'}, {0xDE, 'p'}, {0xFE, 'p'},     /* o with stroke, thorn */
	{0x110, 'd'}, {0x111, 'd'}, {0x126, 'h'}, {0x127, 'h'}, /* d and h with stroke */
	{0x131, 'i'}, {0x138, 'k'}, {0x13F, 'l'}, {0x140, 'l'}, /* dotless i, kra, l with dot */
	{0x141, 'l'}, {0x142, 'l'}, {0x14A, 'n'}, {0x14B, 'n'}, /* l with stroke, eng */
	{0x152, 'o'}, {0x153, 'o'}, {0x166, 't'}, {0x167, 't'}, /* oe, t with stroke */
};

char bot_char_base(uint32_t character)
{
	utf8proc_int32_t parts[8] = {0};
	int last_class = 0;

	for (size_t i = 0; i < sizeof(undivided) / sizeof(undivided[0]); i++)
		if (character == undivided[i].character)
			return undivided[i].base;
	utf8proc_decompose_char((utf8proc_int32_t)character, parts, 8,
		UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD, &last_class);
	if ((parts[0] >= 'a' && parts[0] <= 'z') || (parts[0] >= '0' && parts[0] <= '9'))
		return (char)parts[0];
	return '\0';
}

static bool is_digit_of_any_script(uint32_t character)
{
	return utf8proc_category((utf8proc_int32_t)character) == UTF8PROC_CATEGORY_ND;
}

bool bot_char_is_space(uint32_t character)
{
	/* U+200B is a space of no width, and U+2800 a Braille pattern without dots. */
	return utf8proc_category_string((utf8proc_int32_t)character)[0] == 'Z' ||
	       (character >= '\t' && character <= '\r') || character == 0x85 ||
	       character == 0x200B || character == 0x2800;
}

/* U+FFFC stands for a picture or a file that the client has left out. */
bool bot_char_is_invisible(uint32_t character)
{
	return !bot_char_is_space(character) &&
	       (character == 0xFFFC ||
		       utf8proc_get_property((utf8proc_int32_t)character)->ignorable);
}

bool bot_char_is_sign(uint32_t character)
{
	return !bot_char_is_space(character) &&
	       !strchr("LNM", utf8proc_category_string((utf8proc_int32_t)character)[0]);
}

bool bot_char_is_bidi_control(uint32_t character)
{
	return character == 0x61C || character == 0x200E || character == 0x200F ||
	       (character >= 0x202A && character <= 0x202E) ||
	       (character >= 0x2066 && character <= 0x2069);
}

/* One character of a text */

/* Characters that keyboards insert, and the ASCII text that replaces each of them. */
static const struct {
	uint32_t typed;
	char meant[3];
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

/* A wavy dash is no minus sign: it means "from … to", or makes a sound long. */
static bool is_dash(uint32_t character)
{
	return utf8proc_category((utf8proc_int32_t)character) == UTF8PROC_CATEGORY_PD &&
	       character != 0x301C && character != 0x3030;
}

/*
 * Returns the value of a decimal digit. Unicode promises that the digits of a script follow each
 * other from 0 to 9; the digits of two scripts may be neighbours.
 */
static uint32_t value_of_digit(uint32_t digit)
{
	uint32_t first = digit;

	while (is_digit_of_any_script(first - 1))
		first--;
	return (digit - first) % 10;
}

/* Reads a text in its plain form, but with each letter apart from its diacritics. */
struct reader {
	const char *rest;   /* what has not been read */
	uint32_t previous;  /* the last plain character, or 0 */
	unsigned fold;      /* UTF8PROC_CASEFOLD, or 0 to keep capital letters */
	size_t count, next; /* of part[] */
	uint32_t part[32];  /* the plain characters of the last character of the text */
};

static void add_ascii(struct reader *reader, const char *meant)
{
	for (; *meant; meant++)
		reader->part[reader->count++] = (unsigned char)*meant;
}

/* Adds what replaces a character. Returns false if nothing replaces it. */
static bool substitute(struct reader *reader, uint32_t character)
{
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		uint32_t index = character - ranges[i].first;

		if (index < ranges[i].count) {
			reader->part[reader->count++] = (uint32_t)ranges[i].meant + index;
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(typography) / sizeof(typography[0]); i++) {
		if (typography[i].typed == character) {
			add_ascii(reader, typography[i].meant);
			return true;
		}
	}
	if (bot_char_is_space(character))
		add_ascii(reader, " ");
	else if (character >= 0x1F3FB && character <= 0x1F3FF)
		return true; /* the skin tone of an emoji */
	else if (is_dash(character))
		add_ascii(reader, "-");
	else if (is_digit_of_any_script(character))
		reader->part[reader->count++] = '0' + value_of_digit(character);
	else
		return bot_char_is_invisible(character);
	return true;
}

static bool is_letter(uint32_t character)
{
	return utf8proc_category_string((utf8proc_int32_t)character)[0] == 'L';
}

/*
 * Whether a raised or lowered character says something about what stands before it, as in "5²", or
 * is an abbreviation, such as the raised a of ordinal numbers. But the 2 of "+²" is a slip.
 */
static bool is_raised(const struct reader *reader, uint32_t character)
{
	int type = utf8proc_get_property((utf8proc_int32_t)character)->decomp_type;

	return (type == UTF8PROC_DECOMP_TYPE_SUPER || type == UTF8PROC_DECOMP_TYPE_SUB ||
		       type == UTF8PROC_DECOMP_TYPE_FRACTION) &&
	       (is_letter(character) || is_letter(reader->previous) ||
		       is_digit_of_any_script(reader->previous));
}

static bool is_roman_numeral(uint32_t character)
{
	return character >= 0x2160 && character <= 0x2188;
}

/* A Japanese keyboard types this letter, which makes a vowel long, where another types a minus. */
static bool is_minus_of_japanese(const struct reader *reader, uint32_t character)
{
	bool follows_letter = is_letter(reader->previous) ||
			      utf8proc_category((utf8proc_int32_t)reader->previous) ==
				      UTF8PROC_CATEGORY_MN; /* the mark of a voiced kana */

	return (character == 0x30FC || character == 0xFF70) && !follows_letter;
}

/* Whether the character is ASCII and visible, or a space. Its plain form is the character. */
static bool is_plain_ascii(uint32_t character)
{
	return character >= ' ' && character <= '~';
}

static uint32_t fold_ascii(const struct reader *reader, uint32_t character)
{
	bool folds = reader->fold && character >= 'A' && character <= 'Z';

	return folds ? character - 'A' + 'a' : character;
}

/* Fills part[] with the plain characters of one character of the text; there may be none. */
static void divide(struct reader *reader, uint32_t character)
{
	utf8proc_int32_t parts[32];
	int last_class = 0;

	reader->count = reader->next = 0;
	if (is_plain_ascii(character)) { /* nearly always, and the tables have none of these */
		reader->part[reader->count++] = fold_ascii(reader, character);
		return;
	}
	if (is_minus_of_japanese(reader, character))
		character = '-';
	if (substitute(reader, character))
		return;
	if (is_raised(reader, character) || is_roman_numeral(character)) {
		reader->part[reader->count++] = character;
		return;
	}
	utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)character, parts, 32,
		(utf8proc_option_t)(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | reader->fold),
		&last_class);
	for (utf8proc_ssize_t i = 0; i < count && i < 32; i++)
		if (!substitute(reader, (uint32_t)parts[i]))
			reader->part[reader->count++] = (uint32_t)parts[i];
}

/* Returns the next plain character, or 0 at the end. */
static uint32_t read_next(struct reader *reader)
{
	uint32_t character;

	while (reader->next == reader->count) {
		size_t length = bot_char_read(reader->rest, &character);

		if (length == 0)
			return 0;
		reader->rest += length;
		divide(reader, character);
	}
	reader->previous = reader->part[reader->next++];
	return reader->previous;
}

/* Text */

/* Joins letters and diacritics (NFC), and writes the text. Returns false if it does not fit. */
static bool compose(const char *divided, char *plain, size_t size)
{
	utf8proc_int32_t buffer[1024]; /* in the end it contains bytes */
	const utf8proc_option_t options = UTF8PROC_COMPOSE | UTF8PROC_STABLE;
	const utf8proc_ssize_t most = sizeof(buffer) / sizeof(buffer[0]) - 1;

	utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)divided,
		(utf8proc_ssize_t)strlen(divided), buffer, most, options);
	if (count < 0 || count > most)
		return false;
	count = utf8proc_reencode(buffer, count, options);
	if (count < 0 || (size_t)count >= size)
		return false;
	memcpy(plain, buffer, (size_t)count + 1);
	return true;
}

bool bot_plain_write(const char *text, char *plain, size_t size)
{
	struct reader reader = {.rest = text};
	char divided[3072];
	struct bot_text out;
	uint32_t character;
	bool ascii = true;

	plain[0] = '\0';
	if (strnlen(text, 8 * size + 1) > 8 * size)
		return false;
	bot_text_init(&out, divided, sizeof(divided));
	while ((character = read_next(&reader)) && !out.cut) {
		utf8proc_uint8_t bytes[4] = {(utf8proc_uint8_t)character};
		utf8proc_ssize_t count = 1;

		if (character >= 0x80) {
			count = utf8proc_encode_char((utf8proc_int32_t)character, bytes);
			ascii = false;
		}
		bot_text_add_bytes(&out, (const char *)bytes, (size_t)count);
	}
	if (out.cut || (ascii && out.used >= size))
		return false;
	if (!ascii)
		return compose(divided, plain, size);
	memcpy(plain, divided, out.used + 1);
	return true;
}

size_t bot_plain_read(const char *text, uint32_t *character)
{
	struct reader reader = {.rest = text};

	*character = read_next(&reader);
	return (size_t)(reader.rest - text);
}

const char *bot_plain_skip_space(const char *text)
{
	uint32_t character;
	size_t length;

	while ((length = bot_plain_read(text, &character)) > 0 && character == ' ')
		text += length;
	return text;
}

/* Whether text follows that may be skipped: white space after a sign, or after other white space */
static bool may_skip(uint32_t previous, uint32_t found, uint32_t wanted)
{
	return found == ' ' && wanted != ' ' && previous && !is_letter(previous) &&
	       !is_digit_of_any_script(previous);
}

/* Whether the texts begin with different visible ASCII: nearly always, and seen at once. */
static bool begin_differently(const char *text, const char *start)
{
	const struct reader folds = {.fold = UTF8PROC_CASEFOLD};
	uint32_t a = (unsigned char)*text, b = (unsigned char)*start;

	return a > ' ' && a <= '~' && b > ' ' && b <= '~' &&
	       fold_ascii(&folds, a) != fold_ascii(&folds, b);
}

const char *bot_plain_after(const char *text, const char *start)
{
	if (begin_differently(text, start))
		return NULL;
	struct reader found = {.rest = text, .fold = UTF8PROC_CASEFOLD};
	struct reader wanted = {.rest = start, .fold = UTF8PROC_CASEFOLD};
	uint32_t previous = 0, character;

	while ((character = read_next(&wanted))) {
		uint32_t other = read_next(&found);

		while (may_skip(previous, other, character))
			other = read_next(&found);
		if (other != character)
			return NULL;
		previous = character;
	}
	return found.next == found.count ? found.rest : NULL;
}

bool bot_plain_equal(const char *a, const char *b)
{
	const char *rest = bot_plain_after(a, b);
	uint32_t character;

	if (!rest)
		return false;
	bot_plain_read(rest, &character);
	return character == 0;
}
