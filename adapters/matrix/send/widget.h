/*
 * The widget of a room: a state event that makes apps such as Element show a page beside the chat.
 * https://github.com/matrix-org/matrix-spec-proposals/pull/1236
 */
#ifndef ADAPTERS_MATRIX_SEND_WIDGET_H
#define ADAPTERS_MATRIX_SEND_WIDGET_H

#include "bot/store/store.h"

#include <jansson.h>

#define MX_WIDGET_KEY      "engarde-"
#define MX_WIDGET_KEY_SIZE (sizeof(MX_WIDGET_KEY) + BOT_ID_SIZE)

/*
 * Writes the state key, which is the widget's id, and returns `key`. So a room has one widget of
 * this bot. `me` is the bot's user id. It is a part of the key, so that two bots in a room don't
 * replace each other's widgets. The key does not begin with the @: then nobody else could remove
 * the widget.
 */
const char *mx_widget_key(const char *me, char key[MX_WIDGET_KEY_SIZE]);

/*
 * Builds the content of the state event, for the page with this URL. An empty URL removes the
 * widget. `me` is the bot's user id. `avatar` is the mxc:// URI of the picture that apps show
 * beside the widget's name, or NULL. Returns a new reference.
 */
json_t *mx_widget_content(const char *url, const char *me, const char *avatar);

#endif
