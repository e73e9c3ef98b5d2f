import SubdialConcurrency
import SubdialEngineWire
import SubdialSystem
import Synchronization

@testable import SubdialEngine

/// A front's end of a connection, for tests.
///
/// Blocking calls run on a separate thread, so that they block no task.
final class ServerClient: Sendable {
    private let connection: Mutex<EngineConnection?>

    struct NotConnected: Error {}

    init(_ place: SocketPlace, patience: Int = SilentEngine.patience) throws {
        guard let connection = try EngineConnection(to: place, patience: patience) else { throw NotConnected() }
        self.connection = Mutex(connection)
    }

    func send(_ bytes: [UInt8]) throws {
        try connection.withLock { try $0?.send(bytes) }
    }

    func send(_ frame: WireFrame) throws {
        try send(try frame.encoded())
    }

    /// Returns the next frame; nil if the server has closed the connection.
    func receive() async throws -> WireFrame? {
        try await blocking { try $0?.receive() }
    }

    func ask(_ request: FrontRequest) async throws -> EngineConnection.Reply {
        guard let reply = try await blocking({ try $0?.ask(request) }) else { throw NotConnected() }
        return reply
    }

    private func blocking<Value: Sendable>(_ work: @escaping @Sendable (inout EngineConnection?) throws -> Value?) async throws -> Value? {
        try await WorkLane().value { Result { try self.connection.withLock { try work(&$0) } } }?.get()
    }

    func hangUp() {
        connection.withLock { $0 = nil }
    }
}
