#include "subdial-curl.h"

SUBDIAL_DEFINE_LIBRARY(curl, SUBDIAL_CURL_FUNCTIONS, "libcurl.so.4")

CURLcode subdial_curl_set_long(CURL *easy, CURLoption option, long value) {
    return functions.easy_setopt(easy, option, value);
}

CURLcode subdial_curl_set_offset(CURL *easy, CURLoption option, int64_t value) {
    return functions.easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode subdial_curl_set_text(CURL *easy, CURLoption option, const char *text) {
    return functions.easy_setopt(easy, option, text);
}

CURLcode subdial_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return functions.easy_setopt(easy, option, list);
}

CURLcode subdial_curl_set_post_body(CURL *easy, const uint8_t *bytes, size_t count) {
    CURLcode result = functions.easy_setopt(easy, CURLOPT_POST, 1L);
    if (result != CURLE_OK) return result;
    result = functions.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (result != CURLE_OK) return result;
    return functions.easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count > 0 ? (const char *)bytes : "");
}

CURLcode subdial_curl_set_authorities(CURL *easy, const uint8_t *bytes, size_t count) {
#if LIBCURL_VERSION_NUM >= 0x074d00
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return functions.easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
#else
    (void)easy, (void)bytes, (void)count;
    return CURLE_UNKNOWN_OPTION;
#endif
}

CURLcode subdial_curl_set_certificate(
    CURL *easy, const uint8_t *certificate, size_t certificate_count, const uint8_t *key, size_t key_count) {
#if LIBCURL_VERSION_NUM >= 0x074700
    struct curl_blob blob = {(void *)certificate, certificate_count, CURL_BLOB_COPY};
    const CURLcode code = functions.easy_setopt(easy, CURLOPT_SSLCERT_BLOB, &blob);
    if (code != CURLE_OK) return code;
    struct curl_blob key_blob = {(void *)key, key_count, CURL_BLOB_COPY};
    return functions.easy_setopt(easy, CURLOPT_SSLKEY_BLOB, &key_blob);
#else
    (void)easy, (void)certificate, (void)certificate_count, (void)key, (void)key_count;
    return CURLE_UNKNOWN_OPTION;
#endif
}

CURLcode subdial_curl_set_body_sink(CURL *easy, subdial_curl_sink sink, void *context) {
    CURLcode result = functions.easy_setopt(easy, CURLOPT_WRITEFUNCTION, sink);
    return result != CURLE_OK ? result : functions.easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode subdial_curl_set_head_sink(CURL *easy, subdial_curl_sink sink, void *context) {
    CURLcode result = functions.easy_setopt(easy, CURLOPT_HEADERFUNCTION, sink);
    return result != CURLE_OK ? result : functions.easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

CURLcode subdial_curl_set_error_buffer(CURL *easy, char *buffer) {
    return functions.easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode subdial_curl_set_socket_opener(CURL *easy, curl_opensocket_callback opener, void *context) {
    CURLcode result = functions.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
    return result != CURLE_OK ? result : functions.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

curl_socket_t subdial_curl_no_socket(void) {
    return CURL_SOCKET_BAD;
}

CURLcode subdial_curl_allow_web_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    CURLcode result = functions.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    return result != CURLE_OK ? result : functions.easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    long web = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    CURLcode result = functions.easy_setopt(easy, CURLOPT_PROTOCOLS, web);
    return result != CURLE_OK ? result : functions.easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, web);
#endif
}

CURLcode subdial_curl_leave_quickly(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return functions.easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_OK;
#endif
}

CURLcode subdial_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return functions.easy_getinfo(easy, info, value);
}

CURLcode subdial_curl_get_offset(CURL *easy, CURLINFO info, int64_t *value) {
    curl_off_t offset = 0;
    CURLcode result = functions.easy_getinfo(easy, info, &offset);
    *value = offset;
    return result;
}

CURLcode subdial_curl_get_text(CURL *easy, CURLINFO info, const char **text) {
    return functions.easy_getinfo(easy, info, text);
}

CURLMcode subdial_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return functions.multi_setopt(multi, option, value);
}

CURL *subdial_curl_next_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = functions.multi_info_read(multi, &left)) != NULL;) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

CURLcode subdial_curl_resume(CURL *easy) {
    return functions.easy_pause(easy, CURLPAUSE_CONT);
}
