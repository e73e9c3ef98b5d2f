import FoundationEssentials
import SubdialBasics
import SubdialHTTP

/// The reason why a line is not a valid message.
package enum MessageError: Error, Hashable, Sendable {
    /// The line exceeds the maximum length of a message.
    case tooLong(limit: Int)
    /// The line is not a JSON object.
    case notJSON
    /// A key has an invalid value.
    case badField(String)
    /// A `now_playing` has no key that says what plays, so that the zone's state is unknown from now on.
    ///
    /// - Parameter keys: Its keys, as far as a message should list them.
    case nothingKnown(zone: String?, keys: [String])
}

extension MessageError: CustomStringConvertible {
    /// The error, on one line without a full stop.
    package var description: String {
        switch self {
        case .tooLong(let limit): "it has more than \(limit) bytes"
        case .notJSON: "it is no JSON object"
        case .badField(let reason): reason
        case .nothingKnown(_, let keys):
            "a now_playing says nothing about what plays: it has "
                + (keys.isEmpty ? "no keys" : "only " + keys.map { "'\($0)'" }.joined(separator: ", "))
                + "; it takes 'title', 'artist', 'album', 'length', 'position', 'status', 'volume' and 'muted', or 'currentMedia' with such keys"
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
        } catch let error as MessageError {
            throw error
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

/// Any key of a message.
struct MessageKey: CodingKey {
    /// The maximum number of keys that an error lists.
    private static let maximum = 5

    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    /// The keys of a message that say nothing, with those of its `currentMedia`.
    static func unknown(in decoder: any Decoder) throws -> [String] {
        let values = try decoder.container(keyedBy: MessageKey.self)
        let general = ["type", "timestamp", "lastUpdated", "lastModified", "zone", "controller", "reply", "repliedBy"]
        let keys = values.allKeys.flatMap { key -> [String] in
            guard key.stringValue == "currentMedia" else { return general.contains(key.stringValue) ? [] : [key.stringValue] }
            let media = try? values.nestedContainer(keyedBy: MessageKey.self, forKey: key)
            return ["currentMedia"] + (media?.allKeys.map { "currentMedia.\($0.stringValue)" } ?? [])
        }
        return keys.sorted().prefix(maximum).map { $0.oneLine(limit: 40) }
    }
}
