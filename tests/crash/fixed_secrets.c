/*
 * A library that replaces a function of libsodium (LD_PRELOAD). The secret of each match is always
 * the same, so two runs deal the same cards. Random data of other lengths, such as transaction ids,
 * stays random.
 */
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

#define SECRET 32 /* equal to EG_KEY in engine/deal/deal.h */

void randombytes_buf(void *buffer, size_t size);

void randombytes_buf(void *const buffer, const size_t size)
{
	char *bytes = buffer;
	size_t done = 0;

	if (size == SECRET) {
		memset(buffer, 'E', size);
		return;
	}
	while (done < size) {
		ssize_t more = getrandom(bytes + done, size - done, 0);

		done += more > 0 ? (size_t)more : 0;
	}
}
