#include "subdial-avahi.h"

// libavahi-client.so.3 needs libavahi-common.so.3, so that the functions of both are found.
SUBDIAL_DEFINE_LIBRARY(avahi, SUBDIAL_AVAHI_FUNCTIONS, "libavahi-client.so.3")
