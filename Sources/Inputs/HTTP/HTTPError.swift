import Glibc
import SubdialCLibraries
import SubdialSystem

/// The reason why a request has no usable response.
package enum HTTPError: Error, Hashable, Sendable {
    /// The URL is malformed, has no host, or is neither http nor https.
    case badURL(String)
    /// The host name cannot be resolved.
    case cannotResolve(host: String)
    /// The host is reachable, but nothing listens on the port.
    case refused
    /// The host has a private address, which the request does not allow.
    case privateAddress(host: String)
    /// The connection, the response, or the next part of a stream exceeded its time limit.
    case timedOut
    /// The server closed the connection before it responded.
    case reset
    /// The response is incomplete: it is shorter than announced.
    case truncated
    /// The body, or its announced size, exceeds `limit` bytes.
    case bodyTooLarge(limit: Int)
    /// The header fields exceed `limit` bytes in total.
    case headersTooLarge(limit: Int)
    /// The server does not speak HTTP.
    case notHTTP
    /// The redirect is invalid: it leads to another kind of URL, or there are too many.
    case badRedirect(String)
    /// No trusted TLS connection could be made.
    case tls(String)
    /// libcurl cannot be loaded, with the message of the loader.
    case noLibrary(reason: String)
    case cancelled
    /// Another failure, with curl's error message.
    case other(String)
}

extension HTTPError: CustomStringConvertible {
    /// The failure, as text to follow an address and a colon.
    package var description: String {
        switch self {
        case .badURL(let reason): reason
        case .cannotResolve(let host): "the name '\(host)' is not known"
        case .refused: "connection refused"
        case .privateAddress(let host): "'\(host)' is in one's own network"
        case .timedOut: "no answer in time"
        case .reset: "the connection was closed before an answer came"
        case .truncated: "the answer broke off in the middle"
        case .bodyTooLarge(let limit): "the answer is larger than \(Self.size(limit))"
        case .headersTooLarge(let limit): "the answer's header fields are larger than \(Self.size(limit))"
        case .notHTTP: "what answers there does not speak HTTP"
        case .badRedirect(let reason): "it redirects where nothing can be had: \(reason)"
        case .tls(let reason): "no secure connection: \(reason)"
        case .noLibrary(let reason): "libcurl cannot be loaded (\(reason))\(SystemPackage.curl.remedy)"
        case .cancelled: "cancelled"
        case .other(let reason): reason
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case (1 << 20)...: "\(bytes >> 20) MB"
        case 1024...: "\(bytes >> 10) kB"
        default: "\(bytes) bytes"
        }
    }
}

extension HTTPError {
    /// Converts curl's result; nil for success.
    ///
    /// - Parameters:
    ///   - text: curl's error message.
    ///   - errno: The system error of the connection, 0 for none.
    ///   - isAuthorityUnknown: True if the authority of the server's certificate is not trusted.
    ///   - status: The status of the last response, nil if there was none.
    init?(
        _ code: CURLcode, text: String, errno: Int32 = 0, host: String = "", isAuthorityUnknown: Bool = false, status: Int? = nil,
        maximumBody: Int = 0, redirects: Int = 0
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
            if code == CURLE_SSL_CACERT_BADFILE, let remedy = SystemAuthorities.remedy {
                // curl names the place of the distribution that it was built for.
                self = .tls(remedy)
            } else {
                self = .tls(
                    isAuthorityUnknown ? "\(text); for an authority of your own, write 'tls: { ca: FILE }' in the configuration" : text)
            }
        case CURLE_ABORTED_BY_CALLBACK:
            self = .cancelled
        default:
            self = .other(text)
        }
    }
}
