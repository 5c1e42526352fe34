/* Signs of the texts that are hard to tell from others, or to see, in the source. */
#ifndef BOT_TEXT_SIGNS_H
#define BOT_TEXT_SIGNS_H

#define BOT_NO_BREAK "\xC2\xA0"     /* U+00A0 NO-BREAK SPACE */
#define BOT_MINUS    "\xE2\x88\x92" /* U+2212 MINUS SIGN */

/* U+00B7 MIDDLE DOT: between the entries of a list. Screen readers pass over it. */
#define BOT_BETWEEN       " \xC2\xB7 "
#define BOT_BETWEEN_LINES BOT_NO_BREAK "\xC2\xB7 " /* on a phone, no line begins with the dot */

#endif
