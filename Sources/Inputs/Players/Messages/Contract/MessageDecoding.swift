import FoundationEssentials
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

    /// Seconds from 0 on; nil if the key is missing or null.
    func seconds(_ key: Key) throws -> Double? { try number(key, within: 0...1e9).flatMap(\.self) }

    /// A number within a range: nil if the key is missing, `.some(nil)` if it is null.
    func number(_ key: Key, within range: ClosedRange<Double>) throws -> Double?? {
        let value = try optional(Double.self, key, "is no number")
        if case .some(.some(let number)) = value, !range.contains(number) {
            throw bad(key, "is not from \(range.lowerBound.fixed(0)) to \(range.upperBound.fixed(0))")
        }
        return value
    }

    /// A share from 0 to 1, in per cent: nil if the key is missing, `.some(nil)` if it is null.
    func percent(_ key: Key) throws -> Double?? {
        // 0.29 times 100 is 28.999999999999996.
        try number(key, within: 0...1).map { $0.map { ($0 * 1e6).rounded() / 1e4 } }
    }

    /// A text on one line: nil if the key is missing, `.some(nil)` if it is null.
    func line(_ key: Key, bytes: Int = SourceLimits.textBytes) throws -> String?? {
        try optional(String.self, key, "is no text").map { $0?.bounded(bytes: bytes) }
    }

    /// An id, which players write as a number or as a text; nil if it is missing, null or empty.
    func id(_ key: Key) throws -> String? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if let number = try? decode(Int64.self, forKey: key) { return String(number) }
        guard let text = try? decode(String.self, forKey: key) else { throw bad(key, "is neither a whole number nor a text") }
        // A truncated id might be another's.
        guard text.utf8.count <= 200 else { throw bad(key, "is longer than 200 bytes") }
        let clean = text.bounded().trimmed()
        return clean.isEmpty ? nil : clean
    }

    /// An id that must be present.
    func neededID(_ key: Key) throws -> String {
        guard let id = try id(key) else { throw bad(key, "is missing") }
        return id
    }

    /// A whole number within a range, which must be present.
    func whole(_ key: Key, in range: ClosedRange<Int>) throws -> Int {
        guard let value = try optional(Int.self, key, "is no whole number")?.flatMap(\.self) else { throw bad(key, "is missing") }
        guard range.contains(value) else { throw bad(key, "is not from \(range.lowerBound) to \(range.upperBound)") }
        return value
    }

    /// A time, in seconds since 1970 or as ISO 8601 text; nil if it is missing or null.
    func time(_ key: Key) throws -> Date? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if let seconds = try? decode(Double.self, forKey: key) {
            // The years 1 to 9999.
            guard seconds.isFinite, (-62_135_596_800..<253_402_300_800).contains(seconds) else {
                throw bad(key, "is no number of seconds since 1970")
            }
            return Date(timeIntervalSince1970: seconds)
        }
        guard let text = try? decode(String.self, forKey: key), let date = MessageTime.date(text) else {
            throw bad(key, "is neither a number of seconds since 1970 nor a time such as 2026-03-01T12:00:00Z")
        }
        return date
    }

    /// The 64 hexadecimal digits of a hash such as `sha256:9f86…`; nil if it is missing or null.
    func sha256(_ key: Key) throws -> String? {
        guard let text = try optional(String.self, key, "is no text")?.flatMap(\.self) else { return nil }
        let parts = text.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "sha256", parts[1].utf8.count == 64,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw bad(key, "is not 'sha256:' with 64 hexadecimal digits after it") }
        return String(parts[1])
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
