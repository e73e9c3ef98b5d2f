import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension KindReader {
    private static let transports = ["url", "command", "file", "match", "library", "mixer", "console", "mqtt", "stdin", "static"]
    private static let common = ["format", "timeout", "maxBytes", "accept", "optional"]
    private static let ofURL = ["query", "headers", "method", "body", "statuses", "redirects"]
    private static let ofCommand = ["shell", "environment", "exits", "lasting", "restart"]
    private static let ofLibrary = ["database", "days", "name", "start"]
    private static let ofMixer = ["meters"]
    private static let ofMQTT = ["broker", "expire"]
    static var sourceKeys: [String] { transports + common + ofURL + ofCommand + ofLibrary + ofMixer + ofMQTT }
    /// The keys allowed with a transport in addition to the common ones.
    private static func keys(of transport: String) -> [String] {
        switch transport {
        case "url": ofURL
        case "command": ofCommand
        case "library": ofLibrary
        case "mixer": ofMixer
        case "mqtt": ofMQTT
        default: []
        }
    }
    private static let ofMessage = ["broker", "message", "retained"]
    static var actionKeys: [String] { ["command", "url", "mqtt"] + ofURL + ["shell", "environment", "exits"] + ofMessage }

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
        let given = Self.transports.filter { parts[$0] != nil }
        guard given.count == 1, let word = given.first else {
            problems.add(
                node.error(
                    "\(node.name) takes one of \(Self.transports.joined(separator: ", ")), not \(given.isEmpty ? "none" : given.joined(separator: " and "))"
                ))
            return nil
        }
        let allowed = Self.common + [word] + Self.keys(of: word)
        for (key, part) in parts.sorted(by: { $0.key < $1.key }) where !allowed.contains(key) {
            problems.add(part.error("'\(key)' does not go with '\(word)'"))
        }
        return collecting { () throws(SettingsProblem) in
            let transport = try transport(word, parts, names)
            return KindSource(
                name: name, transport: transport, format: try format(parts["format"], transport),
                timeout: try parts["timeout"].map { (n) throws(SettingsProblem) in max(0.1, try seconds(n)) } ?? 10,
                maximumBytes: try parts["maxBytes"].map { (n) throws(SettingsProblem) in try bytes(n) }
                    ?? (word == "match" ? 16 << 20 : 1 << 20),
                accept: try parts["accept"].map { (n) throws(SettingsProblem) in
                    try bareExpression(try n.text(), n, names.adding(name, Kind.standardSource))
                },
                isOptional: try parts["optional"]?.flag() ?? false)
        }
    }

    private func format(_ node: SettingsNode?, _ transport: KindTransport) throws(SettingsProblem) -> DocumentFormat {
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

    private func transport(
        _ word: String, _ parts: [String: SettingsNode], _ names: KindNames
    ) throws(SettingsProblem) -> KindTransport {
        guard let node = parts[word] else { throw SettingsProblem(message: "the source is missing") }
        switch word {
        case "url": return .url(try request(node, parts, names))
        case "command": return .command(try command(node, parts, names))
        case "file": return .file(try expression(node, names))
        case "match":
            if let format = parts["format"] { throw format.error("'format' does not go with 'match', whose files have forms of their own") }
            return .match(try expression(node, names))
        case "library":
            if let format = parts["format"] { throw format.error("'format' does not go with 'library', which has a form of its own") }
            return .library(try library(node, parts, names))
        case "mixer":
            if let format = parts["format"] { throw format.error("'format' does not go with 'mixer', which has a form of its own") }
            guard try node.flag() else { throw node.error("mixer takes true") }
            return .mixer(meters: try parts["meters"].map { (node) throws(SettingsProblem) in try expression(node, names) })
        case "console":
            if let format = parts["format"] { throw format.error("'format' does not go with 'console', which has a form of its own") }
            return .console(try expression(node, names))
        case "mqtt":
            let expire = try parts["expire"].map { (node) throws(SettingsProblem) in try seconds(node) }
            if expire == 0, let node = parts["expire"] { throw node.error("\(node.name) takes a length of time above zero, like 10m") }
            return .mqtt(
                KindTopic(
                    topic: try expression(node, names),
                    broker: try parts["broker"].map { (node) throws(SettingsProblem) in try expression(node, names) }, expire: expire))
        case "stdin":
            guard try node.flag() else { throw node.error("stdin takes true") }
            return .stdin
        default: return .fixed(node.value)
        }
    }

    private func library(
        _ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames
    ) throws(SettingsProblem) -> KindLibraryQuery {
        let word = try node.text()
        guard let list = KindLibraryQuery.List(rawValue: word) else {
            let known = KindLibraryQuery.List.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: word, among: known)
            throw node.error("library has no '\(word)'" + (hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint))
        }
        func part(_ name: String) throws(SettingsProblem) -> KindExpression? {
            try parts[name].map { (node) throws(SettingsProblem) in try expression(node, names) }
        }
        return KindLibraryQuery(
            list: list, database: try part("database"), days: try part("days"), name: try part("name"), start: try part("start"))
    }

    private func request(
        _ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames
    ) throws(SettingsProblem) -> KindRequest {
        let text = try node.text()
        guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("{{") else {
            throw node.error("\(node.name) takes an address that begins with https:// or http://, not '\(text)'")
        }
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        let method = try parts["method"]?.text().uppercased() ?? (parts["body"] == nil ? "GET" : "POST")
        guard methods.contains(method) else {
            throw (parts["method"] ?? node).error("there is no method '\(method)'; there are \(methods.joined(separator: ", "))")
        }
        var statuses: Set<Int> = []
        for element in parts["statuses"]?.elements ?? [] {
            guard let status = Int(exactly: try number(element)), (100...599).contains(status) else {
                throw element.error("\(element.name) takes status codes such as 200")
            }
            statuses.insert(status)
        }
        return KindRequest(
            url: try template(text, node, names), query: try inputs(parts["query"], names), headers: try inputs(parts["headers"], names),
            method: method, body: try parts["body"].map { (n) throws(SettingsProblem) in try input(n, names) },
            statuses: statuses.isEmpty ? [200] : statuses,
            redirects: try parts["redirects"].map { (n) throws(SettingsProblem) in min(10, max(0, Int(saturating: try number(n)))) } ?? 3)
    }

    private func command(
        _ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames
    ) throws(SettingsProblem) -> KindCommand {
        let usesShell = try parts["shell"]?.flag() ?? false
        guard node.isList || usesShell else {
            throw node.error(
                "\(node.name) takes the program and its arguments as a list, like [df, --output=pcent, /]; a line for a shell needs 'shell: true'"
            )
        }
        var arguments: [KindExpression] = []
        for element in node.elements { arguments.append(try expression(element, names)) }
        if usesShell, let line = arguments.first, line.literal == nil {
            throw node.error(
                "\(node.name): a line for a shell has no expressions, as a value could be a command; put it under 'environment'")
        }
        guard !arguments.isEmpty else { throw node.error("\(node.name) takes a program") }
        let environment = try inputs(parts["environment"], names)
        var exits: Set<Int> = []
        for element in parts["exits"]?.elements ?? [] { exits.insert(Int(saturating: try number(element))) }
        let command = KindCommand(
            arguments: arguments, usesShell: usesShell, environment: environment, exits: exits.isEmpty ? [0] : exits,
            isLasting: try parts["lasting"]?.flag() ?? false,
            restart: try parts["restart"].map { (n) throws(SettingsProblem) in max(1, try seconds(n)) } ?? 5)
        let variables = environment.filter { $0.value.literal == nil }.map(\.name)
        if let problem = CommandExpressions.problem(of: command.words, variables: variables) {
            throw node.error("\(node.name): \(problem)")
        }
        return command
    }

    private func inputs(_ node: SettingsNode?, _ names: KindNames) throws(SettingsProblem) -> [(name: String, value: KindInput)] {
        var inputs: [(name: String, value: KindInput)] = []
        for member in try node?.anyMembers(like: "name: value") ?? [] {
            inputs.append((member.name, try input(member.value, names)))
        }
        return inputs
    }

    /// Parses a value or `{ secret: NAME }`.
    private func input(_ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindInput {
        guard node.isMap else { return .expression(try expression(node, names)) }
        let members = try node.anyMembers(like: "secret: key")
        guard members.count == 1, let member = members.first, member.name == "secret" else {
            throw node.error("\(node.name) takes a value, or { secret: NAME }")
        }
        let name = try member.value.text()
        guard names.secrets.contains(name) else {
            throw member.value.error(
                "no parameter of the type secret is called '\(name)'\(Suggestion.hint(for: name, among: names.secrets))")
        }
        return .secret(name)
    }

    func actions(_ node: SettingsNode, _ names: KindNames) -> [KindAction] {
        let found = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "open: { command: [xdg-open, …] }") } ?? []
        return found.compactMap { member in
            var parts: [String: SettingsNode] = [:]
            member.value.forEach(of: Self.actionKeys, like: "command: […]") {
                parts[$0.name] = $0.value
            }
            return collecting { () throws(SettingsProblem) in
                if let node = parts["command"] {
                    return KindAction(name: member.name, transport: .command(try command(node, parts, names)))
                }
                if let node = parts["mqtt"] { return KindAction(name: member.name, transport: .mqtt(try message(node, parts, names))) }
                guard let node = parts["url"] else { throw member.value.error("\(member.value.name) takes command, url or mqtt") }
                return KindAction(name: member.name, transport: .url(try request(node, parts, names)))
            }
        }
    }

    /// Parses the message that an action publishes.
    private func message(
        _ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames
    ) throws(SettingsProblem) -> KindTopic {
        guard let message = parts["message"] else { throw node.error("\(node.name) takes a message, like 'message: \"ON\"'") }
        return KindTopic(
            topic: try expression(node, names),
            broker: try parts["broker"].map { (node) throws(SettingsProblem) in try expression(node, names) },
            message: try expression(message, names), isRetained: try parts["retained"]?.flag() ?? false)
    }
}
