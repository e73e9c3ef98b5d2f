import Foundation
import Glibc
import Synchronization

/// Measures a widget server as its clients see it: `subdial serve` in a separate process, over persistent connections.
enum ServeBench {
    private static let connections = 8
    private static let changing = "/now-playing/systemMedium.png"
    private static let standing = "/now-playing/systemMedium.png?at=2026-01-08T20:15:04Z"

    /// Runs the benchmark.
    ///
    /// - Parameters:
    ///   - port: The port of the server on this machine.
    ///   - process: The id of the server's process, whose memory is measured.
    static func run(port: UInt16, process: Int32) throws {
        let client = try Connection(port)
        let first = try client.get(standing)
        let times = try timings(
            rounds: 2000, [{ _ = try client.get(standing) }, { _ = try client.get(standing, tag: first.tag) }])
        report("serve, a picture from the cache", times[0], note: "\(first.body / 1000) kB")
        report("serve, a picture confirmed with its ETag", times[1])
        try throughput(port, process)
        try events(port)
    }

    /// Measures a picture with a moving progress for many clients, and then the memory that 100,000 requests leave in use.
    private static func throughput(_ port: UInt16, _ process: Int32) throws {
        let (count, seconds, tags) = try hammer(port, requests: 10_000)
        report(
            "serve, a request of a picture that changes", seconds / Double(count) * 1e6, "µs",
            note: "\(connections) clients, \(tags) pictures")
        let before = Memory.resident("\(process)")
        _ = try hammer(port, requests: 100_000)
        report("serve, memory after 100,000 requests", Memory.resident("\(process)"), "kB", beside: ("before", before))
    }

    private static func hammer(_ port: UInt16, requests: Int) throws -> (count: Int, seconds: Double, tags: Int) {
        let share = requests / connections
        let tags = Mutex<Set<String>>([])
        let failed = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        let start = ContinuousClock.now
        for _ in 0..<connections {
            group.enter()
            let thread = Thread {
                defer { group.leave() }
                do {
                    let client = try Connection(port)
                    var last = ""
                    for _ in 0..<share {
                        let tag = try client.get(changing).tag
                        if tag != last { tags.withLock { _ = $0.insert(tag) } }
                        last = tag
                    }
                } catch {
                    failed.withLock { $0 = error }
                }
            }
            thread.start()
        }
        group.wait()
        if let error = failed.withLock({ $0 }) { throw error }
        let duration = (ContinuousClock.now - start).components
        return (share * connections, Double(duration.seconds) + Double(duration.attoseconds) * 1e-18, tags.withLock { $0.count })
    }

    /// Measures the time from a click to the event with its effect.
    private static func events(_ port: UInt16) throws {
        let (listener, client) = (try Connection(port), try Connection(port))
        try listener.begin("/events")
        try listener.wait(for: "event: hello")
        var time = Timing()
        for _ in 0..<20 {
            let click = try timings(
                rounds: 1,
                [
                    {
                        try client.post("/actions", #"{"kind":"now-playing","intent":"playPause"}"#)
                        try listener.wait(for: "event: change")
                    }
                ])
            time.rounds += click[0].rounds
            // Later events of this click must not count as events of the next one.
            Thread.sleep(forTimeInterval: 0.3)
            listener.forget()
        }
        report("serve, from a click to the event of its effect", time)
    }
}

/// A persistent connection to a server on this machine.
private final class Connection {
    struct Failed: Error {}

    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failed() }
    }

    deinit { close(descriptor) }

    func get(_ path: String, tag: String? = nil) throws -> (tag: String, body: Int) {
        try begin(path, tag.map { "If-None-Match: \($0)\r\n" } ?? "")
        return try answer()
    }

    func post(_ path: String, _ body: String) throws {
        try send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        _ = try answer()
    }

    func begin(_ path: String, _ fields: String = "") throws {
        try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// Reads until `text` has arrived.
    func wait(for text: String) throws {
        let wanted = Array(text.utf8)
        while waiting.firstRange(of: wanted) == nil { try receive() }
    }

    /// Discards the received data, including that in the system's buffer.
    func forget() {
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        waiting = []
    }

    private func answer() throws -> (tag: String, body: Int) {
        while true {
            if let end = waiting.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: waiting[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
                func field(_ name: String) -> String {
                    lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count + 2)) } ?? ""
                }
                let status = lines.first?.split(separator: " ").dropFirst().first
                guard status == "200" || status == "304" else { throw Failed() }
                let length = status == "304" ? 0 : Int(field("content-length")) ?? 0
                var rest = waiting.count - end.upperBound
                while rest < length {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { throw Failed() }
                    rest += count
                }
                waiting = []
                return (field("etag"), length)
            }
            try receive()
        }
    }

    private func receive() throws {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failed() }
        waiting += buffer.prefix(count)
    }

    private func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBytes({ Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) == bytes.count else {
            throw Failed()
        }
    }
}
