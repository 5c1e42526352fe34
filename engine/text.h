/* The text of records, for their reader, writer and replay. */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include "engine/engarde.h"

bool eg_text_is(struct eg_text text, const char *word);

/* Reads a text that is a decimal number from 0 to 65535, without leading zeros. */
bool eg_text_number(struct eg_text text, uint16_t *number);

/* Reads "white" or "black". */
bool eg_text_player(struct eg_text text, enum eg_seat *seat);

/* Whether the text can be the name of a tag. */
bool eg_text_tag_name(struct eg_text text);

/* Whether the byte is a control character, which a tag's value must not have. */
bool eg_text_control(char c);

#endif
