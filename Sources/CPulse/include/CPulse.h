#ifndef SUBDIAL_CPULSE_H
#define SUBDIAL_CPULSE_H

#include <pulse/pulseaudio.h>

/// The functions of libpulse that are called, without their `pa_`.
#define SUBDIAL_PULSE_FUNCTIONS(F) \
    F(threaded_mainloop_new) F(threaded_mainloop_start) F(threaded_mainloop_stop) F(threaded_mainloop_free) \
    F(threaded_mainloop_lock) F(threaded_mainloop_unlock) F(threaded_mainloop_get_api) F(context_new_with_proplist) \
    F(context_connect) F(context_disconnect) F(context_unref) F(context_get_state) F(context_errno) \
    F(context_set_state_callback) F(context_set_subscribe_callback) F(context_subscribe) F(context_get_server_info) \
    F(context_get_sink_info_list) F(context_get_source_info_list) F(context_get_sink_input_info_list) \
    F(context_get_source_output_info_list) F(context_set_sink_volume_by_name) F(context_set_sink_mute_by_name) \
    F(context_set_source_volume_by_name) F(context_set_source_mute_by_name) F(context_set_sink_input_volume) \
    F(context_set_sink_input_mute) F(context_set_source_output_volume) F(context_set_source_output_mute) \
    F(context_set_default_sink) F(context_set_default_source) F(context_move_sink_input_by_name) \
    F(context_move_source_output_by_name) F(cvolume_scale) F(cvolume_max) F(operation_unref) F(proplist_new) \
    F(proplist_free) F(proplist_sets) F(proplist_gets) F(strerror) F(stream_new) F(stream_set_state_callback) \
    F(stream_set_read_callback) F(stream_set_monitor_stream) F(stream_connect_record) F(stream_get_state) F(stream_peek) \
    F(stream_drop) F(stream_readable_size) F(stream_disconnect) F(stream_unref)

/// libpulse's functions, found when they are first needed: the library brings a score of others with it, which would slow each start.
typedef struct {
#define SUBDIAL_PULSE_FUNCTION(name) __typeof__(pa_##name) *name;
    SUBDIAL_PULSE_FUNCTIONS(SUBDIAL_PULSE_FUNCTION)
#undef SUBDIAL_PULSE_FUNCTION
} subdial_pulse_functions;

/// The functions; NULL where the library is not installed.
const subdial_pulse_functions *subdial_pulse(void);

#endif
