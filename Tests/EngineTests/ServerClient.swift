import EngineWire
import Synchronization

@testable import Engine

/// A front's end of a connection, for tests.
///
/// What blocks runs on a thread of its own, so that it holds up no task.
final class ServerClient: Sendable {
    private let connection: Mutex<EngineConnection?>

    struct NotConnected: Error {}

    init(_ place: SocketPlace) throws {
        connection = Mutex(try EngineConnection(to: place))
    }

    func send(_ bytes: [UInt8]) throws {
        try connection.withLock { connection in
            guard connection != nil else { throw NotConnected() }
            try connection?.send(bytes)
        }
    }

    func send(_ frame: WireFrame) throws {
        try send(try frame.encoded())
    }

    func receive() async throws -> WireFrame? {
        try await blocking { try $0.receive() }
    }

    func ask(_ request: FrontRequest) async throws -> EngineConnection.Reply {
        try await blocking { try $0.ask(request) }
    }

    func hangUp() {
        connection.withLock { $0 = nil }
    }

    private func blocking<Result: Sendable>(_ body: @escaping @Sendable (inout EngineConnection) throws -> Result) async throws -> Result {
        try await ServerThread.run {
            Swift.Result {
                try self.connection.withLock { connection in
                    guard var open = connection.take() else { throw NotConnected() }
                    defer { connection = consume open }
                    return try body(&open)
                }
            }
        }.get()
    }
}
