import SubdialBasics
import SubdialDocuments

@testable import SubdialSimulator

/// A reader of `/events` that decodes the chunks and splits the frames.
final class EventStream {
    private let connection: Connection
    private var raw: [UInt8] = []
    private var text = ""
    private(set) var head = ""

    init(_ simulator: RunningSimulator) async throws {
        connection = try Connection(port: simulator.port)
        let before = try await Self.listeners(simulator)
        try await connection.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while !raw.contains(where: { $0 == 10 }) || head.isEmpty {
            let more = try await connection.receive()
            if more.isEmpty { return }
            raw += more
            if let end = raw.indices.first(where: { raw[$0...].starts(with: "\r\n\r\n".utf8) }) {
                head = String(decoding: raw[..<end], as: UTF8.self)
                raw.removeFirst(end + 4)
                break
            }
        }
        // The header arrives before the stream starts: wait until the bridge reports one more subscriber.
        while try await Self.listeners(simulator) <= before { await Task.yield() }
    }

    /// Returns the next frame without the empty line after it; nil at the end of the stream.
    func next() async throws -> String? {
        while true {
            if let end = text.range(of: "\n\n") {
                let frame = String(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                return frame
            }
            if !takeChunk() {
                let more = try await connection.receive()
                if more.isEmpty { return nil }
                raw += more
            }
        }
    }

    /// Returns the next event of a type, and skips others.
    func next(_ type: String) async throws -> JSONValue? {
        while let frame = try await next() {
            guard frame.hasPrefix("data: "), let json = JSONValue(comparable: Array(frame.utf8.dropFirst(6))) else { continue }
            if json["type"] == .string(type) { return json }
        }
        return nil
    }

    private func takeChunk() -> Bool {
        guard let line = raw.indices.first(where: { raw[$0...].starts(with: "\r\n".utf8) }) else { return false }
        guard let size = Int(String(decoding: raw[..<line], as: UTF8.self), radix: 16), size > 0 else { return false }
        guard raw.count >= line + 2 + size + 2 else { return false }
        text += String(decoding: raw[(line + 2)..<(line + 2 + size)], as: UTF8.self)
        raw.removeFirst(line + 2 + size + 2)
        return true
    }

    private static func listeners(_ simulator: RunningSimulator) async throws -> Int {
        Int(saturating: try await simulator.get("/status").json?["bus_subscribers"]?.number ?? 0)
    }
}

extension String {
    /// The range of the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        indices.lazy.compactMap { index -> Range<String.Index>? in
            self[index...].hasPrefix(text) ? index..<self.index(index, offsetBy: text.count) : nil
        }.first
    }
}
