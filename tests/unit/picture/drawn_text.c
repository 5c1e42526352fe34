#define _GNU_SOURCE /* RTLD_NEXT */

#include "tests/unit/picture/drawn_text.h"
#include "tests/support/cmocka.h"

#include <dlfcn.h>
#include <pango/pangocairo.h>
#include <stdbool.h>
#include <stdio.h>

struct drawn_text drawn_text[DRAWN_TEXTS];
size_t drawn_texts_count;

void pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout)
{
	void (*show)(cairo_t * cr, PangoLayout * layout);
	struct drawn_text *text = &drawn_text[drawn_texts_count++];
	PangoRectangle extents;
	double x, y;

	assert_true(drawn_texts_count <= DRAWN_TEXTS);
	assert_false(pango_layout_is_ellipsized(layout));
	/* no boxes for letters that no font has */
	assert_int_equal(pango_layout_get_unknown_glyphs_count(layout), 0);
	assert_int_equal(pango_layout_get_height(layout), -1); /* no line is left out */
	snprintf(text->text, sizeof(text->text), "%s", pango_layout_get_text(layout));
	pango_layout_get_pixel_extents(layout, NULL, &extents);
	cairo_get_current_point(cr, &x, &y);
	text->left = x + extents.x;
	text->top = y + extents.y;
	text->right = text->left + extents.width;
	text->bottom = text->top + extents.height;
	text->font = pango_font_description_get_size(pango_layout_get_font_description(layout)) /
		     (double)PANGO_SCALE;
	*(void **)&show = dlsym(RTLD_NEXT, "pango_cairo_show_layout");
	show(cr, layout);
}

static bool overlap(const struct drawn_text *a, const struct drawn_text *b)
{
	return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

void drawn_text_assert_apart(double width, double height)
{
	for (size_t i = 0; i < drawn_texts_count; i++) {
		const struct drawn_text *text = &drawn_text[i];

		if (text->text[0] == '\0')
			continue;
		if (text->left < 0 || text->top < 0 || text->right > width || text->bottom > height)
			fail_msg("outside of the picture: %s", text->text);
		for (size_t j = 0; j < i; j++)
			if (drawn_text[j].text[0] && overlap(text, &drawn_text[j]))
				fail_msg("%s overlaps %s", text->text, drawn_text[j].text);
	}
}
