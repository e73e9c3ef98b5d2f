import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport

@testable import SubdialBridge

extension Reading {
    /// All values of the reading, one per line; a missing value has no line, and an explicit null is `-`.
    var summary: String {
        var lines: [String] = []
        func add(_ key: String, _ value: String?) {
            if let value { lines.append("\(key): \(value)") }
        }
        add("name", name)
        add("source", source)
        add("status", status?.rawValue)
        add("track", track.map { $0.map { "\($0.title) | \($0.artist) | \($0.album) | \($0.length.map { "\($0)" } ?? "-")" } ?? "-" })
        add("position", position.map { $0.map { "\($0.seconds) at \($0.time.seconds)" } ?? "-" })
        add("scale", volumeScale.map { $0.map { "\($0.minimum)...\($0.maximum) by \($0.step) \($0.unit.rawValue)" } ?? "-" })
        add("value", volumeValue.map { "\($0)" })
        add("muted", isMuted.map { "\($0)" })
        add("artwork", artwork.map { $0?.key ?? "-" })
        add("connection", connection?.rawValue)
        return lines.joined(separator: "\n")
    }
}

/// Parses a bridge's response about a zone.
func nowPlaying(_ text: String) throws -> WireNowPlaying? {
    WireNowPlaying(try JSONValue(parsing: text))
}

/// Returns the reading of a response, requested at 1000 and received at 1000.2.
func reading(
    _ text: String, of zone: String = "roon:1", dialect: BridgeDialect? = .rust, isStale: Bool = false
) throws -> Reading? {
    let context = AnswerContext(
        zone: ZoneID(zone), asked: SteadyDate(seconds: 1000), received: SteadyDate(seconds: 1000.25),
        status: dialect.map { BridgeStatus(dialect: $0, connections: ["roon": !isStale]) })
    return try nowPlaying(text).map { Reading($0, in: context) }
}
