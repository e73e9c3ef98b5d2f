import Synchronization
import Testing

@testable import SubdialServe

/// Which connections a server has, and which one it closes if there is no room.
@Suite struct ConnectionsTests {
    /// A connection that records its end.
    private final class Peer: Sendable {
        private let hasEnded = Mutex(false)

        var id: ObjectIdentifier { ObjectIdentifier(self) }
        var isClosed: Bool { hasEnded.withLock { $0 } }

        func close() { hasEnded.withLock { $0 = true } }
    }

    private static let here: [UInt8] = [127, 0, 0, 1]
    private static let elsewhere: [UInt8] = [192, 0, 2, 7]

    private static func connections(_ count: Int = 3, strangers: Int = 100, responseBytes: Int = 1000) -> Connections {
        var limits = ConnectionLimits()
        (limits.connections, limits.strangers, limits.responseBytes) = (count, strangers, responseBytes)
        return Connections(limits)
    }

    /// Adds a connection; nil if there is no room.
    private func add(to connections: Connections, from address: [UInt8] = here) -> Peer? {
        let peer = Peer()
        return connections.add(peer.id, from: PeerAddress(bytes: address), close: { peer.close() }) ? peer : nil
    }

    private func client(_ peer: Peer, of connections: Connections, at address: [UInt8] = here) -> Connections.Client {
        connections.client(peer.id, at: PeerAddress(bytes: address))
    }

    @Test func theOneThatHasWaitedLongestMakesRoom() throws {
        let connections = Self.connections()
        let peers = try (0..<3).map { _ in try #require(add(to: connections)) }
        // The first one has had an answer, and waits since then.
        connections.record(peers[0].id, isWaiting: false)
        connections.record(peers[0].id, isWaiting: true)
        // The second one is being answered.
        connections.record(peers[1].id, isWaiting: false)
        let next = try #require(add(to: connections))
        #expect(peers.map(\.isClosed) == [false, false, true])
        _ = try #require(add(to: connections))
        #expect(peers.map(\.isClosed) == [true, false, true] && !next.isClosed)
        #expect(connections.count == 3)
    }

    @Test func afterThoseThatWaitTheOneThatHasNotReadForLongestMakesRoom() throws {
        let connections = Self.connections()
        let peers = try (0..<3).map { _ in try #require(add(to: connections)) }
        for peer in peers { connections.record(peer.id, isWaiting: false) }
        #expect(add(to: connections) == nil)
        for peer in [peers[2], peers[1], peers[0]] { connections.record(peer.id, isBlocked: true) }
        connections.record(peers[2].id, isBlocked: false)
        let next = try #require(add(to: connections))
        #expect(peers.map(\.isClosed) == [false, true, false] && !next.isClosed)
        _ = try #require(add(to: connections))
        #expect(peers.map(\.isClosed) == [false, true, false] && next.isClosed)
    }

    @Test func anAddressHasFewConnectionsWithoutAPermittedRequest() throws {
        let connections = Self.connections(100, strangers: 2)
        let other = try #require(add(to: connections, from: [192, 0, 2, 8]))
        let peers = try (0..<3).map { _ in try #require(add(to: connections, from: Self.elsewhere)) }
        #expect(peers.map(\.isClosed) == [true, false, false] && !other.isClosed)
        for peer in peers { connections.record(peer.id, isWaiting: false) }
        #expect(add(to: connections, from: Self.elsewhere) == nil)
        // A permitted request makes room for another client of the address, such as a display in the same room.
        client(peers[1], of: connections, at: Self.elsewhere).trust()
        _ = try #require(add(to: connections, from: Self.elsewhere))
        #expect(add(to: connections, from: Self.elsewhere) != nil)
        #expect(peers.map(\.isClosed) == [true, false, false] && !other.isClosed)
    }

    @Test func programsOnThisMachineAreNotCountedByAddress() throws {
        let connections = Self.connections(100, strangers: 2)
        let peers = try (0..<50).map { _ in try #require(add(to: connections)) }
        #expect(peers.allSatisfy { !$0.isClosed } && connections.count == 50)
    }

    @Test func allResponsesTogetherHaveALimit() throws {
        let connections = Self.connections()
        let peers = try (0..<3).map { _ in try #require(add(to: connections)) }
        for peer in peers { connections.record(peer.id, isWaiting: false) }
        let clients = peers.map { client($0, of: connections) }
        try clients[0].hold(600)
        try clients[1].hold(400)
        #expect(throws: ServeError.self) { try clients[2].hold(1) }
        // A client that does not read makes room for one that does.
        connections.record(peers[1].id, isBlocked: true)
        try clients[2].hold(300)
        #expect(peers.map(\.isClosed) == [false, true, false])
        // A complete response is no longer counted, nor is an ended connection.
        connections.record(peers[0].id, isWaiting: true)
        connections.record(peers[0].id, isWaiting: false)
        try clients[0].hold(700)
        connections.remove(peers[2].id)
        try clients[0].hold(1000)
        #expect(throws: ServeError.self) { try clients[0].hold(1001) }
    }

    @Test(arguments: [(10_000, 512), (640, 512), (256, 128), (20, 16)])
    func whatTheSystemAllowsLeavesSomeForTheServer(_ descriptors: Int, _ connections: Int) {
        #expect(ConnectionLimits(descriptors: descriptors).connections == connections)
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let network: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 1]

    @Test(
        arguments: [
            ([127, 0, 0, 1], [127, 0, 0, 2], false, true), ([192, 0, 2, 7], [192, 0, 2, 7], true, false),
            ([192, 0, 2, 7], [192, 0, 2, 8], false, false), (mapped + [192, 0, 2, 7], [192, 0, 2, 7], true, false),
            (mapped + [127, 0, 0, 1], [127, 0, 0, 1], true, true), ([UInt8](repeating: 0, count: 15) + [1], [127, 0, 0, 1], false, true),
            (network + [UInt8](repeating: 1, count: 8), network + [UInt8](repeating: 2, count: 8), true, false),
            (network + [UInt8](repeating: 1, count: 8), [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 2] + [UInt8](repeating: 1, count: 8), false, false),
            ([], [192, 0, 2, 7], false, false),
        ] as [([UInt8], [UInt8], Bool, Bool)])
    func addresses(_ one: [UInt8], _ other: [UInt8], _ isSame: Bool, _ isLocal: Bool) {
        #expect((PeerAddress(bytes: one) == PeerAddress(bytes: other)) == isSame)
        #expect(PeerAddress(bytes: one).isLocal == isLocal)
    }

    /// Clients without a key cause few drawings and lines of the log a minute.
    @Test func strangersCauseLittleWork() {
        let (rate, start) = (StrangerRate(), ContinuousClock.now)
        func admitted(_ count: Int, _ address: [UInt8], after seconds: Int) -> Int {
            (0..<count).count { _ in rate.admits(PeerAddress(bytes: address), at: start + .seconds(seconds)) }
        }
        #expect(admitted(100, Self.elsewhere, after: 0) == 16)
        #expect(admitted(100, [192, 0, 2, 8], after: 20) == 16)
        #expect(admitted(100, [192, 0, 2, 9], after: 40) == 0)
        #expect(admitted(100, Self.elsewhere, after: 60) == 16)
        #expect(admitted(100, Self.here, after: 80) == 16)
        #expect(admitted(100, Self.here, after: 1000) == 32)
    }
}
