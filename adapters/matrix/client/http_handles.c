#include "adapters/matrix/client/http_handles.h"

#include "adapters/matrix/client/url.h"
#include "bot/base/memory.h"

#include <stdlib.h>

#define CONNECT_TIMEOUT 10000L /* milliseconds */

void mx_http_handles_init(struct mx_http_handles *handles)
{
	*handles = (struct mx_http_handles){
		.multi = bot_memory_or_exit(curl_multi_init()), .no_proxy = mx_url_no_proxy()};
	curl_multi_setopt(
		handles->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)MX_HTTP_CONNECTIONS);
}

void mx_http_handles_finish(struct mx_http_handles *handles)
{
	while (handles->idle_count > 0)
		curl_easy_cleanup(handles->idle[--handles->idle_count]);
	curl_multi_cleanup(handles->multi);
	free(handles->no_proxy);
}

CURL *mx_http_handles_take(struct mx_http_handles *handles)
{
	CURL *curl = handles->idle_count > 0 ? handles->idle[--handles->idle_count]
					     : bot_memory_or_exit(curl_easy_init());

	/* mx_url_check has allowed plain HTTP to this machine only. */
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, handles->no_proxy);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_TIMEOUT);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "engarde-bot");
	return curl;
}

void mx_http_handles_put(struct mx_http_handles *handles, CURL *curl)
{
	curl_multi_remove_handle(handles->multi, curl);
	if (handles->idle_count == MX_HTTP_CONNECTIONS) {
		curl_easy_cleanup(curl);
		return;
	}
	curl_easy_reset(curl);
	handles->idle[handles->idle_count++] = curl;
}
