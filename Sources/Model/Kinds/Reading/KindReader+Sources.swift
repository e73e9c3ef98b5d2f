import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension KindReader {
    private static let common = ["format", "timeout", "maxBytes", "accept", "optional"]
    static var sourceKeys: [String] { KindTransports.all.map { $0.key } + common + KindTransports.all.flatMap { $0.keys } }
    static var actionKeys: [String] {
        let known = KindTransports.all.compactMap { $0 as? any ActionTransport.Type }
        return KindTransports.ofActions.map { $0.key } + known.flatMap { $0.actionKeys }
    }

    /// The words as a choice: `a, b or c`.
    static func choice(of words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
    }

    /// Parses the sources: `source` for a single one named `data`, or `sources` for named ones.
    func sources(_ members: [String: SettingsNode], _ names: KindNames) -> [KindSource] {
        if let node = members["source"] {
            if let other = members["sources"] { problems.add(other.error("a kind has 'source' or 'sources', not both")) }
            return [source(node, named: Kind.standardSource, names)].compactMap { $0 }
        }
        guard let node = members["sources"] else { return [] }
        let found = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "now: { url: https://… }") } ?? []
        return found.filter(checked).compactMap { source($0.value, named: $0.name, names) }
    }

    private func source(_ node: SettingsNode, named name: String, _ names: KindNames) -> KindSource? {
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
        return collecting { () throws(SettingsProblem) in
            let read = try transport.init(TransportParts(own, parts, names, self))
            return KindSource(
                name: name, transport: read, format: try format(parts["format"]),
                timeout: try parts["timeout"].map { (n) throws(SettingsProblem) in max(0.1, try seconds(n)) } ?? 10,
                maximumBytes: try parts["maxBytes"].map { (n) throws(SettingsProblem) in try bytes(n) } ?? transport.maximumBytes,
                accept: try parts["accept"].map { (n) throws(SettingsProblem) in
                    try bareExpression(try n.text(), n, names.adding(name, Kind.standardSource))
                },
                isOptional: try parts["optional"]?.flag() ?? false)
        }
    }

    private func format(_ node: SettingsNode?) throws(SettingsProblem) -> DocumentFormat {
        guard let node else { return .json }
        let word = try node.text()
        guard let format = DocumentFormat(rawValue: word) else {
            let names = DocumentFormat.allCases.map(\.rawValue)
            throw node.error(
                "there is no format '\(word)'"
                    + (Suggestion.hint(for: word, among: names).isEmpty
                        ? "; there are \(names.joined(separator: ", "))" : Suggestion.hint(for: word, among: names)))
        }
        return format
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
