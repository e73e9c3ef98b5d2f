import SubdialBasics
import SubdialDocuments

@testable import SubdialSimulator

/// A response received on a connection.
struct Answer {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONValue? { JSONValue(comparable: body) }

    var contentType: String? { headers["content-type"] }

    /// Reads a response that ends with its connection.
    init(over connection: Connection) async throws {
        var bytes: [UInt8] = []
        while true {
            let more = try await connection.receive()
            if more.isEmpty { break }
            bytes += more
        }
        let end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) } ?? bytes.endIndex
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
        }
        body = Array(bytes[min(bytes.endIndex, end + 4)...])
    }
}

extension RunningSimulator {
    func get(_ path: String, _ headers: String = "") async throws -> Answer {
        let connection = try Connection(port: port)
        try await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n")
        return try await Answer(over: connection)
    }

    func post(_ body: String, type: String? = "application/json", to path: String = "/control") async throws -> Answer {
        let connection = try Connection(port: port)
        let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
        try await connection.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(type)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return try await Answer(over: connection)
    }

    /// Returns the state of a zone.
    func nowPlaying(_ zone: String) async throws -> JSONValue {
        try await get("/now_playing?zone_id=\(zone.percentEncoded)").json ?? .null
    }

    /// Sends a control; `value` is JSON text.
    func control(_ zone: String, _ action: String, value: String? = nil) async throws -> Answer {
        try await post(#"{"zone_id":"\#(zone)","action":"\#(action)"\#(value.map { ",\"value\":\($0)" } ?? "")}"#)
    }
}
