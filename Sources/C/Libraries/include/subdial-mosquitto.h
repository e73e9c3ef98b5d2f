#ifndef SUBDIAL_CMOSQUITTO_H
#define SUBDIAL_CMOSQUITTO_H

#include "loading.h"

#include <mosquitto.h>
#include <mqtt_protocol.h>

/// The functions of libmosquitto that are called.
#define SUBDIAL_MOSQUITTO_FUNCTIONS(F) \
    F(mosquitto, lib_init) F(mosquitto, new) F(mosquitto, destroy) F(mosquitto, threaded_set) F(mosquitto, int_option) \
    F(mosquitto, username_pw_set) F(mosquitto, will_set) F(mosquitto, tls_set) F(mosquitto, connect_v5_callback_set) \
    F(mosquitto, publish_v5_callback_set) F(mosquitto, subscribe_v5_callback_set) \
    F(mosquitto, unsubscribe_v5_callback_set) F(mosquitto, message_v5_callback_set) F(mosquitto, log_callback_set) \
    F(mosquitto, connect) F(mosquitto, disconnect) F(mosquitto, socket) F(mosquitto, want_write) \
    F(mosquitto, loop_read) F(mosquitto, loop_write) F(mosquitto, loop_misc) F(mosquitto, publish) \
    F(mosquitto, subscribe_v5) F(mosquitto, unsubscribe) F(mosquitto, strerror) F(mosquitto, reason_string) \
    F(mosquitto, connack_string)

SUBDIAL_DECLARE_LIBRARY(mosquitto, SUBDIAL_MOSQUITTO_FUNCTIONS)

#endif
