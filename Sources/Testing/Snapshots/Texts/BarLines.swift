import FoundationEssentials
import SubdialDocuments
import SubdialFeeds
import SubdialTimeline

/// The lines of a bar during a timeline, as text: a single line unchanged, several with their times.
struct BarLines {
    let text: String
    /// The names of fields, if lines are JSON.
    let names: Set<String>

    /// Creates the feed's line at each moment, like a bar that starts at the first one.
    ///
    /// - Parameters:
    ///   - moments: Seconds from `start`.
    init(_ timeline: Timeline, options: FeedOptions, start: Date, moments: [Double]) {
        var feed = Feed(options)
        var lines: [(moment: Double, line: String)] = []
        for moment in moments.sorted() {
            let now = start.addingTimeInterval(moment)
            guard let entry = timeline.entry(at: now), let line = feed.line(for: entry, at: now) else { continue }
            lines.append((moment, line))
        }
        names = lines.reduce(into: []) { $0.formUnion(BarLine($1.line).names) }
        guard moments.count > 1 else {
            text = lines.map { $0.line + "\n" }.joined()
            return
        }
        // Lines contain no tabs, because feeds remove control characters.
        text = lines.map { "\(LookDetails.word(ofMoment: $0.moment))\t\($0.line.replacing("\n", with: "\n\t"))\n" }.joined()
    }

    /// The lines of a text with their times; a single line has none.
    static func lines(_ text: String) -> [(time: String, line: String)] {
        var lines: [(time: String, line: String)] = []
        let body = text.hasSuffix("\n") ? text.dropLast() : text[...]
        for raw in body.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = raw.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            let isTimed = parts.count == 2 && !parts[0].isEmpty
            let isContinued = parts.count == 2 && parts[0].isEmpty || parts.count < 2 && lines.last?.time == ""
            if isContinued, !lines.isEmpty {
                lines[lines.count - 1].line += "\n" + (parts.count == 2 ? String(parts[1]) : String(raw))
            } else {
                lines.append(isTimed ? (String(parts[0]), String(parts[1])) : ("", String(raw)))
            }
        }
        return lines
    }

    /// The text without the values of these fields.
    static func text(_ text: String, hiding names: Set<String>) -> String {
        guard !names.isEmpty else { return text }
        return lines(text).map { "\($0.time)\t\(BarLine($0.line).text(hiding: names))\n" }.joined()
    }

    /// The differences between two texts, by time and by field.
    static func changes(_ old: String, _ new: String) -> [String] {
        let (before, after) = (lines(old), lines(new))
        var changes: [String] = []
        for (time, line) in after {
            let place = time.isEmpty ? "" : "at \(time): "
            guard let known = before.first(where: { $0.time == time }) else {
                changes.append("\(place.isEmpty ? "" : place)the line is new: \(NodeProperties.shown("\"\(line)\""))")
                continue
            }
            changes += BarLine(line).changes(from: BarLine(known.line)).map { place + $0 }
        }
        for (time, _) in before where !after.contains(where: { $0.time == time }) {
            changes.append(time.isEmpty ? "the line is gone" : "at \(time): the line is gone")
        }
        return NodeChanges.told(changes)
    }
}
