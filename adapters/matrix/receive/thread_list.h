/*
 * Which commands stand in which threads. An edit does not say in which thread the edited message
 * is, so the bot remembers this of the last commands in threads, to answer their edits there. After
 * a restart it answers such an edit outside of the thread.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_THREAD_LIST_H
#define ADAPTERS_MATRIX_RECEIVE_THREAD_LIST_H

#include <jansson.h>

/* Notes that the event is in the thread that begins with the event `thread`. */
void mx_thread_list_add(json_t *list, const char *event, const char *thread);

/*
 * Returns the first event of the thread in which an event is, borrowed from the list, or NULL if
 * the list does not have the event. The text lives until the next call of mx_thread_list_add.
 */
const char *mx_thread_list_find(const json_t *list, const char *event);

#endif
