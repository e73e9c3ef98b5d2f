import Glibc
import Logging
import SubdialEngineWire
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// A server that runs in its own folder.
struct ServerHarness: Sendable {
    let place: SocketPlace
    let server: EngineServer
    let end: Task<EngineEnd, Never>

    /// Sends a request, and waits for the complete answer.
    func ask(_ arguments: String...) async throws -> EngineConnection.Reply {
        let client = try ServerClient(place)
        return try await client.ask(FrontRequest(arguments: arguments))
    }

    /// Connects, and sends a request.
    func attach(_ arguments: String...) throws -> ServerClient {
        let client = try ServerClient(place)
        try client.send(.request(FrontRequest(arguments: arguments)))
        return client
    }
}

/// Runs a server during the body.
func withServer(
    clock: any Clock<Duration> = ContinuousClock(),
    limits: ServerLimits = ServerLimits(),
    handler: @escaping EngineServer.Handler,
    _ body: (ServerHarness) async throws -> Void
) async throws {
    try await withTemporaryPlace { place in
        let server = try EngineServer(place: place, limits: limits, clock: clock, logger: .silent, handler: handler)
        let end = Task { await server.run() }
        do {
            try await body(ServerHarness(place: place, server: server, end: end))
        } catch {
            server.stop()
            _ = await end.value
            throw error
        }
        server.stop()
        _ = await end.value
    }
}

/// Provides a place for a socket, which is removed at the end.
func withTemporaryPlace(_ body: (SocketPlace) async throws -> Void) async throws {
    var template = Array("\(Scratch.parent)/subdial-test-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let place = SocketPlace(folder: PrivateFolder(folder))
    defer {
        for path in [place.socket, place.engineLock, place.startLock] { unlink(path) }
        rmdir(folder)
    }
    try await body(place)
}

extension Logger {
    static var silent: Logger {
        Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }
}

extension WireFrame {
    /// The content of a frame as text.
    var text: String {
        switch self {
        case .line(let bytes), .output(let bytes), .error(let bytes), .input(let bytes): String(decoding: bytes, as: UTF8.self)
        case .refusal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .request, .exit, .hello, .inputRequest: ""
        }
    }
}
