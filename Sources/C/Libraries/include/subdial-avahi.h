#ifndef SUBDIAL_CAVAHI_H
#define SUBDIAL_CAVAHI_H

#include "loading.h"

#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-common/address.h>
#include <avahi-common/error.h>
#include <avahi-common/simple-watch.h>
#include <avahi-common/strlst.h>

/// The functions of libavahi-client and libavahi-common that are called.
#define SUBDIAL_AVAHI_FUNCTIONS(F) \
    F(avahi, simple_poll_new) F(avahi, simple_poll_get) F(avahi, simple_poll_iterate) F(avahi, simple_poll_free) \
    F(avahi, client_new) F(avahi, client_errno) F(avahi, client_free) F(avahi, service_browser_new) \
    F(avahi, service_resolver_new) F(avahi, service_resolver_free) F(avahi, strerror) F(avahi, string_list_get_next) \
    F(avahi, string_list_get_text) F(avahi, string_list_get_size)

SUBDIAL_DECLARE_LIBRARY(avahi, SUBDIAL_AVAHI_FUNCTIONS)

#endif
