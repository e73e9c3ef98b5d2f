import NIOCore
import NIOPosix
import SubdialSystem

/// The reason why a connection cannot be opened or used.
package enum SocketFailure: Error, Hashable, Sendable {
    /// The host name has no address.
    case unknownHost(String, reason: String)
    /// No connection could be opened: for example, nothing listens there.
    case cannotConnect(reason: String)
    /// A time limit was exceeded.
    case timedOut(awaiting: String)
    /// A line is longer than its limit.
    case lineTooLong
    /// The connection broke.
    case broken(reason: String)
    /// The peer has closed the connection, or this side has.
    case ended
    /// The task was cancelled.
    case cancelled

    /// The failure of an open connection.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as SocketFailure: failure
            case let error as IOError: .broken(reason: Self.words(error))
            case is ChannelError, is CancellationError: .ended
            default: .broken(reason: "\(error)")
            }
    }

    /// The failure of an attempt to connect.
    ///
    /// - Parameter isResolved: True if the endpoint has an address.
    init(connecting error: any Error, to endpoint: SocketEndpoint, isResolved: Bool) {
        self =
            switch error {
            case let failure as SocketFailure: failure
            case let error as IOError: .cannotConnect(reason: Self.words(error))
            case ChannelError.connectTimeout: .timedOut(awaiting: Self.awaited(endpoint, isResolved: isResolved))
            case let error as NIOConnectionError: Self.failure(error, endpoint)
            default: .cannotConnect(reason: "\(error)")
            }
    }

    private static func failure(_ error: NIOConnectionError, _ endpoint: SocketEndpoint) -> SocketFailure {
        // Of several addresses, the last one decides.
        if let last = error.connectionErrors.last { return SocketFailure(connecting: last.error, to: endpoint, isResolved: true) }
        guard let reason = (error.dnsAError ?? error.dnsAAAAError) as? SocketAddressError.UnknownHost else {
            return .cannotConnect(reason: "it has no address")
        }
        return .unknownHost(error.host, reason: reason.errorDescription)
    }

    private static func awaited(_ endpoint: SocketEndpoint, isResolved: Bool) -> String {
        if case .host(let host, _) = endpoint, !isResolved { "the address of '\(host)'" } else { "a connection" }
    }

    private static func words(_ error: IOError) -> String {
        error.errnoCode == 0 ? error.description : SystemError(code: error.errnoCode).description
    }
}
