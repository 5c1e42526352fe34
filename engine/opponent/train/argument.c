#include "engine/opponent/train/argument.h"

#include <errno.h>
#include <stdlib.h>

bool argument_number(const char *text, uint64_t least, uint64_t *number)
{
	char *end;

	if (*text < '0' || *text > '9' || (*text == '0' && text[1] != '\0'))
		return false;
	errno = 0;
	*number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' && *number >= least;
}
