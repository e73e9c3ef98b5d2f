import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialTimeline

/// A timeline as readable text: each entry with the values that differ from the previous entry.
package struct TimelineText: Hashable, Sendable {
    /// The text.
    package let text: String
    /// The names of all values.
    let names: Set<String>

    /// Creates the text; times are relative to the first entry.
    ///
    /// - Parameter asked: The time in which a provider was asked: of a timeline that begins then, the date is not told.
    package init(_ timeline: Timeline, asked: ClosedRange<Date>? = nil) {
        var lines: [String] = []
        var names: Set<String> = []
        let start = timeline.entries.first?.date ?? Date(timeIntervalSince1970: 0)
        func offset(_ date: Date) -> String { Self.length(date.timeIntervalSince(start)) }
        let beginsNow = timeline.entries.first.flatMap { first in asked?.contains(first.date) } ?? false
        lines.append("begins: \(beginsNow ? "now" : timeline.entries.first?.date.iso8601 ?? "never")")
        var before: [String: String] = [:]
        for entry in timeline.entries {
            var values: [String: String] = [:]
            if case .object(let members) = entry.json {
                for member in members where member.key != "date" && member.value != .null { values[member.key] = member.value.text() }
            }
            if let relevance = entry.relevance {
                let holds = relevance.duration > 0 ? " for \(Self.length(relevance.duration).dropFirst())" : ""
                values["relevance"] = relevance.score.shortText + holds
            }
            // A provider of WidgetKit has no connection.
            if asked != nil { values["connection"] = nil }
            names.formUnion(values.keys)
            values["next change"] = timeline.nextWidgetWake(after: entry.date).map(offset) ?? "never"
            lines.append(offset(entry.date))
            let own = ["next change", "relevance"]
            for name in own + Set(values.keys).union(before.keys).subtracting(own).sorted() where values[name] != before[name] {
                lines.append("  \(name): \(values[name] ?? "none")")
            }
            before = values
        }
        let reload = timeline.reloadDate.map(offset) ?? "never"
        lines.append("reload: \(reload)")
        text = lines.map { $0 + "\n" }.joined()
        self.names = names
    }

    /// A duration in days, hours, minutes and seconds: `+1h 30min`.
    private static func length(_ seconds: Double) -> String {
        let milliseconds = Int(saturating: (seconds.magnitude * 1000).rounded())
        let whole = milliseconds / 1000
        var rest = String(whole % 60)
        if milliseconds % 1000 != 0 {
            let digits = String(milliseconds % 1000)
            rest += "." + String(repeating: "0", count: 3 - digits.count) + digits
            while rest.hasSuffix("0") { rest.removeLast() }
        }
        let parts = [
            whole >= 86_400 ? "\(whole / 86_400)d" : nil, whole / 3600 % 24 > 0 ? "\(whole / 3600 % 24)h" : nil,
            whole / 60 % 60 > 0 ? "\(whole / 60 % 60)min" : nil, rest == "0" && milliseconds > 0 ? nil : "\(rest)s",
        ]
        return (seconds < 0 ? "-" : "+") + parts.compactMap { $0 }.joined(separator: " ")
    }

    /// The text without the values of these names.
    static func text(_ text: String, hiding names: Set<String>) -> String {
        guard !names.isEmpty else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            guard line.hasPrefix("  ") else { return true }
            return !names.contains(String(line.dropFirst(2).prefix { $0 != ":" }))
        }
        return lines.joined(separator: "\n")
    }
}

/// The differences between two texts of a timeline, by entry and value.
enum TimelineChanges {
    static func changes(_ old: String, _ new: String) -> [String] {
        let (before, after) = (blocks(old), blocks(new))
        var changes: [String] = []
        for (time, values) in after {
            guard let known = before.first(where: { $0.time == time })?.values else {
                changes.append("the entry at \(time) is new")
                continue
            }
            let name = time.isEmpty ? "" : "at \(time): "
            for (key, value) in values {
                guard let old = known.first(where: { $0.name == key })?.value else {
                    changes.append("\(name)`\(NodeProperties.printed(key))` is \(NodeProperties.printed(value)), which it did not tell")
                    continue
                }
                if old != value {
                    changes.append(
                        "\(name)`\(NodeProperties.printed(key))` is \(NodeProperties.printed(value)) instead of \(NodeProperties.printed(old))"
                    )
                }
            }
            for (key, value) in known where !values.contains(where: { $0.name == key }) {
                changes.append("\(name)`\(NodeProperties.printed(key))` is not told any more, which was \(NodeProperties.printed(value))")
            }
        }
        for (time, _) in before where !after.contains(where: { $0.time == time }) { changes.append("the entry at \(time) is gone") }
        return changes.isEmpty ? ["the same lines stand in another order"] : changes
    }

    private typealias Block = (time: String, values: [(name: String, value: String)])

    /// The entries by time; lines outside of entries have none.
    private static func blocks(_ text: String) -> [Block] {
        var blocks: [Block] = [("", [])]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("+") {
                blocks.append((String(line), []))
                continue
            }
            let isOutside = !line.hasPrefix(" ")
            let parts = line.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            blocks[isOutside ? 0 : blocks.count - 1].values.append((String(parts.first ?? ""), value))
        }
        return blocks
    }
}
