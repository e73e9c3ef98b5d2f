#ifndef SUBDIAL_CPULSE_H
#define SUBDIAL_CPULSE_H

#include "loading.h"

// Avahi and PulseAudio have a header with the same name and guard.
#undef fooerrorhfoo
#include <pulse/pulseaudio.h>

/// The functions of libpulse that are called.
#define SUBDIAL_PULSE_FUNCTIONS(F) \
    F(pa, threaded_mainloop_new) F(pa, threaded_mainloop_start) F(pa, threaded_mainloop_stop) \
    F(pa, threaded_mainloop_free) F(pa, threaded_mainloop_lock) F(pa, threaded_mainloop_unlock) \
    F(pa, threaded_mainloop_get_api) F(pa, context_new_with_proplist) F(pa, context_connect) F(pa, context_disconnect) \
    F(pa, context_unref) F(pa, context_get_state) F(pa, context_errno) F(pa, context_set_state_callback) \
    F(pa, context_set_subscribe_callback) F(pa, context_subscribe) F(pa, context_get_server_info) \
    F(pa, context_get_sink_info_list) F(pa, context_get_source_info_list) F(pa, context_get_sink_input_info_list) \
    F(pa, context_get_source_output_info_list) F(pa, context_set_sink_volume_by_name) \
    F(pa, context_set_sink_mute_by_name) F(pa, context_set_source_volume_by_name) \
    F(pa, context_set_source_mute_by_name) F(pa, context_set_sink_input_volume) F(pa, context_set_sink_input_mute) \
    F(pa, context_set_source_output_volume) F(pa, context_set_source_output_mute) F(pa, context_set_default_sink) \
    F(pa, context_set_default_source) F(pa, context_move_sink_input_by_name) F(pa, context_move_source_output_by_name) \
    F(pa, cvolume_scale) F(pa, cvolume_max) F(pa, operation_unref) F(pa, proplist_new) F(pa, proplist_free) \
    F(pa, proplist_sets) F(pa, proplist_gets) F(pa, strerror) F(pa, stream_new) F(pa, stream_set_state_callback) \
    F(pa, stream_set_read_callback) F(pa, stream_set_monitor_stream) F(pa, stream_connect_record) \
    F(pa, stream_get_state) F(pa, stream_peek) F(pa, stream_drop) F(pa, stream_readable_size) F(pa, stream_disconnect) \
    F(pa, stream_unref)

SUBDIAL_DECLARE_LIBRARY(pulse, SUBDIAL_PULSE_FUNCTIONS)

#endif
