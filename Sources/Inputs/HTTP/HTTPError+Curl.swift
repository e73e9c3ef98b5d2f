import Glibc
import SubdialCLibraries

extension HTTPError {
    /// Converts curl's result; nil for success.
    ///
    /// - Parameters:
    ///   - text: curl's error message.
    ///   - errno: The system error of the connection, 0 for none.
    ///   - status: The status of the last response, nil if there was none.
    init?(
        _ code: CURLcode, text: String, errno: Int32 = 0, host: String = "", status: Int? = nil, maximumBody: Int = 0, redirects: Int = 0
    ) {
        switch code {
        case CURLE_OK:
            return nil
        case CURLE_URL_MALFORMAT:
            self = .badURL(text)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            // The request's own scheme was checked before. curl treats a response without a status line as HTTP/0.9, which it reports as
            // an unsupported protocol.
            self = status == nil ? .notHTTP : .badRedirect(text)
        case CURLE_TOO_MANY_REDIRECTS:
            self = .badRedirect("more than \(redirects) redirects")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .cannotResolve(host: host)
        case CURLE_COULDNT_CONNECT:
            self = errno == ECONNREFUSED ? .refused : .other(text)
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            self = status == nil ? .reset : .truncated
        case CURLE_PARTIAL_FILE:
            self = .truncated
        case CURLE_FILESIZE_EXCEEDED:
            self = .bodyTooLarge(limit: maximumBody)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            self = .tls(text)
        case CURLE_ABORTED_BY_CALLBACK:
            self = .cancelled
        default:
            self = .other(text)
        }
    }
}
