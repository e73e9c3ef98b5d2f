#include "subdial-systemd.h"

SUBDIAL_DEFINE_LIBRARY(systemd, SUBDIAL_SYSTEMD_FUNCTIONS, "libsystemd.so.0")
