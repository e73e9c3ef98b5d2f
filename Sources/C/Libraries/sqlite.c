#include "subdial-sqlite.h"

SUBDIAL_DEFINE_LIBRARY(sqlite, SUBDIAL_SQLITE_FUNCTIONS, "libsqlite3.so.0")
