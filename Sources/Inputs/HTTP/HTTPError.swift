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
        case .noLibrary(let reason): "libcurl cannot be loaded (\(reason)): apt install libcurl4"
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
