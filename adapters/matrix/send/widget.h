/*
 * The widget of a room: a state event that makes apps such as Element show a page beside the chat.
 * https://github.com/matrix-org/matrix-spec-proposals/pull/1236
 *
 * Setting a room's state has no transaction id. If the bot repeats the request after a crash, the
 * state stays the same, so nobody sees a second widget.
 */
#ifndef MX_WIDGET_H
#define MX_WIDGET_H

#include "adapters/matrix/send/step.h"

/*
 * Builds the content of the state event, for the page with this URL. An empty URL removes the
 * widget. `me` is the bot's user id. Returns a new reference.
 */
json_t *mx_widget_content(const char *url, const char *me);

/* The step that sends the state event of a BOT_OUT_WIDGET row. */
extern const struct mx_step mx_step_widget;

#endif
