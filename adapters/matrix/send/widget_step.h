/*
 * The step that sets a room's widget (widget.h).
 *
 * Setting a room's state has no transaction id. If the bot repeats the request after a crash, the
 * state stays the same, so nobody sees a second widget.
 */
#ifndef ADAPTERS_MATRIX_SEND_WIDGET_STEP_H
#define ADAPTERS_MATRIX_SEND_WIDGET_STEP_H

#include "adapters/matrix/send/step.h"

/* Sends the state event of a BOT_OUT_WIDGET row, and tells the host the result. */
extern const struct mx_step mx_step_widget;

#endif
