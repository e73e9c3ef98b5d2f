import FoundationEssentials
import HTTP

/// Why a line is no message.
public enum MessageError: Error, Hashable, Sendable {
    /// It is longer than a message may be.
    case tooLong(limit: Int)
    /// It is not JSON, or not an object.
    case notJSON
    /// A key does not hold what it should.
    case badField(String)
}

extension MessageError: CustomStringConvertible {
    /// What is wrong, on one line without a full stop.
    public var description: String {
        switch self {
        case .tooLong(let limit): "it has more than \(limit) bytes"
        case .notJSON: "it is no JSON object"
        case .badField(let reason): reason
        }
    }
}

extension PlayerMessage {
    /// Reads a line of UTF-8 without its end; a byte order mark before it counts as nothing.
    public init(line: some Collection<UInt8>) throws(MessageError) {
        // JSONDecoder takes bytes with zeros in them for UTF-16.
        guard !line.contains(0) else { throw .notJSON }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        do {
            self = try JSONDecoder().decode(PlayerMessage.self, from: Data(line.dropFirst(line.starts(with: mark) ? mark.count : 0)))
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw .badField(context.debugDescription)
        } catch {
            throw .notJSON
        }
    }

    /// The message as one line of JSON, with its end and with its keys in order.
    public var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What was read, or made by a control, has no number that JSON could not hold.
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [0x0A]
    }
}
