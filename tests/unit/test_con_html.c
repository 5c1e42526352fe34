#include "adapters/console/html.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STRONG     "\x01"
#define STRONG_END "\x02"
#define CODE       "\x03"
#define CODE_END   "\x04"
#define PRE        "\x05"
#define PRE_END    "\x06"
#define NONE       "\xef\xbf\xbd" /* U+FFFD */

static void assert_html(const char *html, const char *wanted)
{
	char *text = con_html_text(html);
	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

static void test_paragraphs_and_breaks_begin_lines(void **state)
{
	(void)state;
	assert_html("", "");
	assert_html("one", "one");
	assert_html("<p>one</p><p>two</p>", "one\ntwo");
	assert_html("<p>one<br>two<br/>three</p>", "one\ntwo\nthree");
	assert_html("one<br><br>two<br>", "one\n\ntwo");
	assert_html("before<p>one</p>after", "before\none\nafter");
}

static void test_white_space_is_one_space_except_in_pre(void **state)
{
	(void)state;
	assert_html("  one \n\t two  ", "one two");
	assert_html("<p> one </p>\n<p> two </p>", "one\ntwo");
	assert_html("<pre>\n 1  2\n\n3\t4</pre>", PRE " 1  2\n\n3 4" PRE_END);
	assert_html("a <strong>b</strong> c", "a " STRONG "b" STRONG_END " c");
	assert_html("a<strong> b </strong>c", "a" STRONG " b" STRONG_END " c");
}

static void test_styles_are_marked_once(void **state)
{
	(void)state;
	assert_html("<b><strong>x</strong></b>", STRONG "x" STRONG_END);
	assert_html("<pre><code>x</code></pre>", PRE "x" PRE_END);
	assert_html("<code>!eg</code>.", CODE "!eg" CODE_END ".");
}

static void test_list_is_numbered(void **state)
{
	(void)state;
	assert_html("<p>You may:</p><ol><li>+1</li><li>-2</li></ol>", "You may:\n 1. +1\n 2. -2");
	assert_html("<ol><li>a</li></ol><ol><li>b</li></ol>", " 1. a\n 1. b");
	assert_html("<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>", " 1. a\n     1. b\n 2. c");
	assert_html("<ol><li>1<li>2<li>3<li>4<li>5<li>6<li>7<li>8<li>9<li>x</ol>",
		" 1. 1\n 2. 2\n 3. 3\n 4. 4\n 5. 5\n 6. 6\n 7. 7\n 8. 8\n 9. 9\n10. x");
}

static void test_entities_are_characters(void **state)
{
	(void)state;
	assert_html("&lt;b&gt; &amp;amp; &quot;x&apos;", "<b> &amp; \"x'");
	assert_html("&#65;&#x42;&#xe9;&#x20AC;&#x1F93A;", "AB\xc3\xa9\xe2\x82\xac\xf0\x9f\xa4\xba");
	assert_html("a&nbsp;b", "a\xc2\xa0"
				"b");
	assert_html("& &; &unknown; &lt &#; &#x; &#65", "& &; &unknown; &lt &#; &#x; &#65");
}

static void test_nothing_steers_the_terminal(void **state)
{
	(void)state;
	assert_html("\x1b[31m\x07", NONE "[31m" NONE);
	assert_html("\x01\x05", NONE NONE);
	assert_html("&#27;[2J&#x9b;&#0;&#127;", NONE "[2J" NONE NONE NONE);
	assert_html("\xc2\x9b", NONE);
	assert_html("&#xd800;&#x110000;&#99999999999;", NONE NONE NONE);
}

static void test_invalid_utf8_is_replaced(void **state)
{
	(void)state;
	assert_html("\xff\x80", NONE NONE);
	assert_html("\xc0\xaf", NONE NONE);                      /* overlong */
	assert_html("\xe0\x80\x80", NONE NONE NONE);             /* overlong */
	assert_html("\xed\xa0\x80", NONE);                       /* a surrogate */
	assert_html("\xf4\x90\x80\x80", NONE);                   /* beyond Unicode */
	assert_html("\xe2\x82", NONE NONE);                      /* cut off */
	assert_html("\xe2<b>x</b>", NONE STRONG "x" STRONG_END); /* a tag is not swallowed */
}

static void test_unbalanced_tags_are_ended(void **state)
{
	(void)state;
	assert_html("<strong>x", STRONG "x" STRONG_END);
	assert_html("</strong></code></pre></ol></li></p>x", "x");
	assert_html("<code><pre>x", CODE PRE "x" CODE_END PRE_END);
	assert_html("<li>x</li>", "x");
	assert_html("<strong>a<p>b</p></strong>c", STRONG "a\nb\n" STRONG_END "c");
}

static void test_unknown_tags_leave_their_content(void **state)
{
	(void)state;
	assert_html("<blink a='>' b=\">\">x</blink><STRONG>y</STRONG>", "x" STRONG "y" STRONG_END);
	assert_html("<strongest>x</strongest>", "x");
	assert_html("a<!-- <strong> -->b", "ab");
	assert_html("a<!-- no end", "a");
	assert_html("a<b", "a");
	assert_html("a<strong title=\"no end", "a");
	assert_html("1 < 2, <3 and <>", "1 < 2, <3 and <>");
}

static void test_depth_is_no_matter(void **state)
{
	(void)state;
	enum { DEPTH = 20000 };
	static const char tags[] = "<ol><li>";
	char *html = malloc(DEPTH * strlen(tags) + 2);
	assert_non_null(html);
	char *end = html;
	for (size_t i = 0; i < DEPTH; i++)
		end = stpcpy(end, tags);
	stpcpy(end, "x");
	char *text = con_html_text(html);
	assert_non_null(text);
	assert_string_equal(text + strlen(text) - 3, ". x");
	free(text);
	free(html);
}

static void test_plain_text_keeps_its_lines_and_nothing_else(void **state)
{
	(void)state;
	char *text = con_plain_text("a <b>\n  c\t&amp;\x1b\xff\n");
	assert_non_null(text);
	assert_string_equal(text, "a <b>\n  c &amp;" NONE NONE);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paragraphs_and_breaks_begin_lines),
		cmocka_unit_test(test_white_space_is_one_space_except_in_pre),
		cmocka_unit_test(test_styles_are_marked_once),
		cmocka_unit_test(test_list_is_numbered),
		cmocka_unit_test(test_entities_are_characters),
		cmocka_unit_test(test_nothing_steers_the_terminal),
		cmocka_unit_test(test_invalid_utf8_is_replaced),
		cmocka_unit_test(test_unbalanced_tags_are_ended),
		cmocka_unit_test(test_unknown_tags_leave_their_content),
		cmocka_unit_test(test_depth_is_no_matter),
		cmocka_unit_test(test_plain_text_keeps_its_lines_and_nothing_else),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
