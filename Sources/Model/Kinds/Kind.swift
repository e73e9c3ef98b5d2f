import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// A kind defined by a `kind.yaml`: its data sources, and the conversion of their data to entries.
package struct Kind: Sendable {
    /// The name, which is that of its folder.
    package var name: String
    /// The path of its file, for messages.
    package var file: String
    /// The display title.
    package var title: String
    /// A one-sentence description.
    package var summary: String
    /// The parameters that users can set.
    package var parameters: [KindParameter]
    /// The data sources; expressions refer to their documents by name.
    package var sources: [KindSource]
    /// Lists derived from the documents.
    package var lists: [KindList]
    /// The conversion of a response to entries.
    package var timeline: KindTimeline
    /// The fields of an entry.
    package var fields: [KindField]
    /// The schedule of requests, and the validity of the data.
    package var refresh: KindRefresh
    /// The relevance of an entry; nil for none.
    package var relevance: KindRelevance?
    /// The live activity; nil for none.
    package var activity: KindActivity?
    /// The actions of clicks.
    package var actions: [KindAction]
    /// The settings of its lines in bars.
    package var feed: FeedSettings
    /// The schema of its entries.
    package var schema: EntrySchema
    /// The problems that leave the kind usable.
    package var warnings: [String]
    /// The text of the file.
    package var text = ""

    /// The name of the only source of a kind.
    package static let standardSource = "data"
}

/// A parameter that users can set.
package struct KindParameter: Hashable, Sendable {
    /// The name, in expressions and on the command line.
    package var name: String
    /// The type; a secret is a text.
    package var type: FieldType
    /// True for a secret: it is used only in requests.
    package var isSecret: Bool
    /// The default value; nil if a value is required.
    package var standard: Value?
    /// The bounds of a number.
    package var minimum: Double?, maximum: Double?
    /// A pattern with the wildcards `*` and `?` that a text must match.
    package var pattern: String?
    /// A one-sentence description.
    package var summary: String?
}

/// A list derived from a document.
package struct KindList: Sendable {
    /// The name in expressions.
    package var name: String
    /// The definition of the list.
    package var form: Form

    /// The definition of a list.
    package enum Form: Sendable {
        /// Maps with one member from each of several parallel lists; as long as the shortest list.
        case zip([(name: String, list: KindExpression)])
        /// A list in a document, filtered, sorted and truncated.
        case of(KindExpression, item: String, where: KindExpression?, sort: KindExpression?, first: KindExpression?)
    }
}

/// The conversion of a response to entries.
package enum KindTimeline: Sendable {
    /// One entry, dated with the time of the response.
    case received
    /// One entry for each date in a list.
    case dates([KindExpression])
    /// One entry for each row of a list.
    case rows(name: String, list: KindExpression, at: KindExpression)

    /// The maximum number of entries from one response.
    package static let limit = 400
}

/// A field of a kind with the source of its value.
package struct KindField: Sendable {
    /// The field in the schema.
    package var field: EntryField
    /// The expression of the value; nil for the key with the field's name.
    package var from: KindExpression?
    /// The default value.
    package var standard: Value?
    /// The values for texts in a document; the key `default` applies to all other texts.
    package var map: [String: Value]
    /// The fields of a map, or of the maps in a list.
    package var members: [KindField]
}

/// The relevance of an entry.
package struct KindRelevance: Sendable {
    /// The score.
    package var score: KindExpression
    /// The seconds for which the score is valid; nil for as long as the entry is shown.
    package var duration: Double?
}

/// An action of a click.
package struct KindAction: Sendable {
    /// The name, used in `subdial control --kind KIND NAME`.
    package var name: String
    /// The request or command that the action sends.
    package var transport: KindTransport
}

