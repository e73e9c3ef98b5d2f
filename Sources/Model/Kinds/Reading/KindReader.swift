import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// Parses `kind.yaml` and collects all problems.
struct KindReader {
    static let keys = [
        "name", "description", "parameters", "source", "sources", "data", "timeline", "fields", "refresh", "relevance",
        "activity", "actions",
        "feed",
    ]

    static let activityKeys = ["while", "running", "alert"]
    static let parameterKeys = ["type", "default", "required", "sample", "of", "min", "max", "pattern", "description"]

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
        let ofParameters = KindNames(known, secrets: secrets)
        let sources = sources(members, ofParameters)
        known.formUnion(sourceNames(members) + ["received", "previous"])
        let lists = members["data"].map { self.lists($0, &known, secrets) } ?? []
        let (timeline, row) = members["timeline"].map { self.timeline($0, KindNames(known, secrets: secrets)) } ?? (.received, nil)
        known.formUnion(["at", "index"] + [row].compactMap { $0 })
        let hasMembers = row != nil || sources.isEmpty || sources.contains { $0.form.format.hasMembers }
        let fields = fieldList(members, &known, secrets, ofParameters, hasMembers: hasMembers)
        if members["source"] == nil, members["sources"] == nil {
            let keys = ["'source: { url: … }'"] + KindTransports.all.dropFirst().map { $0.key }
            problems.add(root.error("the source is missing: \(Self.choice(of: keys))"))
        }
        let hasOwnDates = if case .received = timeline { false } else { true }
        if hasOwnDates, let field = fields.first(where: { $0.over != nil }) {
            problems.add(
                root.error("fields.\(field.field.name): 'over' records each answer, so that it goes with a kind without 'timeline'"))
        }
        if members["fields"] == nil { problems.add(root.error("the fields are missing: what an entry consists of")) }
        let schema = EntrySchema(
            kind: name, fields: fields.map(\.field) + parameters.compactMap { $0.field(besides: fields) },
            documentsMayNameFiles: sources.allSatisfy { $0.transport.isLocal })
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
        if sources.contains(where: \.isPolled) { refresh.every = 900 }
        return refresh
    }

    private func parameters(_ node: SettingsNode) -> [KindParameter] {
        let members = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "place: { type: text, default: Berlin }") } ?? []
        // A condition says only whether there is a value, so that it may use secrets.
        let names = KindNames(Set(members.map(\.name)), secrets: [])
        return members.compactMap { member in
            guard checked(member) else { return nil }
            return collecting { () throws(SettingsProblem) in try parameter(member, names) }
        }
    }

    private func parameter(_ member: SettingsNode.Member, _ names: KindNames) throws(SettingsProblem) -> KindParameter {
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
        if isSecret, let node = parts["default"], !node.value.isEmpty {
            throw node.error("\(node.name): a secret has no default but \"\", with which it is optional")
        }
        var type = FieldType.type(of: standard ?? .string(""))
        if let node = parts["type"], let word, !isSecret {
            type = try KindTypes(reader: self).scalar(word, node, choices: parts["of"])
        }
        return KindParameter(
            name: member.name, type: type, isSecret: isSecret, standard: isSecret ? standard.map { _ in .string("") } : standard,
            required: try parts["required"].map { (n) throws(SettingsProblem) in try bareExpression(try n.text(), n, names) },
            sample: parts["sample"]?.value,
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
        if let number = node.value.number { return min(max(0, number), TimeLength.longest) }
        let text = try node.text()
        guard let seconds = TimeLength.seconds(text) else { throw node.error("\(node.name) takes \(TimeLength.forms), not '\(text)'") }
        return seconds
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
