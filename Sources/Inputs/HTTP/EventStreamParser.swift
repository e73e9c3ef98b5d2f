/// Parses a stream of server-sent events into the data of each event.
package struct EventStreamParser {
    /// The size limit in bytes of a line and of an event's data; what exceeds it is dropped.
    package static let maximumEvent = 1 << 20

    private var line: [UInt8] = []
    private var data: [String] = []
    private var dataSize = 0

    /// Makes a parser for the start of a stream.
    package init() {}

    /// Returns the data of the events that `bytes` complete.
    ///
    /// Comments and other fields are ignored.
    package mutating func parse(_ bytes: [UInt8]) -> [String] {
        var events: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.maximumEvent { line.append(byte) }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            if text.isEmpty {
                if !data.isEmpty { events.append(data.joined(separator: "\n")) }
                data.removeAll()
                dataSize = 0
            } else if text.hasPrefix("data:"), dataSize < Self.maximumEvent {
                let content = text.dropFirst(5)
                data.append(String(content.first == " " ? content.dropFirst() : content))
                dataSize += content.utf8.count + 1
            }
        }
        return events
    }
}
