#include "adapters/matrix/receive/thread_list.h"

#include "adapters/matrix/client/json.h"

#define EVENTS_MOST 500 /* the oldest events give way to newer ones */

void mx_thread_list_add(json_t *list, const char *event, const char *thread)
{
	if (json_object_size(list) >= EVENTS_MOST)
		(void)json_object_del(list, json_object_iter_key(json_object_iter(list)));
	(void)json_object_set_new(list, event, json_string(thread));
}

const char *mx_thread_list_find(const json_t *list, const char *event)
{
	return mx_json_text(list, event);
}