extension Kind {
    /// Parses the documents in a file: for a kind with several sources, an object with one member for each.
    ///
    /// - Parameter parse: Parses the document of the only source.
    /// - Throws: `KindError` for another form.
    package func documents(
        _ bytes: [UInt8], parse: (KindSource, [UInt8]) throws(KindError) -> Value
    ) throws(KindError) -> EntryMaker.Documents {
        guard sources.count != 1, let source = sources.first else {
            return try sources.first.map { (source) throws(KindError) in [source.name: try parse(source, bytes)] } ?? [:]
        }
        guard case .map(let members) = try DocumentFormat.json.value(of: bytes) else {
            throw KindError(
                .document, at: source.name,
                "this kind has several sources: an object with \(sources.map(\.name).joined(separator: ", ")) should stand here")
        }
        return Dictionary(sources.map { ($0.name, members[$0.name] ?? .missing) }) { $1 }
    }

    /// The timeline of documents from their arrival, with the dates at which they become stale, expire and are requested again.
    ///
    /// The random delay before the next request is omitted, so that equal documents always yield the same timeline.
    ///
    /// - Returns: The timeline, and the skipped rows, one line each.
    package func timeline(
        of documents: EntryMaker.Documents, _ values: KindValues, received: Date, subject: Subject? = nil,
        timeZones: TimeZones = TimeZones()
    ) throws(KindError) -> (timeline: Timeline, warnings: [String]) {
        let made = try EntryMaker(self, values, subject: subject, timeZones: timeZones).entries(of: documents, received: received)
        var state = DataState()
        (state.entries, state.received) = (made.entries, received)
        let next = refresh.next(after: received, last: made.entries.last?.date, wanted: made.after, random: 0) { date in
            timeZones.midnight(before: date, in: refresh.zone)
        }
        return (state.timeline(at: received, refresh, schema: schema, subject: subject, next: next), made.warnings)
    }

    /// Separates named values into those of parameters and those of fields.
    ///
    /// - Throws: `KindError` for a name that is neither.
    package func sorted(
        _ given: [(name: String, value: Value)]
    ) throws(KindError) -> (parameters: [String: Value], fields: [(name: String, value: Value)]) {
        let parameters = Set(self.parameters.map(\.name))
        let known = schema.fields.map(\.name)
        var result: (parameters: [String: Value], fields: [(name: String, value: Value)]) = ([:], [])
        for item in given {
            if parameters.contains(item.name) {
                result.parameters[item.name] = item.value
            } else if known.contains(item.name) {
                result.fields.append(item)
            } else {
                throw KindError(
                    .parameters, at: item.name,
                    "'\(name)' has no parameter or field of this name\(Suggestion.hint(for: item.name, among: known + parameters))")
            }
        }
        return result
    }
}

extension Kind {
    /// Parses a kind file.
    ///
    /// - Parameters:
    ///   - text: The text of `kind.yaml`.
    ///   - name: The kind's name, which is that of its folder.
    ///   - file: The file's path, for messages.
    /// - Throws: All problems, with lines and columns.
    package init(_ text: String, name: String, file: String) throws(KindFileError) {
        let problems = SettingsProblems()
        let reader = KindReader(name: name, file: file, problems: problems)
        let kind = SettingsNode(text, problems: problems).map { reader.read($0) }
        let errors = problems.all.filter { !$0.isWarning }
        guard var kind, errors.isEmpty else {
            let lines = errors.isEmpty ? ["\(file): there is nothing but comments in it"] : errors.map { $0.text(in: file) }
            throw KindFileError(file: file, problems: lines)
        }
        kind.text = text
        kind.warnings = problems.all.map { $0.text(in: file) }
        self = kind
    }
}

/// Parses `kind.yaml` and collects all problems.
struct KindReader {
    static let keys = [
        "name", "description", "parameters", "source", "sources", "data", "timeline", "fields", "refresh", "relevance",
        "activity", "actions",
        "feed",
    ]

    static let activityKeys = ["while", "running", "alert"]
    static let parameterKeys = ["type", "default", "of", "min", "max", "pattern", "description"]

