import SubdialBasics
import SubdialHTTP
import SubdialPlayback

extension KeyedDecodingContainer {
    /// A decoding error for a key with an invalid value.
    func bad(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: "'\(key.stringValue)' \(reason)")
    }

    /// The value of a key: nil if the key is missing, `.some(nil)` if it is null.
    func optional<Value: Decodable>(_ type: Value.Type, _ key: Key, _ reason: String) throws -> Value?? {
        guard contains(key) else { return nil }
        if try decodeNil(forKey: key) { return .some(nil) }
        guard let value = try? decode(type, forKey: key) else { throw bad(key, reason) }
        return value
    }

    /// The value of a key as a case of an enum; throws with the list of known cases.
    func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type, _ key: Key) throws -> Word where Word.RawValue == String {
        let known = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        guard let text = try optional(String.self, key, "is no text")?.flatMap(\.self) else {
            throw bad(key, "is missing; it is one of \(known)")
        }
        guard let word = Word(rawValue: text) else { throw bad(key, "is '\(text.oneLine(limit: 30))', not one of \(known)") }
        return word
    }

    /// A name on one line; nil if it is missing or empty.
    func name(_ key: Key) throws -> String? {
        guard let name = try optional(String.self, key, "is no text")?.flatMap(\.self) else { return nil }
        // A truncated name might be another's.
        guard name.utf8.count <= 200 else { throw bad(key, "is longer than 200 bytes") }
        let clean = name.bounded().trimmed()
        return clean.isEmpty ? nil : clean
    }

    /// A file path: nil if the key is missing, `.some(nil)` if it is null or longer than any path.
    func path(_ key: Key) throws -> String?? {
        // A truncated path would name another file.
        try optional(String.self, key, "is no text").map { $0.flatMap { $0.utf8.count < SourceLimits.textBytes ? $0 : nil } }
    }

    /// An absolute value or a difference; exactly one of the two keys must be present.
    func change(to: Key, by: Key, within range: ClosedRange<Double>) throws -> Change {
        let value = try optional(Double.self, to, "is no number")?.flatMap(\.self)
        let difference = try optional(Double.self, by, "is no number")?.flatMap(\.self)
        switch (value, difference) {
        case (let value?, nil):
            guard range.contains(value) else {
                throw bad(to, "is not from \(range.lowerBound.fixed(0)) to \(range.upperBound.fixed(0))")
            }
            return .to(value)
        case (nil, let difference?):
            guard difference.magnitude <= 1e9 else { throw bad(by, "is no difference that there can be") }
            return .by(difference)
        default:
            throw bad(to, "or '\(by.stringValue)' must stand there, and not both")
        }
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ change: Change, to: Key, by: Key) throws {
        switch change {
        case .to(let value): try encode(value, forKey: to)
        case .by(let difference): try encode(difference, forKey: by)
        }
    }
}
