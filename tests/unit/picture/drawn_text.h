/*
 * The texts of a picture. A test's program exports a function of Pango, which the module that draws
 * then calls in place of Pango's own: so the test sees each text.
 */
#ifndef TESTS_UNIT_PICTURE_DRAWN_TEXT_H
#define TESTS_UNIT_PICTURE_DRAWN_TEXT_H

#include <stddef.h>

#define DRAWN_TEXTS 2048

/* The texts since the test has set the count to 0. */
extern struct drawn_text {
	char text[1024];
	double left, top, right, bottom;
	double font; /* its size in pixels */
} drawn_text[DRAWN_TEXTS];
extern size_t drawn_texts_count;

/* Asserts that all texts are whole, apart, and in a picture of this size. */
void drawn_text_assert_apart(double width, double height);

#endif
