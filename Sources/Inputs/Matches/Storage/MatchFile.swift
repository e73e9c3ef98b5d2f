import FoundationEssentials

/// The file that stores a running match.
package struct MatchFile: Hashable, Sendable, Codable {
    /// A change of the file of completed matches that may not have been written yet.
    package enum Pending: String, Hashable, Sendable, Codable {
        case append, remove
    }

    /// The version of the format that this release writes.
    private static let currentVersion = 1
    /// The key that identifies such a file.
    static let versionKey = "subdialMatch"

    /// The time line of the match.
    package var clock: MatchClock
    /// The match.
    package var match: Match
    /// The pending change of the file of completed matches; nil for none.
    package var pending: Pending?
    /// The file of completed matches to which the match is added; nil before the match has ended.
    package var completedPath: String?

    /// Makes a file of a match.
    package init(_ match: Match, clock: MatchClock) {
        self.match = match
        self.clock = clock
    }

    /// Decodes a file.
    ///
    /// - Throws: `wrong` if it is damaged, or was written by a later release.
    package init(bytes: [UInt8]) throws(MatchError) {
        do {
            self = try JSONDecoder().decode(MatchFile.self, from: Data(bytes))
        } catch let error as MatchError {
            throw error
        } catch let error as DecodingError {
            throw .wrong(path: "", reason: "this is not a match that 'subdial match' has written\(error.place)")
        } catch {
            throw .wrong(path: "", reason: "this is not a match that 'subdial match' has written")
        }
    }

    /// The bytes of the file.
    package func bytes() throws(MatchError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(self)) + [0x0A]
        } catch {
            throw .wrong(path: "", reason: "the match cannot be written down: \(error)")
        }
    }

    private enum Key: String, CodingKey {
        case version = "subdialMatch"
        case clock, match, pending, completedPath
    }

    /// Decodes the output of ``encode(to:)``.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version <= Self.currentVersion else {
            throw MatchError.wrong(
                path: Self.versionKey, reason: "a later version of Subdial has written it; this one reads up to \(Self.currentVersion)")
        }
        clock = try values.decode(MatchClock.self, forKey: .clock)
        match = try values.decode(Match.self, forKey: .match)
        pending = try values.decodeIfPresent(Pending.self, forKey: .pending)
        completedPath = try values.decodeIfPresent(String.self, forKey: .completedPath)
    }

    /// Encodes the version, the clock and the match.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(Self.currentVersion, forKey: .version)
        try values.encode(clock, forKey: .clock)
        try values.encode(match, forKey: .match)
        try values.encodeIfPresent(pending, forKey: .pending)
        try values.encodeIfPresent(completedPath, forKey: .completedPath)
    }
}

extension DecodingError {
    /// The path of the value that cannot be decoded: `: match.records.3`; empty if unknown.
    fileprivate var place: String {
        let path: [any CodingKey] =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.isEmpty ? "" : ": " + path.map(\.stringValue).joined(separator: ".")
    }
}
