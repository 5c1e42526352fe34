/* What the host may ask of Matrix: the functions of struct bot_port. */
#ifndef ADAPTERS_MATRIX_PORT_H
#define ADAPTERS_MATRIX_PORT_H

#include "adapters/matrix/adapter.h"

/* Returns the host's port. The adapter owns it, and sets the names later, when it knows them. */
struct bot_port mx_port(struct mx_adapter *adapter);

#endif
