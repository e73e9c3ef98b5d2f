#ifndef SUBDIAL_CSYSTEMD_H
#define SUBDIAL_CSYSTEMD_H

#include "loading.h"

#include <systemd/sd-bus.h>

/// The functions of libsystemd that are called.
#define SUBDIAL_SYSTEMD_FUNCTIONS(F) \
    F(sd, bus_add_match_async) F(sd, bus_call_async) F(sd, bus_close_unref) F(sd, bus_get_events) F(sd, bus_get_fd) \
    F(sd, bus_get_timeout) F(sd, bus_message_append_basic) F(sd, bus_message_at_end) F(sd, bus_message_close_container) \
    F(sd, bus_message_enter_container) F(sd, bus_message_exit_container) F(sd, bus_message_get_error) \
    F(sd, bus_message_get_sender) F(sd, bus_message_new_method_call) F(sd, bus_message_open_container) \
    F(sd, bus_message_peek_type) F(sd, bus_message_read_basic) F(sd, bus_message_rewind) \
    F(sd, bus_message_set_auto_start) F(sd, bus_message_skip) F(sd, bus_message_unref) F(sd, bus_new) F(sd, bus_open_user) \
    F(sd, bus_process) F(sd, bus_set_address) F(sd, bus_set_bus_client) F(sd, bus_slot_unref) F(sd, bus_start) \
    F(sd, bus_unref)

SUBDIAL_DECLARE_LIBRARY(systemd, SUBDIAL_SYSTEMD_FUNCTIONS)

#endif
