#ifndef SUBDIAL_CCURL_H
#define SUBDIAL_CCURL_H

#include "loading.h"

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of libcurl that are called.
#define SUBDIAL_CURL_FUNCTIONS(F) \
    F(curl, global_init) F(curl, easy_init) F(curl, easy_cleanup) F(curl, easy_setopt) F(curl, easy_getinfo) \
    F(curl, easy_pause) F(curl, easy_strerror) F(curl, multi_init) F(curl, multi_cleanup) F(curl, multi_setopt) \
    F(curl, multi_add_handle) F(curl, multi_remove_handle) F(curl, multi_perform) F(curl, multi_poll) \
    F(curl, multi_wakeup) F(curl, multi_info_read) F(curl, slist_append) F(curl, slist_free_all) F(curl, url) \
    F(curl, url_cleanup) F(curl, url_set) F(curl, url_get) F(curl, free)

SUBDIAL_DECLARE_LIBRARY(curl, SUBDIAL_CURL_FUNCTIONS)

// curl's setters and getters are variadic, and some of its constants are expressions: Swift can use neither. Each function here is one
// of them with its types spelled out. They may be called after the library has been loaded.

/// Receives `size` × `count` bytes. What it returns is how many it took; any other number ends the transfer.
typedef size_t (*subdial_curl_sink)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

CURLcode subdial_curl_set_long(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode subdial_curl_set_offset(CURL *_Nonnull easy, CURLoption option, int64_t value);
/// curl copies the text.
CURLcode subdial_curl_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable text);
/// The list must live as long as the handle.
CURLcode subdial_curl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable list);
/// curl copies the bytes.
CURLcode subdial_curl_set_post_body(CURL *_Nonnull easy, const uint8_t *_Nullable bytes, size_t count);
/// The certificates of authorities in PEM form, in place of curl's file; those in its folder count too. curl copies the bytes.
CURLcode subdial_curl_set_authorities(CURL *_Nonnull easy, const uint8_t *_Nonnull bytes, size_t count);
/// The certificate and the key of the client in PEM form. curl copies the bytes.
CURLcode subdial_curl_set_certificate(
    CURL *_Nonnull easy, const uint8_t *_Nonnull certificate, size_t certificate_count, const uint8_t *_Nonnull key, size_t key_count);
CURLcode subdial_curl_set_body_sink(CURL *_Nonnull easy, subdial_curl_sink _Nonnull sink, void *_Nonnull context);
CURLcode subdial_curl_set_head_sink(CURL *_Nonnull easy, subdial_curl_sink _Nonnull sink, void *_Nonnull context);
/// `buffer` holds `CURL_ERROR_SIZE` bytes and lives as long as the handle.
CURLcode subdial_curl_set_error_buffer(CURL *_Nonnull easy, char *_Nonnull buffer);
/// `opener` makes the socket of each connection, or refuses to by `subdial_curl_no_socket`.
CURLcode subdial_curl_set_socket_opener(CURL *_Nonnull easy, curl_opensocket_callback _Nonnull opener, void *_Nonnull context);
/// The value by which an opener refuses a connection.
curl_socket_t subdial_curl_no_socket(void);
/// Nothing but http and https, for the request and for whatever it is redirected to.
CURLcode subdial_curl_allow_web_only(CURL *_Nonnull easy);
/// Lets a handle go at once while its host name is still being looked up, where this curl can.
CURLcode subdial_curl_leave_quickly(CURL *_Nonnull easy);

CURLcode subdial_curl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode subdial_curl_get_offset(CURL *_Nonnull easy, CURLINFO info, int64_t *_Nonnull value);
CURLcode subdial_curl_get_text(CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull text);

CURLMcode subdial_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value);
/// The next transfer that has ended, and how; nil when there is none.
CURL *_Nullable subdial_curl_next_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull result);
/// Lets a paused transfer go on.
CURLcode subdial_curl_resume(CURL *_Nonnull easy);

/// What a sink returns so that curl keeps the bytes and offers them again later.
static inline size_t subdial_curl_pause(void) {
    return CURL_WRITEFUNC_PAUSE;
}

#endif
