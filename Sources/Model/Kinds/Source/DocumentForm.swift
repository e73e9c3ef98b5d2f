import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The format of a source's documents with its settings.
package struct DocumentForm: Hashable, Sendable {
    /// The circumstances of a document's arrival.
    package struct Arrival: Sendable {
        /// The time of its arrival.
        package var date: Date
        /// The character set that the server has announced; nil for none.
        package var charset: String?
        /// The time zone of the instance.
        package var zone: String

        /// Makes circumstances.
        package init(date: Date, charset: String? = nil, zone: String = "UTC") {
            self.date = date
            self.charset = charset
            self.zone = zone
        }
    }

    /// The keys of the settings.
    static let keys = ["charset", "separator", "header", "lists", "window", "zone"]

    /// The format.
    package let format: DocumentFormat
    /// The character set; nil for the one that the document or its server says.
    private let charset: String?
    /// The character between cells.
    private let separator: Character
    /// The number of the header line; nil for none.
    private let header: Int?
    /// The names of XML elements that are lists even if there is only one.
    private let lists: Set<String>
    /// The seconds before and after the arrival whose events are wanted.
    private let before: Double, after: Double
    /// The zone of a calendar's whole days; nil for the one of the calendar, or of the instance.
    private let zone: String?

    /// A form without settings but the character between cells.
    package init(_ format: DocumentFormat, separator: Character = ",") {
        self.format = format
        charset = nil
        self.separator = separator
        header = format == .csv ? 1 : nil
        lists = []
        (before, after) = Self.standardWindow
        zone = nil
    }

    /// The window of calendars without one: the day before, and a month.
    private static let standardWindow = (before: 86_400.0, after: 31 * 86_400.0)

    /// A text that is equal for equal forms; the format alone for one without settings.
    package var identity: String { self == DocumentForm(format) ? format.rawValue : "\(self)" }

    /// Parses a document.
    ///
    /// - Throws: If the document has another format; the error contains its beginning.
    package func value(of bytes: some Collection<UInt8>, _ arrival: Arrival) throws(KindError) -> Value {
        let text: String
        do {
            text = try DecodedText.text(
                of: Array(bytes), written: charset, announced: arrival.charset, isXML: format == .xml || format == .rss)
        } catch {
            throw KindError(.document, at: "charset", error.reason)
        }
        switch format {
        case .json: return try Self.json(text, place: "")
        case .jsonl:
            var values: [Value] = []
            for (number, line) in Self.lines(of: text).enumerated() where !line.allSatisfy(\.isWhitespace) {
                values.append(try Self.json(line, place: "line \(number + 1)"))
            }
            return .list(values)
        case .text: return .string(text.last?.isNewline == true ? String(text.dropLast()) : text)
        case .lines: return .list(Self.lines(of: text).map(Value.string))
        case .columns:
            let lines = Self.lines(of: text)
            guard let header else {
                return .list(lines.map { .list($0.split(whereSeparator: \.isWhitespace).map { .string(String($0)) }) })
            }
            return .list(AlignedTable(Array(lines.dropFirst(header - 1))).cells.map { .map($0.mapValues(Value.string)) })
        case .csv:
            let rows = SeparatedTable.rows(of: text, separator: separator)
            guard let header else { return .list(rows.map { .list($0.map(Value.string)) }) }
            guard rows.count >= header else { return .list([]) }
            return .list(
                rows.dropFirst(header).map { row in
                    .map(Dictionary(zip(rows[header - 1], row.map(Value.string))) { first, _ in first })
                })
        case .xml: return Value(try Self.root(of: text).json(lists: lists))
        case .rss:
            let root = try Self.root(of: text)
            guard let feed = WebFeed(root) else {
                throw KindError(
                    .document,
                    "this is neither RSS nor Atom, but an XML document with the element '\(root.name)'; read it with 'format: xml'")
            }
            return Value(feed.json)
        case .ical: return try calendar(text, arrival)
        }
    }

    private func calendar(_ text: String, _ arrival: Arrival) throws(KindError) -> Value {
        let now = arrival.date.timeIntervalSince1970
        do {
            var calendar = try CalendarDocument(
                parsing: text, window: CalendarDocument.Window(start: now - before, end: now + after), zone: arrival.zone,
                overriding: zone)
            return Value(try calendar.json())
        } catch {
            throw KindError(.document, error.reason, value: String(text.prefix(200)))
        }
    }

    private static func root(of text: String) throws(KindError) -> XMLElement {
        guard !text.allSatisfy(\.isWhitespace) else { throw KindError(.document, "the answer is empty") }
        do {
            return try XMLParser.root(of: text)
        } catch {
            throw KindError(.document, "this is not XML: \(error)", value: String(text.prefix(200)))
        }
    }

    private static func json(_ text: String, place: String) throws(KindError) -> Value {
        do {
            return Value(try JSONValue(parsing: text))
        } catch {
            let start = text.drop(while: \.isWhitespace)
            let reason =
                start.isEmpty
                ? "the answer is empty"
                : start.hasPrefix("<?xml") || start.hasPrefix("<rss") || start.hasPrefix("<feed")
                    ? "the answer is XML, not JSON; read it with 'format: xml' or 'rss'"
                    : start.first == "<" ? "the answer is a page, not JSON" : "this is not JSON: \(error)"
            throw KindError(.document, at: place, reason, value: String(start.prefix(200)))
        }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension DocumentForm {
    /// Parses `format` and the settings of the format.
    init(_ parts: [String: SettingsNode], _ reader: KindReader) throws(SettingsProblem) {
        let format = try parts["format"].map { (node) throws(SettingsProblem) in try Self.format(node) } ?? .json
        let owners: [String: [DocumentFormat]] = [
            "separator": [.csv], "header": [.csv, .columns], "lists": [.xml], "window": [.ical], "zone": [.ical],
        ]
        for key in Self.keys {
            guard let node = parts[key], let formats = owners[key], !formats.contains(format) else { continue }
            let names = formats.map { "'format: \($0.rawValue)'" }
            throw node.error("'\(key)' goes with \(names.joined(separator: " and ")), not with \(format.rawValue)")
        }
        self.format = format
        charset = try parts["charset"].map { (node) throws(SettingsProblem) in
            let name = try node.text()
            guard DecodedText.isKnown(name) else {
                throw node.error("there is no character set '\(name)'; write it like iso-8859-1, windows-1252 or utf-16")
            }
            return name
        }
        separator = try parts["separator"].map { (node) throws(SettingsProblem) in try Self.separator(node) } ?? ","
        let standard = format == .csv ? 1 : 0
        let line = try parts["header"].map { (node) throws(SettingsProblem) in try Self.header(node) } ?? standard
        header = line > 0 ? line : nil
        var lists: Set<String> = []
        for element in parts["lists"]?.elements ?? [] { lists.insert(try element.text()) }
        self.lists = lists
        var window = Self.standardWindow
        parts["window"]?.forEach(of: ["before", "after"], like: "after: 31d") { (member) throws(SettingsProblem) in
            let seconds = try reader.seconds(member.value)
            if member.name == "before" { window.before = seconds } else { window.after = seconds }
        }
        (before, after) = window
        zone = try parts["zone"].map { (node) throws(SettingsProblem) in
            let zone = try node.text()
            guard TimeZones.isKnown(zone) else { throw node.error("'\(zone)' is no time zone; write it like Europe/Berlin") }
            return zone
        }
    }

    private static func format(_ node: SettingsNode) throws(SettingsProblem) -> DocumentFormat {
        let word = try node.text()
        guard let format = DocumentFormat(rawValue: word) else {
            let names = DocumentFormat.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: word, among: names)
            throw node.error("there is no format '\(word)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
        }
        return format
    }

    private static func separator(_ node: SettingsNode) throws(SettingsProblem) -> Character {
        let text = try node.text()
        if text == "tab" { return "\t" }
        guard text.count == 1, let character = text.first, character != "\"", !character.isNewline else {
            throw node.error("\(node.name) takes a single character, like \";\", or tab")
        }
        return character
    }

    /// Parses `true` as 1, `false` as 0, and the number of a line.
    private static func header(_ node: SettingsNode) throws(SettingsProblem) -> Int {
        if case .bool(let hasHeader) = node.value { return hasHeader ? 1 : 0 }
        guard let number = node.value.number, number >= 1, number <= 1000, number == number.rounded() else {
            throw node.error("\(node.name) takes true, false, or the number of the line")
        }
        return Int(saturating: number)
    }
}
