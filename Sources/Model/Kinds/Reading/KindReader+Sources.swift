import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension KindReader {
    private static let common = ["format", "timeout", "maxBytes", "accept", "message", "optional", "if"] + DocumentForm.keys
    static var sourceKeys: [String] {
        let own = KindTransports.all.flatMap { $0.keys }
        return KindTransports.all.map { $0.key } + common + own.filter { !common.contains($0) }
    }
    static var actionKeys: [String] {
        let known = KindTransports.all.compactMap { $0 as? any ActionTransport.Type }
        return KindTransports.ofActions.map { $0.key } + known.flatMap { $0.actionKeys }
    }

    /// The words as a choice: `a, b or c`.
    static func choice(of words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
    }

    /// The names of the sources, also of those with an error: an expression that uses one has no error of its own.
    func sourceNames(_ members: [String: SettingsNode]) -> [String] {
        if members["source"] != nil { return [Kind.standardSource] }
        return ((try? members["sources"]?.anyMembers(like: "")) ?? []).map(\.name)
    }

    /// Parses the sources: `source` for a single one named `data`, or `sources` for named ones.
    func sources(_ members: [String: SettingsNode], _ names: KindNames) -> [KindSource] {
        if let node = members["source"] {
            if let other = members["sources"] { problems.add(other.error("a kind has 'source' or 'sources', not both")) }
            return [source(node, named: Kind.standardSource, above: [], below: [], names)].compactMap { $0 }
        }
        guard let node = members["sources"] else { return [] }
        let found = (collecting { () throws(SettingsProblem) in try node.anyMembers(like: "now: { url: https://… }") } ?? []).filter(
            checked)
        let all = found.map(\.name)
        return found.enumerated().compactMap { index, member in
            source(member.value, named: member.name, above: Array(all[..<index]), below: Array(all[index...]), names)
        }
    }

    /// - Parameters:
    ///   - above: The sources whose documents it may use.
    ///   - below: The other sources.
    private func source(
        _ node: SettingsNode, named name: String, above: [String], below: [String], _ names: KindNames
    ) -> KindSource? {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: Self.sourceKeys, like: "url: https://…") { parts[$0.name] = $0.value }
        let given = KindTransports.all.filter { parts[$0.key] != nil }
        guard given.count == 1, let transport = given.first, let own = parts[transport.key] else {
            let known = KindTransports.all.map { $0.key }.joined(separator: ", ")
            let keys = given.isEmpty ? "none" : given.map { $0.key }.joined(separator: " and ")
            problems.add(node.error("\(node.name) takes one of \(known), not \(keys)"))
            return nil
        }
        let allowed = Self.common + [transport.key] + transport.keys
        for (key, part) in parts.sorted(by: { $0.key < $1.key }) where !allowed.contains(key) {
            problems.add(part.error("'\(key)' does not go with '\(transport.key)'"))
        }
        var reasons = Dictionary(below.map { ($0, "a source uses only the documents of the sources above it") }) { first, _ in first }
        var inner = names
        if transport.usesDocuments {
            inner = inner.adding(above + ["now"])
        } else {
            for name in above + ["now"] { reasons[name] = "only a request and a command can use it" }
        }
        inner = inner.adding(reasons: reasons)
        return collecting { () throws(SettingsProblem) in
            let read = try transport.init(TransportParts(own, parts, inner, self, documents: Set(above)))
            let condition = try parts["if"].map { (n) throws(SettingsProblem) in try bareExpression(try n.text(), n, inner) }
            return KindSource(
                name: name, transport: read, form: try DocumentForm(parts, self),
                timeout: try parts["timeout"].map { (n) throws(SettingsProblem) in max(0.1, try seconds(n)) } ?? 10,
                maximumBytes: try parts["maxBytes"].map { (n) throws(SettingsProblem) in try bytes(n) } ?? transport.maximumBytes,
                accept: try parts["accept"].map { (n) throws(SettingsProblem) in
                    try bareExpression(try n.text(), n, names.adding(name, Kind.standardSource))
                },
                message: try parts["message"].map { (n) throws(SettingsProblem) in
                    try expression(n, names.adding(name, Kind.standardSource))
                },
                isOptional: try parts["optional"]?.flag() ?? false, condition: condition,
                dependencies: read.names.union(condition?.names ?? []).intersection(above))
        }
    }

    /// Parses `1 MiB`, `500 kB` or a plain number as bytes.
    private func bytes(_ node: SettingsNode) throws(SettingsProblem) -> Int {
        if let number = node.value.number, number >= 1 { return Int(saturating: min(number, 64 * 1_048_576)) }
        let text = try node.text()
        let units = ["B": 1.0, "kB": 1000, "KiB": 1024, "MB": 1e6, "MiB": 1_048_576]
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(digits.count).filter { !$0.isWhitespace }
        guard let number = Double(digits), let factor = units[String(unit)], number * factor >= 1, number * factor <= 64 * 1_048_576 else {
            throw node.error("\(node.name) takes up to 64 MiB, like 1 MiB or 500 kB, not '\(text)'")
        }
        return Int(saturating: number * factor)
    }

    func actions(_ node: SettingsNode, _ names: KindNames) -> [KindAction] {
        let found = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "open: { command: [xdg-open, …] }") } ?? []
        return found.compactMap { member in
            var parts: [String: SettingsNode] = [:]
            member.value.forEach(of: Self.actionKeys, like: "command: […]") {
                parts[$0.name] = $0.value
            }
            return collecting { () throws(SettingsProblem) in
                // Of several transports, the first one by name is used.
                let given = KindTransports.ofActions.filter { parts[$0.key] != nil }.min { $0.key < $1.key }
                guard let transport = given, let own = parts[transport.key] else {
                    let known = KindTransports.ofActions.map { $0.key }
                    throw member.value.error("\(member.value.name) takes \(Self.choice(of: known))")
                }
                return KindAction(name: member.name, transport: try transport.init(action: TransportParts(own, parts, names, self)))
            }
        }
    }
}

extension DocumentFormat {
    /// True if a document may be a map, which has members by name.
    var hasMembers: Bool {
        switch self {
        case .jsonl, .text, .lines, .columns, .csv: false
        default: true
        }
    }
}
