/// Why a request got no answer that can be used.
public enum HTTPError: Error, Hashable, Sendable {
    /// The address is none that can be asked: not http or https, no host, malformed.
    case badURL(String)
    /// No name server knows the host.
    case cannotResolve(host: String)
    /// The host is there, and nothing listens on that port.
    case refused
    /// The host has an address of one's own network, which the request does not take.
    case privateAddress(host: String)
    /// The connection, the answer, or the next part of a stream did not come in time.
    case timedOut
    /// The other side ended the connection before it had answered.
    case reset
    /// The answer broke off: less came than was announced.
    case truncated
    /// The body is, or says that it is, longer than `limit` bytes.
    case bodyTooLarge(limit: Int)
    /// The header fields have more than `limit` bytes together.
    case headersTooLarge(limit: Int)
    /// What answers does not speak HTTP.
    case notHTTP
    /// The answer leads elsewhere: to another kind of address, or round in circles.
    case badRedirect(String)
    /// No trusted, encrypted connection could be made.
    case tls(String)
    case cancelled
    /// Anything else, in curl's own words.
    case other(String)
}

extension HTTPError: CustomStringConvertible {
    /// What happened, to stand behind an address and a colon.
    public var description: String {
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