    /// The longest duration in seconds: ten years.
    private static let longestLength = 10 * 366 * 86_400.0

    let name: String
    let file: String
    let problems: SettingsProblems

    func read(_ root: SettingsNode) -> Kind {
        var members: [String: SettingsNode] = [:]
        root.forEach(of: Self.keys, like: "source: { url: https://… }") { members[$0.name] = $0.value }
        let title = collecting { () throws(SettingsProblem) in try members["name"]?.text() } ?? name
        let summary = collecting { () throws(SettingsProblem) in try members["description"]?.text() } ?? ""
        let parameters = members["parameters"].map(parameters) ?? []
        var known = Set(parameters.filter { !$0.isSecret }.map(\.name))
        let secrets = Set(parameters.filter(\.isSecret).map(\.name))
        let sources = sources(members, KindNames(known, secrets: secrets))
        known.formUnion(sources.map(\.name) + ["received", "previous"])
        let lists = members["data"].map { self.lists($0, &known, secrets) } ?? []
        let (timeline, row) = members["timeline"].map { self.timeline($0, KindNames(known, secrets: secrets)) } ?? (.received, nil)
        known.formUnion(["at", "index"] + [row].compactMap { $0 })
        let fields = fieldList(members, &known, secrets)
        if members["source"] == nil, members["sources"] == nil {
            problems.add(
                root.error(
                    "the source is missing: 'source: { url: … }', command, file, match, library, mixer, console, mqtt, stdin or static"))
        }
        if members["fields"] == nil { problems.add(root.error("the fields are missing: what an entry consists of")) }
        let schema = EntrySchema(
            kind: name, fields: fields.map(\.field) + parameters.compactMap { $0.field(besides: fields) })
        let names = KindNames(known, secrets: secrets)
        return Kind(
            name: name, file: file, title: title, summary: summary, parameters: parameters, sources: sources, lists: lists,
            timeline: timeline, fields: fields, refresh: members["refresh"].map { refresh($0, names) } ?? standardRefresh(of: sources),
            relevance: members["relevance"].flatMap { relevance($0, names) },
            activity: members["activity"].flatMap { activity($0, KindNames(Set(schema.allNames), secrets: secrets)) },
            actions: members["actions"].map { actions($0, KindNames(Set(schema.allNames), secrets: secrets)) } ?? [],
            feed: members["feed"].map { feed($0, schema) } ?? FeedSettings(), schema: schema, warnings: [])
    }

    /// Returns the result of `body`; nil if it throws, after adding the problem to the list.
    func collecting<T>(_ body: () throws(SettingsProblem) -> T?) -> T? {
        do {
            return try body()
        } catch {
            problems.add(error)
            return nil
        }
    }

    private func standardRefresh(of sources: [KindSource]) -> KindRefresh {
        var refresh = KindRefresh()
        let isPolled = sources.contains {
            switch $0.transport {
            case .url: true
            case .command(let command): !command.isLasting
            case .file, .match, .library, .mixer, .console, .mqtt, .stdin, .fixed: false
            }
        }
        if isPolled { refresh.every = 900 }
        return refresh
    }

