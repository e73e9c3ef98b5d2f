#include "subdial-taglib.h"

SUBDIAL_DEFINE_LIBRARY(taglib, SUBDIAL_TAGLIB_FUNCTIONS, "libsubdial-tags.so")
