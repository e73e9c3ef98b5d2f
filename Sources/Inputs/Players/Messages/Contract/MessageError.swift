import FoundationEssentials
import SubdialHTTP

/// The reason why a line is not a valid message.
package enum MessageError: Error, Hashable, Sendable {
    /// The line exceeds the maximum length of a message.
    case tooLong(limit: Int)
    /// The line is not a JSON object.
    case notJSON
    /// A key has an invalid value.
    case badField(String)
}

extension MessageError: CustomStringConvertible {
    /// The error, on one line without a full stop.
    package var description: String {
        switch self {
        case .tooLong(let limit): "it has more than \(limit) bytes"
        case .notJSON: "it is no JSON object"
        case .badField(let reason): reason
        }
    }
}

extension PlayerMessage {
    /// Parses a line of UTF-8 without its line end; a byte order mark is ignored.
    package init(line: some Collection<UInt8>) throws(MessageError) {
        // JSONDecoder reads bytes with zeros as UTF-16.
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

    /// The message as one line of JSON with its line end; keys are sorted.
    package var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // No decoded message and no control contains a number that JSON cannot represent.
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [0x0A]
    }
}
