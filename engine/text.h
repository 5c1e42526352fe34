/* What the record's reader, writer and replay share about text. */
#ifndef ENGARDE_TEXT_H
#define ENGARDE_TEXT_H

#include "engine/engarde.h"

bool eg_text_is(struct eg_text text, const char *word);

/* A decimal number from 0 to 65535 without leading zeros, all of the text. */
bool eg_text_number(struct eg_text text, uint16_t *number);

/* White or Black, by name. */
bool eg_text_player(struct eg_text text, enum eg_seat *seat);

bool eg_text_tag_name(struct eg_text text);

/* Control characters have no place in a tag's value. */
bool eg_text_control(char c);

#endif
