/* The opponents of the small game have no trained networks: all weights are zero. */
#include "engine/opponent/network.h"

const unsigned char eg_rows[(EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE] = {0};
const union eg_networks eg_networks = {{0}};
