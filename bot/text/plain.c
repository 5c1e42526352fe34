#include "bot/text/plain.h"

#include "bot/base/utf8.h"
#include "bot/text/page.h"
#include "bot/text/typography.h"

#include <string.h>

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#define PARTS_MOST 32 /* more than any character consists of */

/* Characters */

static bool is_ascii(char byte)
{
	return (unsigned char)byte < 0x80;
}

size_t bot_char_read(const char *string, uint32_t *character)
{
	*character = (unsigned char)*string;
	if (is_ascii(*string)) /* nearly always */
		return *string ? 1 : 0;
	size_t length = bot_utf8_read(string, strnlen(string, BOT_UTF8_SIZE), character);

	if (length == 0)
		*character = 0xFFFD;
	return length > 0 ? length : 1;
}

/* Whether the category of a character is one of a set, such as U_GC_L_MASK, the letters. */
static bool is_of(uint32_t character, uint32_t categories)
{
	return U_GET_GC_MASK((UChar32)character) & categories;
}

/*
 * Writes what a character consists of, in the normalization form NFD or NFKD, without case if
 * `folds` is true. Returns the length.
 */
static int32_t decompose(
	uint32_t character, const UNormalizer2 *form, bool folds, UChar32 parts[PARTS_MOST])
{
	UChar text[PARTS_MOST], other[PARTS_MOST];
	UErrorCode error = U_ZERO_ERROR;
	int32_t length;

	parts[0] = (UChar32)character;
	u_strFromUTF32(text, PARTS_MOST, &length, parts, 1, &error);
	length = unorm2_normalize(form, text, length, other, PARTS_MOST, &error);
	if (folds) {
		length =
			u_strFoldCase(text, PARTS_MOST, other, length, U_FOLD_CASE_DEFAULT, &error);
		length = unorm2_normalize(form, text, length, other, PARTS_MOST, &error);
	}
	u_strToUTF32(parts, PARTS_MOST, &length, other, length, &error);
	return U_SUCCESS(error) ? length : 0;
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
	{0xDF, 's'}, {0x1E9E, 's'},                             /* sharp s */
};

