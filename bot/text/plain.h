/*
 * The plain form of what people type: the one place that makes text of different keyboards equal.
 *
 * Keyboards, input methods and chat clients replace characters: a phone makes an em dash of two
 * hyphens, a Japanese keyboard types full-width digits, copied text brings no-break spaces and
 * invisible marks. The plain form undoes this. It is the form NFKC of Unicode, and in addition
 *
 * - each kind of white space is a space, also a space of no width;
 * - characters that nobody sees are left out, such as soft hyphens and byte order marks;
 * - dashes, quotation marks, multiplication signs, and the emoji of signs are ASCII characters;
 * - decimal digits of every script are ASCII digits, and so are digits and letters in circles;
 * - a superscript after a letter or a digit stays as it is, because 5² is not 52; and so do Roman
 *   numerals, because their letters would be letters of choices.
 *
 * The plain form keeps capital letters, because user ids have them. The functions that compare
 * ignore the case of letters.
 */
#ifndef BOT_TEXT_PLAIN_H
#define BOT_TEXT_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Characters */

/*
 * Reads the first character of a NUL-terminated UTF-8 string and returns how many bytes it has. An
 * invalid byte is read as U+FFFD and has length 1. At the string's end the character is 0 and the
 * length is 0.
 */
size_t bot_char_read(const char *string, uint32_t *character);

/*
 * Removes the accents and strokes of a character. Returns the lower-case ASCII letter or the digit
 * that remains, or '\0' if no letter or digit remains.
 */
char bot_char_base(uint32_t character);

/* Whether the character is white space of any width, a line end or a tab. */
bool bot_char_is_space(uint32_t character);

/* Whether nobody sees the character, and it is no white space. */
bool bot_char_is_invisible(uint32_t character);

/* Whether the character is neither a letter, a digit, a diacritic nor white space. */
bool bot_char_is_sign(uint32_t character);

/* Returns how many columns the character takes in a monospaced font: 0, 1 or 2. */
unsigned bot_char_width(uint32_t character);

/* Whether the character changes the direction of the text (the property Bidi_Control). */
bool bot_char_is_bidi_control(uint32_t character);

/* Text */

/*
 * Writes the plain form of a text to `plain`, which has `size` bytes. An invalid byte becomes
 * U+FFFD. Returns false if the plain form does not fit, or if the text is more than eight times as
 * long, so that it consists of invisible characters; `plain` is then empty.
 */
bool bot_plain_write(const char *text, char *plain, size_t size);

/*
 * Reads the first character of the text's plain form, and returns how many bytes of `text` it comes
 * from, together with the invisible characters before it. At the end of the text the character
 * is 0.
 */
size_t bot_plain_read(const char *text, uint32_t *character);

/* Returns the part of a text after the white space at its beginning. */
const char *bot_plain_skip_space(const char *text);

/*
 * If the plain form of the text begins with the plain form of `start`, in any case, returns the
 * part of the text after it. Otherwise returns NULL. The text may have white space after a sign of
 * `start`, because some keyboards add it: "! eg" begins with "!eg".
 */
const char *bot_plain_after(const char *text, const char *start);

/* Whether two texts have the same plain form, in any case. */
bool bot_plain_equal(const char *a, const char *b);

#endif
