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
    /// It speaks of a moment that is yet to come, and would outweigh all that is said until then.
    case ahead(seconds: Int)
    /// It is about one zone more than are kept in mind.
    case tooManyZones(limit: Int)
}

extension MessageError: CustomStringConvertible {
    /// What is wrong, on one line without a full stop.
    public var description: String {
        switch self {
        case .tooLong(let limit): "it has more than \(limit) bytes"
        case .notJSON: "it is no JSON object"
        case .badField(let reason): reason
        case .ahead(let seconds): "its timestamp lies \(seconds) s in the future; are the clocks right?"
        case .tooManyZones(let limit): "it is about one zone more than the \(limit) that are followed"
        }
    }
}

extension PlayerMessage {
    /// Reads a line without its end.
    public init(line: some Collection<UInt8>) throws(MessageError) {
        do {
            self = try JSONDecoder().decode(PlayerMessage.self, from: Data(line))
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
