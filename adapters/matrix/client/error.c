#include "adapters/matrix/client/error.h"

const char *mx_error_text(enum mx_error error)
{
	switch (error) {
	case MX_OK:
		return "no error";
	case MX_NO_MEMORY:
		return "out of memory";
	case MX_STORE_FAILED:
		return "the store can't be used";
	case MX_CANNOT_LISTEN:
		return "can't listen for the homeserver";
	case MX_BAD_CONFIG:
		return "the homeserver's address or the account is not right";
	case MX_LOGIN_REFUSED:
		return "the homeserver refuses the log-in";
	case MX_LOGGED_OUT:
		return "the homeserver has ended the session";
	case MX_NO_ANSWER:
		return "the homeserver does not answer as it should; try again later";
	case MX_INTERRUPTED:
		return "interrupted";
	}
	return "unknown error";
}
