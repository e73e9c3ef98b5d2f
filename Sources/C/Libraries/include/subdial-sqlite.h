#ifndef SUBDIAL_CSQLITE_H
#define SUBDIAL_CSQLITE_H

#include "loading.h"

#include <sqlite3.h>

/// The functions of SQLite that are called.
#define SUBDIAL_SQLITE_FUNCTIONS(F) \
    F(sqlite3, backup_finish) F(sqlite3, backup_init) F(sqlite3, backup_step) F(sqlite3, bind_double) F(sqlite3, bind_int64) \
    F(sqlite3, bind_null) F(sqlite3, bind_text) F(sqlite3, busy_timeout) F(sqlite3, changes64) F(sqlite3, close_v2) \
    F(sqlite3, column_blob) F(sqlite3, column_bytes) F(sqlite3, column_double) F(sqlite3, column_text) \
    F(sqlite3, column_type) F(sqlite3, errcode) F(sqlite3, errmsg) F(sqlite3, errstr) F(sqlite3, finalize) \
    F(sqlite3, last_insert_rowid) F(sqlite3, open_v2) F(sqlite3, prepare_v2) F(sqlite3, progress_handler) F(sqlite3, step)

SUBDIAL_DECLARE_LIBRARY(sqlite, SUBDIAL_SQLITE_FUNCTIONS)

#endif
