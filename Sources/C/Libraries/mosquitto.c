#include "subdial-mosquitto.h"

SUBDIAL_DEFINE_LIBRARY(mosquitto, SUBDIAL_MOSQUITTO_FUNCTIONS, "libmosquitto.so.1")
