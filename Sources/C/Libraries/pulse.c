#include "subdial-pulse.h"

SUBDIAL_DEFINE_LIBRARY(pulse, SUBDIAL_PULSE_FUNCTIONS, "libpulse.so.0")