    private func parameters(_ node: SettingsNode) -> [KindParameter] {
        let members = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "place: { type: text, default: Berlin }") } ?? []
        return members.compactMap { member in
            guard checked(member) else { return nil }
            return collecting { () throws(SettingsProblem) in try parameter(member) }
        }
    }

    private func parameter(_ member: SettingsNode.Member) throws(SettingsProblem) -> KindParameter {
        guard member.value.isMap else {
            let value = member.value.value
            return KindParameter(name: member.name, type: .type(of: value), isSecret: false, standard: value)
        }
        var parts: [String: SettingsNode] = [:]
        member.value.forEach(of: Self.parameterKeys, like: "type: text") {
            parts[$0.name] = $0.value
        }
        let word = try parts["type"]?.text()
        let isSecret = word == "secret"
        let standard = parts["default"]?.value
        var type = FieldType.type(of: standard ?? .string(""))
        if let node = parts["type"], let word, !isSecret {
            type = try KindTypes(reader: self).scalar(word, node, choices: parts["of"])
        }
        return KindParameter(
            name: member.name, type: type, isSecret: isSecret, standard: isSecret ? nil : standard,
            minimum: try parts["min"].map { (n) throws(SettingsProblem) in try number(n) },
            maximum: try parts["max"].map { (n) throws(SettingsProblem) in try number(n) },
            pattern: try parts["pattern"]?.text(), summary: try parts["description"]?.text())
    }

    /// True if the name of a parameter, list or field is valid in expressions.
    func checked(_ member: SettingsNode.Member) -> Bool {
        let isName =
            member.name.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0)) }
            && member.name.first?.isNumber == false
        guard !isName else { return true }
        problems.add(member.value.error("'\(member.name)' is no name for expressions: letters, digits and _, a letter first"))
        return false
    }

    func number(_ node: SettingsNode) throws(SettingsProblem) -> Double {
        guard let number = node.value.number, number.isFinite else { throw node.error("\(node.name) takes a number") }
        return number
    }

    /// Parses `30s`, `15m`, `1h`, `1d`, `1h 30m` or a plain number as seconds.
    func seconds(_ node: SettingsNode) throws(SettingsProblem) -> Double {
        if let number = node.value.number { return min(max(0, number), Self.longestLength) }
        let text = try node.text()
        var seconds = 0.0
        var digits = ""
        for character in text where !character.isWhitespace {
            if character.isNumber || character == "." {
                digits.append(character)
                continue
            }
            guard let number = Double(digits), let unit = ["s": 1.0, "m": 60, "h": 3600, "d": 86_400][character] else {
                throw node.error("\(node.name) takes a length of time like 30s, 15m, 1h or 1d, not '\(text)'")
            }
            seconds += number * unit
            digits = ""
        }
        guard digits.isEmpty, !text.isEmpty else {
            throw node.error("\(node.name) takes a length of time like 30s, 15m, 1h or 1d, not '\(text)'")
        }
        return min(seconds, Self.longestLength)
    }

    private func activity(_ node: SettingsNode, _ names: KindNames) -> KindActivity? {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: Self.activityKeys, like: "while: \"{{ running }}\"") { parts[$0.name] = $0.value }
        guard let condition = parts["while"] else {
            problems.add(node.error("activity: 'while' is missing: when there is something to show"))
            return nil
        }
        return collecting { () throws(SettingsProblem) in
            KindActivity(
                condition: try expression(condition, names),
                running: try parts["running"].map { (n) throws(SettingsProblem) in try expression(n, names) },
                alert: try parts["alert"].map { (n) throws(SettingsProblem) in try expression(n, names) })
        }
    }

    private func relevance(_ node: SettingsNode, _ names: KindNames) -> KindRelevance? {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["score", "for"], like: "score: \"{{ 1 }}\"") { parts[$0.name] = $0.value }
        guard let score = parts["score"] else {
            problems.add(node.error("relevance: the score is missing"))
            return nil
        }
        return collecting { () throws(SettingsProblem) in
            KindRelevance(
                score: try expression(score, names), duration: try parts["for"].map { (n) throws(SettingsProblem) in try seconds(n) })
        }
    }
}

extension KindParameter {
    init(name: String, type: FieldType, isSecret: Bool, standard: Value?) {
        self.init(
            name: name, type: type, isSecret: isSecret, standard: standard, minimum: nil, maximum: nil, pattern: nil, summary: nil)
    }

    /// The field that stores the parameter's value in entries; nil for a secret, and if a field has the same name.
    fileprivate func field(besides fields: [KindField]) -> EntryField? {
        guard !isSecret, !fields.contains(where: { $0.field.name == name }) else { return nil }
        return EntryField(name, type, isOptional: true, sample: standard ?? .missing, standard: standard, summary: summary)
    }
}