static uint32_t fold_ascii(uint32_t character)
{
	return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

/* Returns the small letter or the digit that a character is, or '\0' if it is neither. */
static char ascii_base(uint32_t character)
{
	character = fold_ascii(character);
	if ((character >= 'a' && character <= 'z') || (character >= '0' && character <= '9'))
		return (char)character;
	return '\0';
}

char bot_char_base(uint32_t character)
{
	UChar parts[PARTS_MOST];
	UErrorCode error = U_ZERO_ERROR;

	if (character < 0x80)
		return ascii_base(character);
	for (size_t i = 0; i < sizeof(undivided) / sizeof(undivided[0]); i++)
		if (character == undivided[i].character)
			return undivided[i].base;
	if (unorm2_getDecomposition(unorm2_getNFDInstance(&error), (UChar32)character, parts,
		    PARTS_MOST, &error) > 0)
		character = parts[0];
	return ascii_base((uint32_t)u_foldCase((UChar32)character, U_FOLD_CASE_DEFAULT));
}

static bool is_digit_of_any_script(uint32_t character)
{
	return is_of(character, U_GC_ND_MASK);
}

bool bot_char_is_space(uint32_t character)
{
	/* U+200B is a space of no width, and U+2800 a Braille pattern without dots. */
	return is_of(character, U_GC_Z_MASK) || (character >= '\t' && character <= '\r') ||
	       character == 0x85 || character == 0x200B || character == 0x2800;
}

/* U+FFFC stands for a picture or a file that the client has left out. */
bool bot_char_is_invisible(uint32_t character)
{
	return !bot_char_is_space(character) &&
	       (character == 0xFFFC ||
		       u_hasBinaryProperty((UChar32)character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT));
}

bool bot_char_is_sign(uint32_t character)
{
	return !bot_char_is_space(character) &&
	       !is_of(character, U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK);
}

bool bot_char_is_bidi_control(uint32_t character)
{
	return u_hasBinaryProperty((UChar32)character, UCHAR_BIDI_CONTROL);
}

unsigned bot_char_width(uint32_t character)
{
	if (is_of(character, U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK | U_GC_CC_MASK))
		return 0;
	int32_t width = u_getIntPropertyValue((UChar32)character, UCHAR_EAST_ASIAN_WIDTH);
	return width == U_EA_FULLWIDTH || width == U_EA_WIDE ? 2 : 1;
}

/* One character of a text */

/* A wavy dash is no minus sign: it means "from … to", or makes a sound long. */
static bool is_dash(uint32_t character)
{
	return is_of(character, U_GC_PD_MASK) && character != 0x301C && character != 0x3030;
}

/* Reads a text in its plain form, but with each letter apart from its diacritics. */
struct reader {
	const char *rest;          /* what has not been read */
	uint32_t previous;         /* the last plain character, or 0 */
	bool folds;                /* makes capital letters small */
	size_t count, next;        /* of part[] */
	uint32_t part[PARTS_MOST]; /* the plain characters of the last character of the text */
};

static void add_ascii(struct reader *reader, const char *meant)
{
	for (; *meant; meant++)
		reader->part[reader->count++] = (unsigned char)*meant;
}

/* Adds what replaces a character. Returns false if nothing replaces it. */
static bool substitute(struct reader *reader, uint32_t character)
{
	char meant[BOT_TYPOGRAPHY_SIZE];

	if (bot_typography_replace(character, meant)) {
		add_ascii(reader, meant);
		return true;
	}
	if (bot_char_is_space(character))
		add_ascii(reader, " ");
	else if (character >= 0x1F3FB && character <= 0x1F3FF)
		return true; /* the skin tone of an emoji */
	else if (is_dash(character))
		add_ascii(reader, "-");
	else if (is_digit_of_any_script(character))
		reader->part[reader->count++] =
			'0' + (uint32_t)u_charDigitValue((UChar32)character);
	else
		return bot_char_is_invisible(character);
	return true;
}

static bool is_letter(uint32_t character)
{
	return is_of(character, U_GC_L_MASK);
}

/*
 * Whether a raised or lowered character says something about what stands before it, as in "5²", or
 * is an abbreviation, such as the raised a of ordinal numbers. But the 2 of "+²" is a slip.
 */
static bool is_raised(const struct reader *reader, uint32_t character)
{
	int32_t type = u_getIntPropertyValue((UChar32)character, UCHAR_DECOMPOSITION_TYPE);

	return (type == U_DT_SUPER || type == U_DT_SUB || type == U_DT_FRACTION) &&
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
	/* a mark is that of a voiced kana */
	bool follows_letter = is_of(reader->previous, U_GC_L_MASK | U_GC_MN_MASK);

	return (character == 0x30FC || character == 0xFF70) && !follows_letter;
}

/* Whether the character is ASCII and visible, or a space. Its plain form is the character. */
static bool is_plain_ascii(uint32_t character)
{
	return character >= ' ' && character <= '~';
}

/* Fills part[] with the plain characters of one character of the text; there may be none. */
static void divide(struct reader *reader, uint32_t character)
{
	UChar32 parts[PARTS_MOST];
	UErrorCode error = U_ZERO_ERROR;

	reader->count = reader->next = 0;
	if (is_plain_ascii(character)) { /* nearly always, and the tables have none of these */
		reader->part[reader->count++] = reader->folds ? fold_ascii(character) : character;
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
	int32_t count = decompose(character, unorm2_getNFKDInstance(&error), reader->folds, parts);
	for (int32_t i = 0; i < count; i++)
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
	UChar wide[1024], composed[1024];
	UErrorCode error = U_ZERO_ERROR;
	const UNormalizer2 *form = unorm2_getNFCInstance(&error);
	int32_t length;

	u_strFromUTF8(wide, 1024, &length, divided, -1, &error);
	length = unorm2_normalize(form, wide, length, composed, 1024, &error);
	u_strToUTF8(plain, (int32_t)size - 1, &length, composed, length, &error);
	plain[U_SUCCESS(error) ? length : 0] = '\0';
	return U_SUCCESS(error);
}

bool bot_plain_write(const char *text, char *plain, size_t size)
{
	struct reader reader = {.rest = text};
	char divided[3072];
	uint32_t character;
	bool ascii = true;

	plain[0] = '\0';
	if (strnlen(text, 8 * size + 1) > 8 * size)
		return false;
	struct bot_text out = bot_text_in(divided, sizeof(divided));
	while ((character = read_next(&reader)) && !out.cut) {
		char bytes[BOT_UTF8_SIZE];
		size_t count = bot_utf8_write(character, bytes);

		ascii = ascii && character < 0x80;
		bot_text_add_bytes(&out, bytes, count);
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
	*character = (unsigned char)*text;
	if (is_plain_ascii(*character))
		return 1;
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

static bool is_visible_ascii(char byte)
{
	return byte > ' ' && byte <= '~';
}

const char *bot_plain_after(const char *text, const char *start)
{
	uint32_t previous = 0, character;

	/* Visible ASCII is compared at once. The rest of both texts is read in its plain form. */
	while (is_visible_ascii(*text) && is_visible_ascii(*start)) {
		previous = fold_ascii((unsigned char)*start);
		if (fold_ascii((unsigned char)*text++) != previous)
			return NULL;
		start++;
	}
	struct reader found = {.rest = text, .folds = true, .previous = previous};
	struct reader wanted = {.rest = start, .folds = true, .previous = previous};

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
