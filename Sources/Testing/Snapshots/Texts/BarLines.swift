import FoundationEssentials
import SubdialDocuments
import SubdialFeeds
import SubdialTimeline
import SubdialWidgets

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
        text = lines.map { "\($0.moment.nameOfMoment)\t\($0.line.replacing("\n", with: "\n\t"))\n" }.joined()
    }

    /// The lines of a text with their times; a single line has none.
    private static func lines(_ text: String) -> [(time: String, line: String)] {
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
                changes.append("\(place.isEmpty ? "" : place)the line is new: \(NodeProperties.printed("\"\(line)\""))")
                continue
            }
            changes += BarLine(line).changes(from: BarLine(known.line)).map { place + $0 }
        }
        for (time, _) in before where !after.contains(where: { $0.time == time }) {
            changes.append(time.isEmpty ? "the line is gone" : "at \(time): the line is gone")
        }
        return changes
    }
}

/// A line of a bar: JSON with fields, or plain text.
struct BarLine {
    private let line: String
    /// The parsed JSON; nil for plain text.
    private let json: JSONValue?

    init(_ line: String) {
        self.line = line
        // i3bar's lines are elements of an endless list, each of which is a list of blocks.
        let body = line.hasPrefix(",") ? line.dropFirst() : line.hasSuffix(",") ? line.dropLast() : line[...]
        let value = body.hasPrefix("{") || body.hasPrefix("[") ? try? JSONValue(parsing: String(body)) : nil
        switch value {
        case .object?, .array?: json = value
        default: json = nil
        }
    }

    /// The names of all fields.
    var names: Set<String> { json.map(Self.names) ?? [] }

    private static func names(_ value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members): members.reduce(into: Set(members.map(\.key))) { $0.formUnion(names($1.value)) }
        case .array(let values): values.reduce(into: []) { $0.formUnion(names($1)) }
        default: []
        }
    }

    /// The line without the values of these fields.
    func text(hiding names: Set<String>) -> String {
        guard let json, !self.names.isDisjoint(with: names) else { return line }
        func hidden(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(members.map { JSONMember($0.key, names.contains($0.key) ? .null : hidden($0.value)) })
            case .array(let values): .array(values.map(hidden))
            default: value
            }
        }
        return hidden(json).text()
    }

    /// The differences by field, or by the changed part of the text.
    func changes(from old: BarLine) -> [String] {
        guard line != old.line else { return [] }
        guard let json, let before = old.json else { return [Self.change(line, old.line)] }
        let (fields, known) = (Self.fields(json), Self.fields(before))
        var changes: [String] = []
        for (path, value) in fields {
            guard let former = known.first(where: { $0.path == path })?.value else {
                changes.append("`\(NodeProperties.printed(path))` is \(NodeProperties.printed(value)), which was not there")
                continue
            }
            if former != value {
                changes.append(
                    "`\(NodeProperties.printed(path))` is \(NodeProperties.printed(value)) instead of \(NodeProperties.printed(former))")
            }
        }
        for (path, value) in known where !fields.contains(where: { $0.path == path }) {
            changes.append("`\(NodeProperties.printed(path))` is not there any more, which was \(NodeProperties.printed(value))")
        }
        return changes.isEmpty ? ["the line is written otherwise"] : changes
    }

    /// The scalar values with their key paths.
    private static func fields(_ value: JSONValue, at path: String = "") -> [(path: String, value: String)] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.flatMap { fields($0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        case .array(let values) where !values.isEmpty:
            values.enumerated().flatMap { fields($0.element, at: "\(path)[\($0.offset)]") }
        default: [(path, value.text())]
        }
    }

    /// The changed part, with its context.
    private static func change(_ new: String, _ old: String) -> String {
        guard !new.isEmpty else { return "the line is empty, which was \(NodeProperties.printed("\"\(old)\""))" }
        guard !old.isEmpty else { return "the line is \(NodeProperties.printed("\"\(new)\"")), which was empty" }
        let (new, old) = (Array(new), Array(old))
        let head = zip(new, old).prefix { $0 == $1 }.count
        let tail = zip(new.dropFirst(head).reversed(), old.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        func part(_ text: [Character]) -> String { "\"\(String(text[head..<(text.count - tail)]))\"" }
        return "from column \(head + 1) it says \(NodeProperties.printed(part(new))) instead of \(NodeProperties.printed(part(old)))"
    }
}
