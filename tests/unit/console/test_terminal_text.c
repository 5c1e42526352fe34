#include "adapters/console/terminal_text.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define STRONG     "\x01"
#define STRONG_END "\x02"
#define CODE       "\x03"
#define CODE_END   "\x04"
#define NONE       "\xef\xbf\xbd" /* U+FFFD */

static void assert_html(const char *html, const char *wanted)
{
	char *text = con_text_from_html(html);
	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

UNIT_TEST(test_break_begins_a_line)
{
	assert_html("", "");
	assert_html("one", "one");
	assert_html("one<br>two", "one\ntwo");
	assert_html("one<br><br>two<br>", "one\n\ntwo");
}

UNIT_TEST(test_white_space_is_one_space)
{
	assert_html("  one \n\t two  ", "one two");
	assert_html("a <strong>b</strong> c", "a " STRONG "b" STRONG_END " c");
	assert_html("a<strong> b </strong>c", "a" STRONG " b" STRONG_END " c");
	assert_html("<code>!eg</code>.", CODE "!eg" CODE_END ".");
}

UNIT_TEST(test_paragraph_has_its_own_lines)
{
	assert_html("You may:<p>+1<br>-2</p>", "You may:\n+1\n-2");
	assert_html("<p>a</p><p>b</p>c", "a\nb\nc");
}

UNIT_TEST(test_entity_becomes_its_character)
{
	assert_html("&lt;br&gt; &amp;amp; &quot;x&#39;&nbsp;y", "<br> &amp; \"x' y");
}

UNIT_TEST(test_other_tags_and_entities_stay)
{
	assert_html("<blink>x</blink> <BR> <br", "<blink>x</blink> <BR> <br");
	assert_html("1 < 2, <3 and <>", "1 < 2, <3 and <>");
	assert_html("& &; &unknown; &lt &#27;", "& &; &unknown; &lt &#27;");
}

UNIT_TEST(test_control_characters_are_replaced)
{
	assert_html("\x1b[31m\x07", NONE "[31m" NONE);
	assert_html("\x01\x05\x7f", NONE NONE NONE);
	assert_html("\xc2\x9b", NONE);
}

UNIT_TEST(test_invalid_utf8_is_replaced)
{
	assert_html("\xff\x80", NONE NONE);
	assert_html("\xc0\xaf", NONE NONE);                   /* overlong */
	assert_html("\xe0\x80\x80", NONE NONE NONE);          /* overlong */
	assert_html("\xed\xa0\x80", NONE NONE NONE);          /* a surrogate */
	assert_html("\xf4\x90\x80\x80", NONE NONE NONE NONE); /* beyond Unicode */
	assert_html("\xe2\x82", NONE NONE);                   /* cut off */
	/* a tag after an invalid byte has its effect: <br> makes a line end */
	assert_html("\xe2<br>x", NONE "\nx");
}

UNIT_TEST(test_link_shows_its_url)
{
	assert_html("see <a href=\"https://x/#t=a&amp;b\">the <strong>page</strong></a>: go",
		"see the \1page\2 (https://x/#t=a&b): go");
	assert_html("<a href=\"https://x/", "<a href=\"https://x/");
	assert_html("no link</a>", "no link</a>");
}

UNIT_TEST(test_plain_text_keeps_its_lines_and_nothing_else)
{
	char *text = con_text_from_plain("a <b>\n  c\t&amp;\x1b\xff\n");
	assert_non_null(text);
	assert_string_equal(text, "a <b>\n  c &amp;" NONE NONE);
	free(text);
}
