import SubdialEngineWire
import Synchronization

/// The limits for the connections of a server.
package struct ConnectionLimits: Equatable, Sendable {
    /// The maximum number of connections.
    package var connections: Int
    /// The maximum number of connections from one address of another machine that have not sent a permitted request.
    package var strangers = 64
    /// The maximum time for the header of a request, from the start of the connection or the end of the last response, and then for its body.
    package var requestTime = Duration.seconds(30)
    /// The maximum time for which a piece of a response may remain unread.
    package var readingTime = Duration.seconds(30)
    /// The maximum size of all responses that are being sent, in bytes.
    package var responseBytes = 256 << 20

    private static let mostConnections = 512
    /// The number of descriptors for the server's files, and for the connections of its sources.
    private static let ownDescriptors = 128

    /// The limits for this process.
    ///
    /// - Parameter descriptors: The maximum number of open descriptors of the process.
    package init(descriptors: Int = DescriptorLimit.now) {
        connections = max(16, min(Self.mostConnections, descriptors - Self.ownDescriptors))
    }
}

/// The connections of a server.
///
/// If there is no room for another one, the connection that has waited longest for a complete request is closed, or else the one whose client has
/// not read its response for longest. A connection whose request is being answered stays, such as a stream of events.
final class Connections: Sendable {
    private struct Entry {
        let address: PeerAddress
        let close: @Sendable () -> Void
        /// True after a permitted request.
        var isTrusted = false
        /// The step since which no complete request is being answered; nil while one is.
        var waiting: Int?
        /// The step since which the client does not read; nil while it does.
        var blocked: Int?
        /// The size of the response that is being sent, in bytes.
        var held = 0
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of changes, which orders them: several may have the same time.
        var step = 0

        mutating func nextStep() -> Int {
            step += 1
            return step
        }

        /// Removes the connection that is closed first, and returns the function that closes it; nil if none may be closed.
        mutating func removeFirst(where isEligible: (Entry) -> Bool) -> (@Sendable () -> Void)? {
            let eligible = entries.filter { isEligible($0.value) }
            func oldest(_ time: (Entry) -> Int?) -> ObjectIdentifier? {
                eligible.compactMap { id, entry in time(entry).map { (id, $0) } }.min { $0.1 < $1.1 }?.0
            }
            return (oldest(\.waiting) ?? oldest(\.blocked)).flatMap { entries.removeValue(forKey: $0)?.close }
        }
    }

    let limits: ConnectionLimits
    private let state = Mutex(State())

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// The number of connections.
    var count: Int { state.withLock { $0.entries.count } }

    /// Adds a connection, and closes another one if there is no room.
    ///
    /// - Returns: False if there is no room, because all other connections are in use.
    func add(_ id: ObjectIdentifier, from address: PeerAddress, close: @escaping @Sendable () -> Void) -> Bool {
        let (isAdded, closed) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            var closed: [@Sendable () -> Void] = []
            func isStranger(_ entry: Entry) -> Bool { !entry.isTrusted && entry.address == address }
            // A proxy on this machine has the address of all its clients.
            if !address.isLocal, state.entries.values.count(where: isStranger) >= limits.strangers {
                guard let other = state.removeFirst(where: isStranger) else { return (false, closed) }
                closed.append(other)
            }
            if state.entries.count >= limits.connections {
                guard let other = state.removeFirst(where: { _ in true }) else { return (false, closed) }
                closed.append(other)
            }
            state.entries[id] = Entry(address: address, close: close, waiting: state.nextStep())
            return (true, closed)
        }
        for close in closed { close() }
        return isAdded
    }

    /// Removes a connection that has ended.
    func remove(_ id: ObjectIdentifier) { state.withLock { $0.entries[id] = nil } }

    /// Records whether a connection waits for a complete request.
    func record(_ id: ObjectIdentifier, isWaiting: Bool) {
        state.withLock { state in
            let step = state.nextStep()
            state.entries[id]?.waiting = isWaiting ? step : nil
            // The bytes of a complete response are no longer held.
            if isWaiting { state.entries[id]?.held = 0 }
        }
    }

    /// Records whether the client of a connection does not read its response.
    func record(_ id: ObjectIdentifier, isBlocked: Bool) {
        state.withLock { state in
            let step = state.nextStep()
            state.entries[id]?.blocked = isBlocked ? step : nil
        }
    }

    /// Records that the client has sent a permitted request.
    fileprivate func trust(_ id: ObjectIdentifier) { state.withLock { $0.entries[id]?.isTrusted = true } }

    /// Records the size of the response that is about to be sent, and closes connections whose clients do not read if all responses are too large.
    ///
    /// - Returns: False if there is no room, because all clients read.
    fileprivate func hold(_ bytes: Int, for id: ObjectIdentifier) -> Bool {
        let (isHeld, closed) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            var closed: [@Sendable () -> Void] = []
            state.entries[id]?.held = 0
            while state.entries.values.reduce(bytes, { $0 + $1.held }) > limits.responseBytes {
                guard let other = state.removeFirst(where: { $0.held > 0 && $0.blocked != nil }) else { return (false, closed) }
                closed.append(other)
            }
            state.entries[id]?.held = bytes
            return (true, closed)
        }
        for close in closed { close() }
        return isHeld
    }

    /// The client of a connection.
    func client(_ id: ObjectIdentifier, at address: PeerAddress) -> Client { Client(address: address, connections: self, id: id) }

    /// The client that has sent a request.
    struct Client: Sendable {
        let address: PeerAddress
        fileprivate let connections: Connections
        fileprivate let id: ObjectIdentifier

        /// Records that the request is permitted: the limit of unknown clients no longer counts this connection.
        func trust() { connections.trust(id) }

        /// Records the size of the response, in bytes.
        ///
        /// - Throws: ``ServeError`` if all responses together are too large.
        func hold(_ bytes: Int) throws(ServeError) {
            guard connections.hold(bytes, for: id) else {
                throw ServeError(
                    .unavailable, "\(connections.limits.responseBytes >> 20) MiB of other responses are being sent; ask again in a second")
            }
        }
    }
}
