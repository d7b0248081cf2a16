#include "CEpisodesProto.h"
