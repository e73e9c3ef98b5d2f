import SubdialBasics

/// A component of an iCalendar document (RFC 5545), such as `VEVENT`, with its properties.
struct CalendarComponent {
    /// The reason why a text is no iCalendar document.
    struct Failure: Error {
        let reason: String
    }

    /// The maximum depth of components.
    private static let deepest = 8

    /// The name in capital letters.
    let name: String
    private(set) var properties: [CalendarProperty] = []
    private(set) var components: [CalendarComponent] = []

    /// Parses a document: all its components are those of one without a name.
    init(parsing text: String) throws(Failure) {
        var open = [CalendarComponent(name: "")]
        for line in Self.lines(of: text) {
            guard let property = CalendarProperty(line) else { continue }
            switch property.name {
            case "BEGIN":
                guard open.count <= Self.deepest else { throw Failure(reason: "components are nested more than \(Self.deepest) deep") }
                open.append(CalendarComponent(name: property.value.uppercased()))
            case "END":
                // An end without a beginning is ignored.
                guard open.count > 1, let closed = open.popLast() else { continue }
                open[open.count - 1].components.append(closed)
            default: open[open.count - 1].properties.append(property)
            }
        }
        // What the end of the text leaves open ends there.
        while open.count > 1, let closed = open.popLast() { open[open.count - 1].components.append(closed) }
        self = open[0]
        guard components.contains(where: { $0.name == "VCALENDAR" }) else {
            let start = text.drop(while: \.isWhitespace)
            throw Failure(
                reason: start.isEmpty
                    ? "the answer is empty" : start.first == "<" ? "the answer is a page, not a calendar" : "there is no VCALENDAR in it")
        }
    }

    private init(name: String) { self.name = name }

    /// The first property of a name.
    subscript(name: String) -> CalendarProperty? { properties.first { $0.name == name } }

    /// All properties of a name.
    func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }

    /// The text of a property with its escapes resolved; nil if it is missing or empty.
    func text(_ name: String) -> String? { self[name].flatMap { $0.text.isEmpty ? nil : $0.text } }

    /// The lines of a text; one that begins with a space or a tab continues the line before it.
    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }) {
            if line.first == " " || line.first == "\t", let last = lines.indices.last {
                lines[last] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }
}

/// A property of a component: `DTSTART;TZID=Europe/Berlin:20260108T201500`.
struct CalendarProperty {
    /// The name in capital letters.
    let name: String
    /// The parameters by names in capital letters.
    let parameters: [String: String]
    /// The value as written.
    let value: String

    /// Parses a line; nil if it is no property.
    init?(_ line: String) {
        var parts: [String] = [""]
        var isQuoted = false
        var value: String?
        for (offset, character) in line.enumerated() {
            if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character == ";" {
                parts.append("")
            } else if !isQuoted, character == ":" {
                value = String(line.dropFirst(offset + 1))
                break
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        guard let value, let name = parts.first, !name.isEmpty else { return nil }
        self.name = name.trimmed().uppercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parameters[pair[0].uppercased()] = String(pair[1]) }
        }
        self.parameters = parameters
        self.value = value
    }

    /// The value with its escapes resolved.
    var text: String { Self.unescaped(value).trimmed() }

    /// The values of a list of texts.
    var texts: [String] {
        var texts: [String] = [""]
        var isEscaped = false
        for character in value {
            if !isEscaped, character == "," {
                texts.append("")
            } else {
                isEscaped = !isEscaped && character == "\\"
                texts[texts.count - 1].append(character)
            }
        }
        return texts.map { Self.unescaped($0).trimmed() }.filter { !$0.isEmpty }
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                result.append(character == "n" || character == "N" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
            }
        }
        return result
    }
}
