/*
 * The picture for the bot's profile, a PNG. It is part of the program, so that an adapter need not
 * load the module that draws. tests/unit/picture/test_picture.c made it with the shapes of the
 * boards, and checks that it still looks like them.
 */
#ifndef BOT_PICTURE_AVATAR_H
#define BOT_PICTURE_AVATAR_H

#include <stddef.h>

extern const unsigned char bot_avatar[];
extern const size_t bot_avatar_size;

#endif
