import Glibc
import SubdialSystem
import SubdialTestSupport
import Synchronization

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// A server on a port of 127.0.0.1 whose responses a test defines byte for byte.
final class MPDFakeServer: Sendable {
    /// A received line.
    struct Line: Sendable {
        /// The index of the connection, from 0.
        let connection: Int
        let text: String
    }

    /// Returns the response to a line; nil closes the connection.
    typealias Handler = @Sendable (Line) -> [UInt8]?

    private struct State {
        var lines: [Line] = []
        var peers: [Int32] = []
        var open: Set<Int32> = []
        var isStopped = false
    }

    let port: Int
    private let listener: Int32
    private let greeting: [UInt8]
    private let handler: Handler
    private let state = Mutex(State())

    init(greeting: String = "OK MPD 0.23.5\n", _ handler: @escaping Handler) throws {
        (listener, port) = try LocalPort.listen(on: 0)
        self.greeting = Array(greeting.utf8)
        self.handler = handler
        guard WorkThread.detach({ self.acceptAll() }) else { throw LocalPort.CannotListen() }
    }

    var address: String { "mpd://127.0.0.1:\(port)" }
    var lines: [Line] { state.withLock { $0.lines } }
    /// The number of connections so far.
    var connections: Int { state.withLock { $0.peers.count } }
    /// The number of open connections.
    var openConnections: Int { state.withLock { $0.open.count } }

    func count(of text: String) -> Int { lines.count { $0.text == text } }

    /// Closes all connections; new ones are still accepted.
    func hangUp() {
        state.withLock { state in for peer in state.open { shutdown(peer, Int32(SHUT_RDWR)) } }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
        hangUp()
    }

    private func acceptAll() {
        while true {
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { break }
            let index = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.peers.append(peer)
                state.open.insert(peer)
                return state.peers.count - 1
            }
            guard let index, WorkThread.detach({ self.serve(peer, index) }) else {
                close(peer)
                break
            }
        }
        close(listener)
    }

    private func serve(_ peer: Int32, _ index: Int) {
        defer {
            state.withLock { _ = $0.open.remove(peer) }
            close(peer)
        }
        // Disables Nagle's algorithm, whose delays would exceed the duration of some tests.
        var isOn: Int32 = 1
        setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard Self.send(greeting, to: peer) else { return }
        var waiting: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(peer, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            waiting += buffer[..<count]
            while let end = waiting.firstIndex(of: 0x0A) {
                let line = Line(connection: index, text: String(decoding: waiting[..<end], as: UTF8.self))
                waiting.removeSubrange(...end)
                state.withLock { $0.lines.append(line) }
                guard let answer = handler(line), Self.send(answer, to: peer) else { return }
            }
        }
    }

    private static func send(_ bytes: [UInt8], to peer: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Runs `body` with a fake server.
func withMPDFake(
    greeting: String = "OK MPD 0.23.5\n", _ handler: @escaping MPDFakeServer.Handler, _ body: (MPDFakeServer) async throws -> Void
) async throws {
    let server = try MPDFakeServer(greeting: greeting, handler)
    defer { server.stop() }
    try await body(server)
}

/// The responses of a daemon that plays one song, in parts that tests combine.
enum MPDFakeAnswer {
    static let status =
        "volume: 40\nrepeat: 0\nrandom: 0\nsingle: 0\nplaylistlength: 1\nstate: play\nsong: 0\nelapsed: 12.5\nduration: 60\n"
    static let song = "file: a.flac\nTitle: A\nArtist: B\n"

    /// The response of a regular daemon; empty for commands that wait, such as `idle`.
    static func usual(_ line: String) -> [UInt8]? {
        switch line.prefix(while: { $0 != " " }) {
        case "command_list_ok_begin", "currentsong", "idle": []
        case "status": Array(status.utf8)
        // This ends the response, with or without a command list.
        case "command_list_end": Array("list_OK\n\(song)list_OK\nOK\n".utf8)
        default: Array("OK\n".utf8)
        }
    }
}
