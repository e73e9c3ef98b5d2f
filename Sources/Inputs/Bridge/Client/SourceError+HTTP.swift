import SubdialHTTP
import SubdialPlayback

extension SourceError {
    /// Creates the error of a failed request to `address`.
    init(_ error: HTTPError, address: String) {
        switch error {
        case .cancelled:
            self = .cancelled
        case .badURL(let reason):
            self = .badAddress(address, reason: reason)
        case .noLibrary:
            self = .noLibrary("\(error)")
        case .bodyTooLarge, .headersTooLarge, .notHTTP, .badRedirect:
            self = .badAnswer(address: address, reason: "\(error)")
        case .cannotResolve, .refused, .privateAddress, .timedOut, .reset, .truncated, .tls, .other:
            self = .unreachable(address: address, reason: "\(error)")
        }
    }
}
